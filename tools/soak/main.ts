import { parseArgs } from 'node:util';
import { Agent, setGlobalDispatcher } from 'undici';
import { build, checkNode } from '../../build/prepare.mjs';
import { closingOf, isKept, tableOf, type Finding } from './figures';
import { linesOf, namesOf, readOrExplain } from '../../tests/support/lines';
import { crowd } from './crowd';
import { scroll } from './gestures';
import { kills } from './kills';
import { live } from './life';
import { loris } from './loris';
import { MIN_MEMORY_MINUTES } from './memory';
import { outages } from './outages';
import { storms } from './storms';
import type { Wish } from './wish';

const LINES: Readonly<Record<string, (wish: Wish) => Promise<readonly Finding[]>>> = {
  life: live,
  outages,
  kills,
  crowd,
  loris,
  storms,
  scroll
};

/** `npm run soak -- --minutes 20`: what endurance means, measured on the built program. */
const HELP = `Lives with the built program for a while, and breaks everything around it.
  --minutes <n>    how long the household of the line life lives (20); memory is judged from ${MIN_MEMORY_MINUTES} on
  --seed <n>       what chance begins with (1)
  --only <names>   these lines alone, parted by commas: ${namesOf(LINES)}`;

function read(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: Object.keys(LINES).join(',') },
      help: { type: 'boolean', default: false }
    }
  });
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
  if (!(minutes > 0)) throw new Error('--minutes takes a number above 0');
  if (!Number.isSafeInteger(seed)) throw new Error('--seed takes a whole number');
  return { minutes, seed, lines: linesOf(LINES, values.only), help: values.help };
}

/**
 * Each request of a screen gets a connection of its own. Those that are kept for the next one, by screens of one process after a burst of
 * requests, count among the program's descriptors for as long as somebody uses them in turn.
 */
const keepNoConnections = () => setGlobalDispatcher(new Agent({ pipelining: 0 }));

async function run({ minutes, seed, lines }: ReturnType<typeof read>): Promise<boolean> {
  checkNode();
  await build();
  keepNoConnections();
  const findings: Finding[] = [];
  for (const [name, line] of lines) {
    console.log(`\n${name}`);
    const found = await line({ minutes, seed, say: (text) => console.log(`  ${text}`) });
    console.log(tableOf(found));
    findings.push(...found);
  }
  const beyond = findings.filter((finding) => !isKept(finding));
  console.log(closingOf(beyond));
  return beyond.length === 0;
}

async function soak(): Promise<number> {
  const wish = readOrExplain(read, HELP);
  if (!wish) return 2;
  if (!wish.help) return (await run(wish)) ? 0 : 1;
  console.log(HELP);
  return 0;
}

// Said outright: Node 20 was seen to spin for ever in its own clearing up after a long run.
process.exit(await soak());

import { parseArgs } from 'node:util';
import { Agent, setGlobalDispatcher } from 'undici';
import { build, checkNode } from '../../build/prepare.mjs';
import { closingOf, isWithinBound, tableOf, type Finding } from '../support/figures';
import { linesOf, namesOf, parseOrPrintHelp } from '../../tests/support/lines';
import { crowd } from './crowd';
import { scroll } from './gestures';
import { kills } from './kills';
import { household } from './life';
import { loris } from './loris';
import { MIN_MEMORY_MINUTES } from './memory';
import { outages } from './outages';
import { storms } from './storms';
import { wall } from './wall';
import type { SoakOptions } from './soak-options';

const LINES: Readonly<Record<string, (options: SoakOptions) => Promise<readonly Finding[]>>> = {
  life: household,
  outages,
  kills,
  crowd,
  loris,
  storms,
  scroll,
  wall
};

/** `npm run soak -- --minutes 20`: endurance tests of the built program. */
const HELP = `Runs the built program for a while with faults in everything around it.

  --minutes <n>    duration of the test "life" (20); memory is measured from ${MIN_MEMORY_MINUTES} on
  --seed <n>       seed of the random numbers (1)
  --only <names>   run only these tests, separated by commas: ${namesOf(LINES)}`;

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
 * Each request of a screen opens its own connection. Keep-alive connections of many screens in one process
 * would count as open descriptors of the program.
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
  const beyond = findings.filter((finding) => !isWithinBound(finding));
  console.log(closingOf(beyond));
  return beyond.length === 0;
}

async function soak(): Promise<number> {
  const options = parseOrPrintHelp(read, HELP);
  if (!options) return 2;
  if (!options.help) return (await run(options)) ? 0 : 1;
  console.log(HELP);
  return 0;
}

// Exits explicitly: Node 20 can hang in its cleanup after a long run.
process.exit(await soak());

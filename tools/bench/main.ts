import { parseArgs } from 'node:util';
import { build, checkNode } from '../../build/prepare.mjs';
import { linesOf, namesOf } from '../../tests/support/lines';
import { HEAD, lineOf, type Comparison } from './comparison';
import { fanOut } from './fan-out';
import { forward } from './forward';

const LINES: Readonly<Record<string, (rounds: number) => Promise<readonly Comparison[]>>> = {
  forward,
  'fan-out': fanOut
};

/** `npm run bench`: how fast we are, beside a yardstick that is measured in the same minutes on the same machine. */
const HELP = `Measures the built program beside yardsticks, in turn, round by round.
  --rounds <n>     how often each is measured (5)
  --only <names>   these lines alone, parted by commas: ${namesOf(LINES)}`;

function read(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      only: { type: 'string', default: Object.keys(LINES).join(',') },
      help: { type: 'boolean', default: false }
    }
  });
  const rounds = Number(values.rounds);
  if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number from 1 on');
  return { rounds, lines: linesOf(LINES, values.only), help: values.help };
}

async function bench(): Promise<number> {
  let wish;
  try {
    wish = read(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    return 2;
  }
  if (wish.help) {
    console.log(HELP);
    return 0;
  }
  checkNode();
  await build();
  for (const [name, line] of wish.lines) {
    console.log(`\n${name}\n${HEAD}`);
    for (const comparison of await line(wish.rounds)) console.log(lineOf(comparison));
  }
  return 0;
}

process.exit(await bench());

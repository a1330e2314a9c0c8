import { parseArgs } from 'node:util';
import { build, checkNode } from '../../build/prepare.mjs';
import { linesOf, namesOf } from '../../tests/support/lines';
import { commands } from './commands';
import { HEAD, isMissed, LEGEND, lineOf, type Comparison } from './comparison';
import { fanOut } from './fan-out';
import { forward } from './forward';
import { page } from './page';

const LINES: Readonly<Record<string, (rounds: number) => Promise<readonly Comparison[]>>> = {
  forward,
  'fan-out': fanOut,
  commands,
  page
};

/**
 * `npm run bench`: compares the program's speed with baselines, measured in the same run on the same machine.
 */
const HELP = `Measures the built program and baselines alternately.

  --rounds <n>     how many rounds to measure (5)
  --only <names>   run only these benchmarks, separated by commas: ${namesOf(LINES)}

${LEGEND}

  exit code 0: no wanted ratio is missed
            1: a wanted ratio is missed
            2: unknown or malformed option`;

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
  if (!Number.isSafeInteger(rounds) || rounds < 1)
    throw new Error('--rounds takes a whole number of at least 1');
  return { rounds, lines: linesOf(LINES, values.only), help: values.help };
}

async function bench(): Promise<number> {
  let options;
  try {
    options = read(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    return 2;
  }
  if (options.help) {
    console.log(HELP);
    return 0;
  }
  checkNode();
  await build();
  console.log(LEGEND);
  let missed = 0;
  for (const [name, line] of options.lines) {
    console.log(`\n${name}\n${HEAD}`);
    for (const comparison of await line(options.rounds)) {
      console.log(lineOf(comparison));
      missed += Number(isMissed(comparison));
    }
  }
  if (missed > 0) console.log(`\n${missed} wanted ratios are missed.`);
  return missed > 0 ? 1 : 0;
}

process.exit(await bench());

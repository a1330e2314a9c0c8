import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { entriesOf, namesOf, runTool, text } from '../support/command-line';
import { commands } from './commands';
import { HEAD, isMissed, legendOf, lineOf, type BenchOptions, type Comparison } from './comparison';
import { fanOut } from './fan-out';
import { forward } from './forward';
import { page } from './page';

const LINES: Readonly<Record<string, (options: BenchOptions) => Promise<readonly Comparison[]>>> = {
  forward,
  'fan-out': fanOut,
  commands,
  page
};

/** Those that can compare with another build. */
const OF_BUILDS = ['forward', 'page'];

/**
 * `npm run bench`: compares the program's speed with baselines, measured in the same run on the same machine.
 */
const HELP = `Measures the built program and baselines alternately.

  --rounds <n>        how many rounds to measure (7)
  --only <names>      run only these benchmarks, separated by commas: ${namesOf(LINES)}
  --against <folder>  compare with the built version in this folder: only ${OF_BUILDS.join(', ')}

${legendOf(undefined)}

  exit code 0: no wanted ratio is missed
            1: a wanted ratio is missed
            2: unknown or malformed option`;

function read(args: string[]) {
  const { values } = parseArgs({
    args,
    options: { rounds: text('7'), only: { type: 'string' }, against: { type: 'string' } }
  });
  const rounds = Number(values.rounds);
  if (!Number.isSafeInteger(rounds) || rounds < 1)
    throw new Error('--rounds takes a whole number of at least 1');
  const against = values.against === undefined ? undefined : resolve(values.against);
  const names = against === undefined ? Object.keys(LINES) : OF_BUILDS;
  const lines = entriesOf(LINES, values.only ?? names.join(','));
  if (lines.some(([name]) => !names.includes(name)))
    throw new Error(`--against takes only ${OF_BUILDS.join(', ')}`);
  return { rounds, against, lines };
}

await runTool({
  help: HELP,
  read,
  async run(options) {
    console.log(legendOf(options.against));
    let missed = 0;
    for (const [name, line] of options.lines) {
      console.log(`\n${name}\n${HEAD}`);
      for (const { wanted, ...comparison } of await line(options)) {
        // Bounds are those to a bare program.
        const judged = { ...comparison, ...(wanted && options.against === undefined && { wanted }) };
        console.log(lineOf(judged));
        missed += Number(isMissed(judged));
      }
    }
    if (missed > 0) console.log(`\n${missed} wanted ratios are missed.`);
    return missed > 0 ? 1 : 0;
  }
});

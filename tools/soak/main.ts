import { parseArgs } from 'node:util';
import { Agent, setGlobalDispatcher } from 'undici';
import { entriesOf, namesOf, runTool, text } from '../support/command-line';
import { runAll, type Finding } from '../support/figures';
import { crowd } from './crowd';
import { kills } from './kills';
import { household } from './life';
import { MIN_MEMORY_MINUTES } from './vitals-recorder';
import { outages } from './outages';
import { wall } from './wall';
import type { SoakOptions } from './soak-options';

const TESTS: Readonly<Record<string, (options: SoakOptions) => Promise<readonly Finding[]>>> = {
  life: household,
  outages,
  kills,
  crowd,
  wall
};

/** `npm run soak -- --minutes 20`: endurance tests of the built program. */
const HELP = `Runs the built program for a while with faults in everything around it.

  --minutes <n>    duration of the test "life" (20); memory is measured from ${MIN_MEMORY_MINUTES} on
  --seed <n>       seed of the random numbers (1)
  --only <names>   run only these tests, separated by commas: ${namesOf(TESTS)}`;

function read(args: string[]) {
  const { values } = parseArgs({
    args,
    options: { minutes: text('20'), seed: text('1'), only: text(namesOf(TESTS)) }
  });
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
  if (!(minutes > 0)) throw new Error('--minutes takes a number above 0');
  if (!Number.isSafeInteger(seed)) throw new Error('--seed takes a whole number');
  return { minutes, seed, tests: entriesOf(TESTS, values.only) };
}

/**
 * Each request of a screen opens its own connection. Keep-alive connections of many screens in one process
 * would count as open descriptors of the program.
 */
const keepNoConnections = () => setGlobalDispatcher(new Agent({ pipelining: 0 }));

await runTool({
  help: HELP,
  read,
  async run({ minutes, seed, tests }) {
    keepNoConnections();
    const options = { minutes, seed, say: (line: string) => console.log(`  ${line}`) };
    const beyond = await runAll(
      tests.map(([name, test]) => [name, () => test(options)]),
      console.log
    );
    return beyond.length === 0 ? 0 : 1;
  }
});

import { parseArgs } from 'node:util';
import { entriesOf, flag, listOf, namesOf, runTool, text } from '../support/command-line';
import { runAll } from '../support/figures';
import { ATTEMPTS } from './attempts';

/** Timeout of an attempt, in ms; ten times longer with --whole. */
const MAX_ATTEMPT_MS = 180_000;

/** `npm run attack`: attacks of strangers, guests and hostile controllers on the built program. */
const HELP = `Attacks the built program on 127.0.0.0/8, with a new data folder for each attempt. Prints measurements with their bounds.
Takes about 15 minutes.
  --only <names>   run only these attempts, separated by commas
  --whole          send ten times as many requests
  --help           show this help
  attempts:
${listOf(ATTEMPTS)}
  exit code 0: all values are within their bounds
            1: a value is out of bounds
            2: unknown option`;

await runTool({
  help: HELP,
  read(args) {
    const { values } = parseArgs({ args, options: { only: text(namesOf(ATTEMPTS)), whole: flag } });
    return { attempts: entriesOf(ATTEMPTS, values.only), isWhole: values.whole };
  },
  async run({ attempts, isWhole }) {
    const beyond = await runAll(
      attempts.map(([name, attempt]) => [`${name}: ${attempt.about}`, () => attempt.run({ isWhole })]),
      console.log,
      isWhole ? 10 * MAX_ATTEMPT_MS : MAX_ATTEMPT_MS
    );
    return beyond.length === 0 ? 0 : 1;
  }
});

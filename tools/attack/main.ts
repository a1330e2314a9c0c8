import { parseArgs } from 'node:util';
import { build, checkNode } from '../../build/prepare.mjs';
import { closingOf } from '../support/figures';
import { linesOf, parseOrPrintHelp } from '../../tests/support/lines';
import { ATTEMPTS } from './attempts';
import { attack, beyondOf } from './run';

const list = Object.entries(ATTEMPTS).map(([name, { about }]) => `    ${name.padEnd(20)}${about}`);

/** `npm run attack`: attacks of strangers, guests and hostile controllers on the built program. */
const HELP = `Attacks the built program on 127.0.0.0/8, with a new data folder for each attempt. Prints measurements with their bounds.
Takes about 15 minutes.
  --only <names>   run only these attempts, separated by commas
  --whole          send ten times as many requests
  --help           show this help
  attempts:
${list.join('\n')}
  exit code 0: all values are within their bounds
            1: a value is out of bounds
            2: unknown option`;

function read(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: Object.keys(ATTEMPTS).join(',') },
      whole: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false }
    }
  });
  return { attempts: linesOf(ATTEMPTS, values.only), isWhole: values.whole, help: values.help };
}

async function run(): Promise<number> {
  const options = parseOrPrintHelp(read, HELP);
  if (!options) return 2;
  if (options.help) {
    console.log(HELP);
    return 0;
  }
  checkNode();
  await build();
  const outcomes = await attack(options.attempts, {
    force: { isWhole: options.isWhole },
    say: (text) => console.log(text)
  });
  const beyond = beyondOf(outcomes);
  console.log(closingOf(beyond));
  return beyond.length === 0 ? 0 : 1;
}

process.exit(await run());

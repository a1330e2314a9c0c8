import { parseArgs } from 'node:util';
import { build, checkNode } from '../../build/prepare.mjs';
import { closingOf } from '../soak/figures';
import { linesOf, readOrExplain } from '../../tests/support/lines';
import { ATTEMPTS } from './attempts';
import { attack, beyondOf } from './run';

const list = Object.entries(ATTEMPTS).map(([name, { about }]) => `    ${name.padEnd(20)}${about}`);

/** `npm run attack`: what a stranger, a guest or a hostile controller can do, tried on the built program. */
const HELP = `Attacks the built program in a folder of its own, on 127.0.0.0/8 and nowhere else. Each attempt prints what it saw beside what
may be seen. It takes about 15 minutes.
  --only <names>   these attempts alone, with commas between the names
  --whole          with ten times as many requests where there are many
  --help           this
  attempts:
${list.join('\n')}
  exit code 0: every bound was kept
            1: something is beyond its bound
            2: an unknown option`;

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
  const wish = readOrExplain(read, HELP);
  if (!wish) return 2;
  if (wish.help) {
    console.log(HELP);
    return 0;
  }
  checkNode();
  await build();
  const outcomes = await attack(wish.attempts, {
    force: { isWhole: wish.isWhole },
    say: (text) => console.log(text)
  });
  const beyond = beyondOf(outcomes);
  console.log(closingOf(beyond));
  return beyond.length === 0 ? 0 : 1;
}

process.exit(await run());

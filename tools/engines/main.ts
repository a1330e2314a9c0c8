import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { entriesOf, listOf, namesOf, runTool, text } from '../support/command-line';
import { messageOf } from '../support/figures';
import { ENGINES, type Engine } from './engines';
import type { Flow } from './flows/flow';
import { FLOWS } from './flows/flows';
import { openSession, type Outcome } from './session';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FAILURES = 'test-results/engines';

/** `npm run engines`: the main flows in other browser engines. */
const HELP = `Runs the main flows of the built app, with the demo home, in each browser engine that is on this machine.
Takes about five minutes.
  --only <names>       run only these engines, separated by commas
  --flows <names>      run only these flows, separated by commas
  --pictures <folder>  save pictures of the pages, to look at
  --help               show this help
  engines:
${listOf(ENGINES)}
  flows:
${listOf(FLOWS)}
  exit code 0: all flows passed in all engines that are here
            1: a flow failed, or no engine is here
            2: unknown option`;

function read(args: string[]) {
  const { values } = parseArgs({
    args,
    options: { only: text(namesOf(ENGINES)), flows: text(namesOf(FLOWS)), pictures: { type: 'string' } }
  });
  return {
    engines: entriesOf(ENGINES, values.only),
    flows: entriesOf<Flow>(FLOWS, values.flows),
    pictures: values.pictures
  };
}

type Options = ReturnType<typeof read>;

/** One line for the summary, and whether all flows passed. */
interface Summary {
  readonly line: string;
  readonly isPassed: boolean;
}

async function runIn(name: string, engine: Engine, { flows, pictures }: Options): Promise<Summary | null> {
  const start = await engine.find();
  if (!start) return null;
  const begun = performance.now();
  console.log(`\n${name}: ${engine.about}`);
  const session = await openSession({
    start,
    failures: join(root, FAILURES, name),
    pictures: pictures && join(pictures, name)
  });
  const outcomes: Outcome[] = [];
  try {
    for (const [flowName, flow] of flows) {
      const outcome = await session.run(flowName, flow);
      console.log(lineOf(outcome));
      outcomes.push(outcome);
    }
  } finally {
    await session.close();
  }
  const failed = outcomes.filter(({ failure }) => failure !== undefined).length;
  const seconds = Math.round((performance.now() - begun) / 1_000);
  const counts = `${outcomes.length - failed} passed, ${failed} failed, ${seconds} s`;
  return { line: `${name.padEnd(14)}${session.version.padEnd(30)}${counts}`, isPassed: failed === 0 };
}

function lineOf({ name, seconds, failure, remarks }: Outcome): string {
  const time = `${seconds.toFixed(1).padStart(6)} s`;
  if (failure !== undefined) return `  FAILED ${time}  ${name}\n${failure.replaceAll(/^/gm, '          ')}`;
  return `  ok     ${time}  ${name}${remarks.map((remark) => ` (${remark})`).join('')}`;
}

await runTool({
  help: HELP,
  read,
  async run(options) {
    const summaries: Summary[] = [];
    const absent: string[] = [];
    for (const [name, engine] of options.engines) {
      const summary = await runIn(name, engine, options).catch((error: unknown) => ({
        line: `${name.padEnd(14)}did not start: ${messageOf(error)}`,
        isPassed: false
      }));
      if (summary) summaries.push(summary);
      else absent.push(`${name.padEnd(14)}not here: ${engine.install}`);
    }
    console.log(`\n${[...summaries.map(({ line }) => line), ...absent].join('\n')}`);
    return summaries.length > 0 && summaries.every(({ isPassed }) => isPassed) ? 0 : 1;
  }
});

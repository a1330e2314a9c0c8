import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { entriesOf, listOf, namesOf, runTool, text } from '../support/command-line';
import { messageOf } from '../support/figures';
import { ENGINES, type Engine } from './engines';
import type { Flow } from './flows/flow';
import { FLOWS } from './flows/flows';
import { openSession } from './session';

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
  let failed = 0;
  try {
    for (const [flowName, flow] of flows) {
      const start = performance.now();
      const failure = await session.run(flowName, flow);
      const seconds = ((performance.now() - start) / 1_000).toFixed(1).padStart(6);
      console.log(`  ${failure === undefined ? 'ok    ' : 'FAILED'} ${seconds} s  ${flowName}`);
      if (failure === undefined) continue;
      failed++;
      console.log(failure.replaceAll(/^/gm, '          '));
    }
  } finally {
    await session.close();
  }
  const seconds = Math.round((performance.now() - begun) / 1_000);
  const counts = `${flows.length - failed} passed, ${failed} failed, ${seconds} s`;
  return { line: `${name.padEnd(14)}${session.version.padEnd(30)}${counts}`, isPassed: failed === 0 };
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

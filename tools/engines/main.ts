import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, checkNode } from '../../build/prepare.mjs';
import { linesOf, parseOrPrintHelp } from '../../tests/support/lines';
import { ENGINES, type Engine } from './engines';
import { FLOWS } from './flows/flows';
import { openSession, type Outcome } from './session';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FAILURES = 'test-results/engines';

const listOf = (entries: Readonly<Record<string, { about: string }>>) =>
  Object.entries(entries)
    .map(([name, { about }]) => `    ${name.padEnd(16)}${about}`)
    .join('\n');

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
    options: {
      only: { type: 'string', default: Object.keys(ENGINES).join(',') },
      flows: { type: 'string', default: Object.keys(FLOWS).join(',') },
      pictures: { type: 'string' },
      help: { type: 'boolean', default: false }
    }
  });
  return {
    engines: linesOf(ENGINES, values.only),
    flows: linesOf(FLOWS, values.flows),
    pictures: values.pictures,
    help: values.help
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

function lineOf({ name, seconds, failure, remark }: Outcome): string {
  const time = `${seconds.toFixed(1).padStart(6)} s`;
  if (failure !== undefined) return `  FAILED ${time}  ${name}\n${failure.replaceAll(/^/gm, '          ')}`;
  return `  ok     ${time}  ${name}${remark === undefined ? '' : ` (${remark})`}`;
}

async function runAll(options: Options): Promise<boolean> {
  checkNode();
  await build();
  const summaries: Summary[] = [];
  const absent: string[] = [];
  for (const [name, engine] of options.engines) {
    const summary = await runIn(name, engine, options).catch((error: unknown) => ({
      line: `${name.padEnd(14)}did not start: ${error instanceof Error ? error.message : String(error)}`,
      isPassed: false
    }));
    if (summary) summaries.push(summary);
    else absent.push(`${name.padEnd(14)}not here: ${engine.install}`);
  }
  console.log(`\n${[...summaries.map(({ line }) => line), ...absent].join('\n')}`);
  return summaries.length > 0 && summaries.every(({ isPassed }) => isPassed);
}

async function engines(): Promise<number> {
  const options = parseOrPrintHelp(read, HELP);
  if (!options) return 2;
  if (!options.help) return (await runAll(options)) ? 0 : 1;
  console.log(HELP);
  return 0;
}

// A signal would end this process without its exit event, which ends the engines and the program.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
process.exit(
  await engines().catch((error: unknown) => {
    console.error(`The engines could not be run: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  })
);

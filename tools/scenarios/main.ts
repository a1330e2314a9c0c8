import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent, setGlobalDispatcher } from 'undici';
import { entriesOf, listOf, namesOf, runTool, text } from '../support/command-line';
import { isWithinBound, messageOf, none, tableOf, type Finding } from '../support/figures';
import { BACKUP } from './attack/backup';
import { COMMANDS } from './attack/commands';
import { CONNECTIONS } from './attack/connections';
import { HOMES } from './attack/homes';
import { HOUSEHOLD } from './attack/household';
import { MDNS } from './attack/mdns';
import { RECORD } from './attack/record';
import { UNREAD } from './attack/unread';
import { ZWAVE } from './attack/zwave';
import { commands } from './bench/commands';
import { fanOut } from './bench/fan-out';
import { forward } from './bench/forward';
import { page, pageFarAway } from './bench/page';
import { record } from './bench/record';
import type { Scenario, ScenarioOptions } from './scenario';
import { kills } from './soak/kills';
import { life } from './soak/life';
import { outages } from './soak/outages';
import { wall } from './soak/wall';

/** The scenarios by command: `npm run soak`, `npm run attack`, `npm run bench`. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Scenario>>>> = {
  soak: { life, outages, kills, wall },
  attack: {
    ...CONNECTIONS,
    ...UNREAD,
    ...HOMES,
    ...ZWAVE,
    ...COMMANDS,
    ...HOUSEHOLD,
    ...MDNS,
    ...RECORD,
    ...BACKUP
  },
  bench: { forward, 'fan-out': fanOut, commands, record, page, 'page-20ms': pageFarAway }
};

/** The comparisons that take another build for a yardstick. */
const OF_BUILDS = ['forward', 'page', 'page-20ms'];

/** After this time an attack has hung, in ms. */
const ATTACK_TIMEOUT_MS = 180_000;

const [group = '', ...args] = process.argv.slice(2);
const scenarios = GROUPS[group] ?? {};

const HELP = `Runs scenarios on the built program, on 127.0.0.0/8 and with a new data folder each, and prints what they found beside its bounds.

  --only <names>      run only these, separated by commas
  --minutes <n>       soak: duration of "life" (20)
  --seed <n>          soak: seed of the random numbers (1)
  --rounds <n>        bench: how many rounds to measure (7)
  --against <folder>  bench: compare ${OF_BUILDS.join(', ')} with the build in this folder, without bounds

${listOf(scenarios)}

  exit code 0: all values are within their bounds
            1: a value is out of bounds
            2: unknown or malformed option`;

function read() {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      against: { type: 'string' },
      minutes: text('20'),
      seed: text('1'),
      rounds: text('7')
    }
  });
  const { only, against } = values;
  const minutes = Number(values.minutes);
  const seed = Number(values.seed);
  const rounds = Number(values.rounds);
  if (!(minutes > 0)) throw new Error('--minutes takes a number above 0');
  if (!Number.isSafeInteger(seed)) throw new Error('--seed takes a whole number');
  if (!Number.isSafeInteger(rounds) || rounds < 1)
    throw new Error('--rounds takes a whole number of at least 1');
  const possible =
    against === undefined
      ? scenarios
      : Object.fromEntries(Object.entries(scenarios).filter(([name]) => OF_BUILDS.includes(name)));
  const chosen = entriesOf(possible, only ?? namesOf(possible));
  const options = { minutes, seed, rounds, against: against && resolve(against) };
  return { chosen, options: { ...options, say: (line: string) => console.log(`  ${line}`) } };
}

/** What a scenario found. One that throws, or takes too long, found that it failed. */
async function findingsOf(scenario: Scenario, options: ScenarioOptions): Promise<readonly Finding[]> {
  const over = new AbortController();
  const running = [scenario.run(options)];
  if (group === 'attack') running.push(timeout(ATTACK_TIMEOUT_MS, over.signal));
  return Promise.race(running)
    .catch((error: unknown) => [none(`It failed: ${messageOf(error).split('\n')[0] ?? ''}`, 1)])
    .finally(() => over.abort());
}

async function timeout(ms: number, signal: AbortSignal): Promise<never> {
  await sleep(ms, undefined, { signal });
  throw new Error(`Timeout after ${ms / 1000} s.`);
}

await runTool({
  args,
  help: HELP,
  read,
  async run({ chosen, options }) {
    // A kept connection of each of many screens in one process would count as an open descriptor of the program.
    if (group === 'soak') setGlobalDispatcher(new Agent({ pipelining: 0 }));
    const beyond: Finding[] = [];
    for (const [name, scenario] of chosen) {
      console.log(`\n${name}: ${scenario.about}`);
      const findings = await findingsOf(scenario, options);
      console.log(tableOf(findings));
      beyond.push(
        ...findings
          .filter((finding) => !isWithinBound(finding))
          .map((finding) => ({ ...finding, of: `${name}: ${finding.of}` }))
      );
    }
    console.log(
      beyond.length === 0 ? '\nAll values are within their bounds.' : `\nOut of bounds:\n${tableOf(beyond)}`
    );
    return beyond.length === 0 ? 0 : 1;
  }
});

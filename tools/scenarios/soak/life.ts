import { setTimeout as sleep } from 'node:timers/promises';
import { randomOf } from '../../../proxy/sources/virtual/random';
import { atMost, none, reported, type Finding } from '../../support/figures';
import { openFaultyWorld, type FaultyWorld } from '../../support/world';
import type { Scenario, ScenarioOptions } from '../scenario';
import { Batches } from './batches';
import { inRandomOrder, KILL } from './faults';
import { SOAKED_HOUSE } from './house';
import { Mark, untilCurrent } from './mark';
import { Tab } from './tab';
import { Visitor } from './visitor';
import { VitalsRecorder } from './vitals-recorder';

const SCREENS = 20;
/** The number of screens that stay. The others come and go. */
const STAYING = 4;
/** Interval at which screens leave and come back, in ms. */
const COMING_MS = 1_000;
const FAULT_MS = 30_000;
/** Interval of the mark's changes, in ms: faster than sensors of a household. */
const CHANGE_MS = 100;
/** Interval of the measurements of the program, in ms. */
const SAMPLE_MS = 1_000;
/** Interval of the batches, in ms, and when each of them has ended. */
const BATCH_MS = 12_000;
const BATCH_ENDED_MS = 9_000;
/**
 * The program is killed repeatedly in the first quarter. After that one process runs on, and measurements
 * start when it is warm.
 */
const KILLED_SHARE = 0.25;
const WARM_SHARE = 0.5;
/** Length of the measurement windows at the beginning and the end, as shares of the run. */
const WINDOW_SHARE = 0.1;
/** In a shorter run, a warm-up looks like a leak. */
const MIN_MEMORY_MINUTES = 5;
/** How long effects of a fault last, in ms. */
const CALM_MS = 3_000;
/** Time for all screens to be current again, in ms: after a fault, and after a kill. */
const CURRENT_MS = 12_000;
const KILLED_MS = 15_000;

/** Twenty screens of a household, with a fault every half minute. */
export const life: Scenario = {
  about: 'twenty screens of a household, with a fault every half minute',
  run: household
};

async function household(options: ScenarioOptions): Promise<readonly Finding[]> {
  const world = await openFaultyWorld(SOAKED_HOUSE);
  const over = new AbortController();
  try {
    return await runHousehold(world, over, options);
  } finally {
    over.abort();
    await world.stop();
  }
}

async function runHousehold(
  world: FaultyWorld,
  over: AbortController,
  { minutes, seed, say }: ScenarioOptions
): Promise<readonly Finding[]> {
  const begun = performance.now();
  const lasts = minutes * 60_000;
  const shareOver = () => (performance.now() - begun) / lasts;
  const mark = new Mark(world.controller);
  const [own, ...grants] = await world.grants(SCREENS + 1);
  if (!own) throw new Error('No screen signed in.');
  const tab = await Tab.open(world.origin, own, world.controller);
  const visitors = grants.map((grant) => new Visitor({ origin: world.origin, ...grant }));
  for (const visitor of visitors) visitor.come();
  await untilCurrent(visitors, mark);

  let calmSince = performance.now();
  const isCalm = () => performance.now() > calmSince + CALM_MS;
  const record = new VitalsRecorder(world);
  const comings = { count: 0 };
  const batches = new Batches(world, own);
  const work = [
    repeat(SAMPLE_MS, over.signal, async () => {
      if (isCalm()) await record.measure();
    }),
    repeat(CHANGE_MS, over.signal, () => mark.change()),
    repeat(BATCH_MS, over.signal, async () => {
      await batches.post();
      await sleep(BATCH_ENDED_MS);
      await batches.readBack();
    }),
    comeAndGo(visitors.slice(STAYING), { seed, signal: over.signal, comings })
  ];

  const worst = new Map<string, number>();
  const faults = inRandomOrder(seed);
  let heapEarly = NaN;
  let isKillNext = true;
  for (
    let due = begun + FAULT_MS;
    due < begun + lasts - FAULT_MS;
    due = Math.max(due + FAULT_MS, performance.now())
  ) {
    await sleep(Math.max(0, due - performance.now()));
    const isKill = isKillNext && shareOver() < KILLED_SHARE;
    isKillNext = !isKillNext;
    const [name, applyFault] = isKill ? KILL : faults.next().value;
    calmSince = Infinity;
    if (Number.isNaN(heapEarly) && shareOver() > WARM_SHARE) heapEarly = await tab.heap();
    await applyFault(world);
    if (isKill) batches.returned();
    const ms = Math.max(...(await Promise.all([untilCurrent(visitors, mark), tab.untilCurrent()])));
    calmSince = performance.now();
    worst.set(name, Math.max(worst.get(name) ?? 0, ms));
    say(
      `${Math.round((performance.now() - begun) / 1_000)} s: ${name}; all screens current after ${Math.round(ms)} ms`
    );
  }
  await sleep(Math.max(0, begun + lasts - performance.now()));
  const heapLate = await tab.heap();
  const isFirst = await tab.isFirst();
  await tab.close();
  over.abort();
  await Promise.all(work);
  batches.stop();
  for (const visitor of visitors) visitor.leave();

  const share = (from: number, to: number) => [begun + from * lasts, begun + to * lasts] as const;
  const memory = [
    ...record.growth(share(WARM_SHARE, WARM_SHARE + WINDOW_SHARE), share(1 - WINDOW_SHARE, 1)),
    reported('Heap of the tab after the warm-up', heapEarly, 'MB'),
    atMost(10, 'Growth of the tab’s heap', heapLate - heapEarly, 'MB')
  ];
  return [
    ...Array.from(worst, ([name, ms]) =>
      atMost(name === KILL[0] ? KILLED_MS : CURRENT_MS, `Current after: ${name}`, ms, 'ms')
    ),
    ...(minutes < MIN_MEMORY_MINUTES ? [] : memory),
    none('Reloads of the tab', Number(!isFirst)),
    reported('Changes of the mark', mark.value),
    reported('Screens that came back', comings.count),
    none('Screens that were signed out', visitors.filter(({ screen }) => screen.isSignedOut).length),
    none('Sign-ins at the controller after the first ones', loginsOf(world) - SCREENS - 1),
    ...batches.findings()
  ];
}

const loginsOf = ({ controller }: FaultyWorld) => controller.requests()['POST /auth/login'] ?? 0;

async function repeat(ms: number, signal: AbortSignal, action: () => void | Promise<void>): Promise<void> {
  for (let due = performance.now(); !signal.aborted; due += ms) {
    await action();
    await sleep(Math.max(0, due + ms - performance.now()));
  }
}

/** Screens leave and come back in turn, half of them with a new page. */
function comeAndGo(
  visitors: readonly Visitor[],
  { seed, signal, comings }: { seed: number; signal: AbortSignal; comings: { count: number } }
): Promise<void> {
  const random = randomOf(seed, 'comings');
  return repeat(COMING_MS, signal, () => {
    visitors[comings.count++ % visitors.length]?.comeAgain(random.next() < 0.5);
  });
}

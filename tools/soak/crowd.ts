import { setTimeout as sleep } from 'node:timers/promises';
import * as make from '../../proxy/virtual/house/make';
import { HOUSE } from '../../proxy/virtual/house/house';
import type { HousePlan, RoomPlan } from '../../proxy/virtual/house/plan';
import { Changes } from '../support/changes';
import type { Finding } from '../support/figures';
import { Observer, liveSocketOf } from '../support/observer';
import type { SoakOptions } from './soak-options';
import { openWorld, type World } from '../support/world';

const SCREENS = 100;
const DEVICES = 1_000;
const A_ROOM = 50;
/** Id of the first sensor; the others follow. */
export const FIRST_DEVICE = 1_000;

/** Rates and durations of changes, with their bounds. */
const LOADS = [
  { name: '50 a second', perSecond: 50, lastsMs: 60_000, seenMs: 100, share: 50 },
  { name: '500 a second', perSecond: 500, lastsMs: 15_000, seenMs: 250, share: undefined }
] as const;
const MEMORY_MB = 200;
/** Interval at which changes are made in batches, in ms: timers are not precise enough for single ones. */
const STEP_MS = 20;
/** Changes that have not arrived after this time count as lost, in ms. */
const LATEST_MS = 5_000;

/** A home of sensors only, in rooms of fifty. */
export const hotelOf = (devices: number): HousePlan => {
  const rooms = Array.from({ length: Math.ceil(devices / A_ROOM) }, (_, room): RoomPlan => ({
    ...HOUSE.noRoom,
    id: 200 + room,
    name: `Room ${room}`,
    devices: Array.from({ length: Math.min(A_ROOM, devices - room * A_ROOM) }, (__, at) => {
      const id = FIRST_DEVICE + room * A_ROOM + at;
      return make.temperature(id, `Sensor ${id}`, 20);
    })
  }));
  return { ...HOUSE, sections: [{ id: 1, name: 'Hotel', rooms }] };
};

/** A hundred screens watch a thousand devices that change. */
export async function crowd({ say }: SoakOptions): Promise<readonly Finding[]> {
  const world = await openWorld({ house: hotelOf(DEVICES), isLiving: false });
  const observers: Observer[] = [];
  try {
    for (const grant of await world.grants(SCREENS))
      observers.push(new Observer(liveSocketOf(world.program.url, grant)));
    await Promise.all(observers.map((observer) => observer.ready()));
    const findings: Finding[] = [];
    for (const load of LOADS) {
      findings.push(...(await applyLoad(load, world, observers)));
      say(`${load.name}: done`);
    }
    return findings;
  } finally {
    for (const observer of observers) observer.leave();
    await world.stop();
  }
}

async function applyLoad(
  { name, perSecond, lastsMs, seenMs, share }: (typeof LOADS)[number],
  world: World,
  observers: readonly Observer[]
): Promise<readonly Finding[]> {
  const before = await world.vitals();
  const begun = performance.now();
  const changes = new Changes(world.controller, { first: FIRST_DEVICE, count: DEVICES });
  await makeChanges(changes, observers, { perSecond, lastsMs });
  const after = await world.vitals();
  const spent = ((after.cpu - before.cpu) / (performance.now() - begun)) * 100;
  const missed = await missedBy(observers);
  const of = `At ${name} on a hundred screens`;
  return [
    { of: `${of}: changes made`, found: changes.count, unit: '' },
    { of: `${of}: changes seen`, found: changes.delays.count, unit: '' },
    { of: `${of}: values missed in the end`, found: missed, most: 0, unit: '' },
    { of: `${of}: seen after, p50`, found: changes.delays.percentile(0.5), unit: 'ms' },
    { of: `${of}: seen after, p99`, found: changes.delays.percentile(0.99), most: seenMs, unit: 'ms' },
    { of: `${of}: share of a core`, found: spent, ...(share !== undefined && { most: share }), unit: '%' },
    { of: `${of}: resident memory`, found: after.memory, most: MEMORY_MB, unit: 'MB' }
  ];
}

/** Makes changes at a rate for a while, watched by observers. */
export async function makeChanges(
  changes: Changes,
  observers: readonly Observer[],
  { perSecond, lastsMs }: { perSecond: number; lastsMs: number }
): Promise<void> {
  const begun = performance.now();
  for (const observer of observers) observer.follow(changes);
  while (performance.now() - begun < lastsMs) {
    changes.makeUntil(((performance.now() - begun) / 1000) * perSecond);
    await sleep(STEP_MS);
  }
}

/** The number of wrong values on all screens, after time for the last change to arrive. */
export async function missedBy(observers: readonly Observer[]): Promise<number> {
  const isMissed = () => observers.some((observer) => observer.missed > 0);
  for (let waited = 0; isMissed() && waited < LATEST_MS; waited += STEP_MS) await sleep(STEP_MS);
  return observers.reduce((sum, observer) => sum + observer.missed, 0);
}

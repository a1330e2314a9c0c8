import { setTimeout as sleep } from 'node:timers/promises';
import * as make from '../../proxy/virtual/house/make';
import { HOUSE } from '../../proxy/virtual/house/house';
import type { HousePlan, RoomPlan } from '../../proxy/virtual/house/plan';
import { Changes } from './changes';
import type { Finding } from './figures';
import { Onlooker, sightOf } from './onlooker';
import type { Wish } from './soak-options';
import { openWorld, type World } from './world';

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
export async function crowd({ say }: Wish): Promise<readonly Finding[]> {
  const world = await openWorld({ house: hotelOf(DEVICES), isLiving: false });
  const onlookers: Onlooker[] = [];
  try {
    for (const grant of await world.grants(SCREENS))
      onlookers.push(new Onlooker(sightOf(world.program.url, grant)));
    await Promise.all(onlookers.map((onlooker) => onlooker.isLookingOn()));
    const findings: Finding[] = [];
    for (const load of LOADS) {
      findings.push(...(await bear(load, world, onlookers)));
      say(`${load.name}: done`);
    }
    return findings;
  } finally {
    for (const onlooker of onlookers) onlooker.leave();
    await world.stop();
  }
}

async function bear(
  { name, perSecond, lastsMs, seenMs, share }: (typeof LOADS)[number],
  world: World,
  onlookers: readonly Onlooker[]
): Promise<readonly Finding[]> {
  const before = await world.vitals();
  const begun = performance.now();
  const changes = new Changes(world.controller, { first: FIRST_DEVICE, count: DEVICES });
  await press(changes, onlookers, { perSecond, lastsMs });
  const after = await world.vitals();
  const spent = ((after.cpu - before.cpu) / (performance.now() - begun)) * 100;
  const missed = await missedBy(onlookers);
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

/** Makes changes at a rate for a while, watched by onlookers. */
export async function press(
  changes: Changes,
  onlookers: readonly Onlooker[],
  { perSecond, lastsMs }: { perSecond: number; lastsMs: number }
): Promise<void> {
  const begun = performance.now();
  for (const onlooker of onlookers) onlooker.follow(changes);
  while (performance.now() - begun < lastsMs) {
    changes.makeUntil(((performance.now() - begun) / 1000) * perSecond);
    await sleep(STEP_MS);
  }
}

/** The number of wrong values on all screens, after time for the last change to arrive. */
export async function missedBy(onlookers: readonly Onlooker[]): Promise<number> {
  const isMissed = () => onlookers.some((onlooker) => onlooker.missed > 0);
  for (let waited = 0; isMissed() && waited < LATEST_MS; waited += STEP_MS) await sleep(STEP_MS);
  return onlookers.reduce((sum, onlooker) => sum + onlooker.missed, 0);
}

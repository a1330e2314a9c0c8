import { expect, it } from 'vitest';
import { World, type Event, type Limits } from './conversation-world';

/** The number of worlds after which an exploration ends: all of a single touch with `MANTEL_STORM=whole`. */
const ENOUGH = process.env['MANTEL_STORM'] === 'whole' ? 50_000 : 500;

type Path = readonly Event[];

/** Picks from lists evenly, the same in each run. */
function picker() {
  let seed = 1;
  return (length: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % length;
  };
}

/**
 * Explores the worlds that events lead to, until there is no new one or it is enough. A world cannot be copied, so each
 * run takes a path from the start, goes on through new worlds, and finishes the last one.
 * @returns the number of different worlds, and whether these are all
 */
async function explore(limits: Limits) {
  const known = new Set<string>();
  const pick = picker();
  const paths: Path[] = [[]];
  while (paths.length > 0) {
    if (known.size >= ENOUGH) return { count: known.size, isWhole: false };
    const [path = []] = paths.splice(pick(paths.length), 1);
    for (const later of await run(path, limits, known, pick)) paths.push(later);
  }
  return { count: known.size, isWhole: true };
}

/** Takes a path, and then one event after the other while they lead to a new world. Returns the ways that it did not go. */
async function run(path: Path, limits: Limits, known: Set<string>, pick: (length: number) => number) {
  const taken = [...path];
  const others: Path[] = [];
  try {
    const world = await World.open(limits);
    for (const event of path) await world.take(event);
    for (let { key } = world; !known.has(key); { key } = world) {
      known.add(key);
      const { events } = world;
      const [next] = events.splice(pick(events.length), 1);
      if (!next) break;
      for (const other of events) others.push([...taken, other]);
      taken.push(next);
      await world.take(next);
    }
    await world.finish();
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw new Error(`${what}\nafter ${taken.join(', ')}`, { cause: error });
  }
  return others;
}

const NONE: Limits = { taps: 0, bulks: 0, breaks: 0, sleeps: 0, waits: 0 };

it.each<[string, Limits]>([
  ['a touch, a break, and an hour of sleep', { ...NONE, taps: 1, breaks: 1, sleeps: 1 }],
  ['a touch, a break, and time that passes', { ...NONE, taps: 1, breaks: 1, waits: 1 }],
  ['two touches of one device, and a break', { ...NONE, taps: 2, breaks: 1 }],
  ['a bulk action, a break, and an hour of sleep', { ...NONE, bulks: 1, breaks: 1, sleeps: 1 }]
])(
  'in every order of %s, nothing late is sent, nothing twice, and the page tells one true end of each command',
  async (_name, limits) => {
    const { count, isWhole } = await explore(limits);
    console.info(`${count} states${isWhole ? ', which are all' : ''}`);
    expect(count).toBeGreaterThanOrEqual(500);
  }
);

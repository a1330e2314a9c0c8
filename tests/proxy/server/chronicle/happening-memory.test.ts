import { expect, it } from 'vitest';
import { HAPPENINGS_TTL_MS, type Happening } from '#shared/happenings';
import { decodeDevice } from '#shared/home-schema';
import { HappeningMemory, type RecordedHappening } from '../../../../proxy/server/chronicle/happening-memory';
import { significantValues } from '../../../../proxy/server/chronicle/significant';
import { FakeClock } from '../../../support/fake-clock';

const MAX_BYTES = 1024 * 1024;
const MAX_PART_BYTES = 256 * 1024;
const NOBODY = new Map<number, number | null>();

/** A change of a device with this many bytes of values. */
const changed = (device: number, at: number, bytes: number): RecordedHappening => ({
  happening: { kind: 'changed', at, device, params: { Status: '€'.repeat(bytes / 3) } },
  rooms: NOBODY
});
/** A timer that a screen has set, with this many commands. */
const setBy = (screen: string, at: number, commands: number): RecordedHappening => ({
  happening: {
    kind: 'timer',
    at,
    what: 'set',
    room: null,
    due: at,
    by: null,
    commands: Array.from({ length: commands }, (_, device) => ({ device, method: 'setStatus', params: {} }))
  },
  rooms: NOBODY,
  sender: screen
});

/** A memory, and all that it has, in parts. */
function aMemory() {
  const clock = new FakeClock();
  const memory = new HappeningMemory(clock);
  const parts = () => {
    const read: string[][] = [];
    let from: number | undefined = 0;
    while (from !== undefined) {
      const { texts, next }: { texts: readonly string[]; next?: number } = memory.read(
        0,
        from,
        ({ happening }) => happening
      );
      read.push([...texts]);
      from = next;
    }
    return read;
  };
  const all = () => parts().flatMap((texts) => texts.map((text) => JSON.parse(text) as Happening));
  return { clock, memory, parts, all };
}

it('what happened has at most a megabyte for a home, in parts of 256 kB, and the newest of each device stays', () => {
  const { clock, memory, parts, all } = aMemory();
  const now = clock.now();
  for (let n = 0; n < 3_000; n++) memory.add(changed(n % 100, now + n, 3_000));
  for (let n = 0; n < 300; n++) memory.add(setBy('wall', now + n, 200));
  const sizes = parts().map((texts) => Buffer.byteLength(texts.join()));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_PART_BYTES);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(MAX_BYTES / 2);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_BYTES);
  const devices = all().flatMap((each) => (each.kind === 'changed' ? [each.device] : []));
  expect(new Set(devices).size).toBe(100);
});

it.each<[string, (memory: HappeningMemory, at: number) => void]>([
  ['a device', (memory, at) => memory.add(changed(1, at, 3_000))],
  ['a screen', (memory, at) => memory.add(setBy('guest', at, 200))]
])('what happened loses nothing of others to %s that does much', (_who, flood) => {
  const { clock, memory, all } = aMemory();
  const now = clock.now();
  memory.add(changed(2, now, 30));
  memory.add(setBy('wall', now, 1));
  for (let n = 1; n < 5_000; n++) flood(memory, now + n);
  const [first, second] = all();
  expect(first).toMatchObject({ kind: 'changed', device: 2 });
  expect(second).toMatchObject({ kind: 'timer', commands: [{ device: 0 }] });
});

it('what happened more than two days ago is forgotten, and what is replaced stays at its place', () => {
  const { clock, memory, all } = aMemory();
  const now = clock.now();
  memory.add(changed(1, now, 30));
  memory.add(changed(2, now + 1, 30), 'key');
  memory.add(changed(3, now + 2, 30));
  memory.add(changed(2, now + 3, 60), 'key');
  expect(all().map((each) => each.kind === 'changed' && each.device)).toEqual([1, 2, 3]);
  clock.jump(HAPPENINGS_TTL_MS + 1);
  expect(all().map(({ at }) => at - now)).toEqual([3, 2]);
});

const numbers = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`Mode${n}`, n]));

it.each<[string, object, object]>([
  ['a boolean and a number', { Status: true, Level: 40 }, { Status: true, Level: 40 }],
  ['a text of 64 letters', { currentMode: 'x'.repeat(64) }, { currentMode: 'x'.repeat(64) }],
  ['a longer text', { currentMode: 'x'.repeat(65) }, {}],
  ['sixteen numbers', { currentSetpoints: numbers(16) }, { currentSetpoints: numbers(16) }],
  ['more numbers', { currentSetpoints: numbers(17) }, {}],
  ['numbers with a long name', { currentSetpoints: { ['x'.repeat(65)]: 1 } }, {}],
  [
    'other things among the numbers',
    { currentSetpoints: { Heat: 21, Cool: {}, Dry: 'x'.repeat(99) } },
    { currentSetpoints: { Heat: 21 } }
  ],
  ['a list', { Status: Array(999).fill(1), Armed: { deep: {} }, Tripped: null }, {}],
  ['what no page words', { Temperature: 20 }, {}]
])('what happened keeps of %s what pages word', (_what, params, kept) => {
  const device = decodeDevice({ id: 1, name: 'It', room_id: 1, type: 'It', interfaces: [], params });
  expect(device && significantValues(device)).toEqual(kept);
});

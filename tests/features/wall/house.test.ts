import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Bucket } from '#shared/record';
import { randomOf } from '../../../proxy/sources/virtual/random';
import { HomeView } from '../../../src/features/view-models/home-view.svelte';
import { layoutHouse, storeysOf } from '../../../src/features/wall/house-layout';
import { skyAt, windowOf } from '../../../src/features/wall/house-look';
import { pastLookOf } from '../../../src/features/wall/past-day';
import { aHome } from '../../lib/state/test-home';
import { anOpenHome } from '../../lib/state/test-screen';

interface Thing {
  readonly kind: 'lamp' | 'shutter' | 'door' | 'smoke' | 'air';
  readonly room: number;
  readonly isAlive: boolean;
  /** 0 to 99, or 0 and 1; undefined if it reports none. */
  readonly state: number | undefined;
}

const FORMS = {
  lamp: (state?: number) => ['DevDimmer', '', 'SwitchMultilevel', { Level: state }],
  shutter: (state?: number) => ['DevShutter', '', 'Shutter', { Level: state }],
  door: (state?: number) => ['DevDoor', 'BinaryDoorSensor', 'SensorBinary', tripped(state)],
  smoke: (state?: number) => ['DevBinarySensor', 'BinarySmokeSensor', 'SensorBinary', tripped(state)],
  air: (state?: number) => ['DevTemperature', '', 'SensorMultilevel', { Value: state }]
};
const tripped = (state?: number) => ({ Tripped: state === undefined ? undefined : state > 0 });
const KINDS = ['lamp', 'lamp', 'shutter', 'door', 'smoke', 'air'] as const;

/** Six rooms with up to five things each, in any state. */
function thingsOf(seed: number): readonly Thing[] {
  const { next } = randomOf(seed, 'house');
  return [1, 2, 3, 4, 5, 6].flatMap((room) =>
    Array.from({ length: Math.floor(next() * 6) }, (): Thing => {
      const kind = KINDS[Math.floor(next() * KINDS.length)] ?? 'lamp';
      const isLevel = kind === 'lamp' || kind === 'shutter';
      const any = next() < 0.4 ? 0 : isLevel ? 6 + Math.floor(next() * 88) : 1;
      return { kind, room, isAlive: next() < 0.8, state: next() < 0.2 ? undefined : any };
    })
  );
}

/** What is so in a room, straight from its things. */
function truthOf(things: readonly Thing[]) {
  const of = (...kinds: string[]) => things.filter(({ kind }) => kinds.includes(kind));
  const isOn = ({ isAlive, state = 0 }: Thing) => isAlive && state > 0;
  const isSilent = ({ isAlive, state }: Thing) => !isAlive || state === undefined;
  const lit = of('lamp').filter(isOn);
  const levels = of('shutter').flatMap(({ isAlive, state }) => (isAlive ? (state ?? []) : []));
  const down = levels.map((level) => (level === 0 ? 1 : 1 - level / 99));
  const isAllUnknown =
    of('lamp').length > 0
      ? of('lamp').every(isSilent)
      : of('shutter', 'door').length > 0
        ? of('shutter', 'door').every(isSilent)
        : things.length > 0 && things.every(({ isAlive }) => !isAlive);
  return {
    level: Math.max(0, ...lit.map(({ state = 0 }) => state)),
    blind: down.length > 0 ? down.reduce((sum, share) => sum + share) / down.length : 0,
    isAjar: of('door').some(isOn),
    isDanger: of('smoke').some(({ state = 0 }) => state > 0),
    isUnknown: isAllUnknown
  };
}

it('at 200 random states each window agrees with what is in its room', () => {
  const opened = anOpenHome();
  const view = new HomeView(opened);
  for (let seed = 1; seed <= 200; seed += 1) {
    const things = thingsOf(seed);
    const devices = things.map(({ kind, room, isAlive, state }, id) => {
      const [type, role, of, params] = FORMS[kind](state);
      return {
        id: id + 1,
        name: `Thing ${id}`,
        room_id: room,
        type,
        role,
        interfaces: [of],
        params,
        alive: isAlive
      };
    });
    const rooms = [1, 2, 3, 4, 5, 6].map((id) => ({ id, name: `Room ${id}` }));
    opened.state.replace(aHome({ rooms, devices }), `e.${seed}`, seed);
    for (const room of view.rooms.filter(({ slot }) => slot.room)) {
      const { light, blind, colour, ...flags } = windowOf(room, room.devicesOf('lights'));
      const {
        level,
        blind: down,
        ...truth
      } = truthOf(things.filter((thing) => thing.room === room.slot.room?.id));
      const where = `state ${seed}, ${room.name}`;
      expect(flags, where).toEqual(truth);
      expect(light, where).toBeCloseTo(level > 0 ? 0.5 + (0.5 * level) / 99 : 0);
      expect(blind, where).toBeCloseTo(down);
      expect(colour !== '', where).toBe(level > 0);
    }
  }
});

it('each of up to 40 rooms on up to six floors has one window, and no two share a place', () => {
  const NAMES = ['Living room', 'Garden', 'Garage', 'Cellar', 'Hall', 'Спальня'];
  const floors = fc.array(fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 12 }), {
    minLength: 1,
    maxLength: 6
  });
  const size = fc.integer({ min: 200, max: 2600 });
  fc.assert(
    fc.property(floors, size, size, (named, width, height) => {
      let id = 0;
      const home = named.map((names, at) => ({
        name: `Floor ${at}`,
        rooms: names.map((name) => ({ name, slot: { key: String((id += 1)), room: null } }))
      }));
      const { windows, cell } = layoutHouse(storeysOf(home), { width, height }, 2 / 3);
      expect(new Set(windows.map(({ room }) => room.slot.key)).size).toBe(Math.min(40, id));
      expect(windows).toHaveLength(Math.min(40, id));
      const near = 0.01;
      for (const [at, one] of windows.entries()) {
        expect(Math.min(one.x - cell / 3, one.y)).toBeGreaterThan(-near);
        expect(one.x + one.width + cell / 3).toBeLessThan(width + near);
        expect(one.y + one.height).toBeLessThan(height + near + 0.06 * cell);
        for (const other of windows.slice(at + 1))
          expect(
            Math.abs(one.x - other.x) > cell - near || Math.abs(one.y - other.y) > cell * 0.8,
            `${one.room.name} and ${other.room.name}`
          ).toBe(true);
      }
    })
  );
});

it.each([
  [3, undefined, 'night'],
  [7, undefined, 'dawn'],
  [12, undefined, 'day'],
  [18, undefined, 'dusk'],
  [23, undefined, 'night'],
  [18, 9000, 'day'],
  [8, 90, 'dawn'],
  [16, 90, 'dusk'],
  [16, 1, 'night']
] as const)('at %s o’clock with %s lux outside the sky is that of %3$s', (hours, lux, sky) => {
  expect(skyAt(hours, lux)).toBe(sky);
});

it.each<[string, Bucket[], number, boolean]>([
  ['no lamps', [], 0, false],
  ['lamps of which nothing is recorded', [null, null], 0, true],
  ['a lamp that was off', [null, { false: 1 }], 0, false],
  ['a lamp that was on for a moment', [{ true: 0.01, false: 0.99 }, null], 1, false],
  ['a dimmer', [[0, 33, 99], { false: 1 }], 2 / 3, false],
  ['a dimmer that was off', [[0, 0, 0]], 0, false]
])('the window of a room with %s shows that of a recorded step', (_, lamps, light, isUnknown) => {
  expect(pastLookOf(lamps)).toMatchObject({ light, isUnknown, blind: 0, isAjar: false, isDanger: false });
});

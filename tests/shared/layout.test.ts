import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { EMPTY_HOME, NO_ROOM_NAME, type Home } from '#shared/home';
import { decodeHome } from '#shared/home-schema';
import { EMPTY_LAYOUT, arrangeHome, type Layout } from '#shared/layout';
import { keptLayoutSchema } from '#shared/layout-schema';
import { layoutSchema } from '#shared/sent-layout';
import { arbitraryHome } from './arbitrary-home';

const WHOLE: Layout = {
  favourites: [22, 21],
  devices: {
    '21': { name: 'Читальна', icon: 'floor-lamp', isHidden: false, order: 1.5 },
    '23': { lock: 'unlocked' }
  },
  rooms: { '11': { name: 'Parlour', icon: 'sofa', picture: 'sea', order: -1, sensors: { light: 'none' } } }
};

const home: Home =
  decodeHome({
    sections: [{ id: 1, name: 'Ground floor' }],
    rooms: [
      { id: 11, name: 'Living room', section_id: 1, order: 3, icon: 'lounge' },
      { id: 12, name: NO_ROOM_NAME }
    ],
    devices: [
      { id: 21, name: 'Lamp', room_id: 11, order: 7, hidden: true, favorite: true, params: { Status: true } },
      { id: 22, name: 'Fan', room_id: 11 },
      { id: 23, name: 'Heater' }
    ]
  }) ?? EMPTY_HOME;

const refuses = (layout: unknown) => !v.safeParse(layoutSchema, layout).success;

it.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['text', '{}'],
  ['a list', []],
  ['an object of another kind', {}],
  ['one that lacks its rooms', { favourites: null, devices: {} }],
  ['favourites that are no list', { ...EMPTY_LAYOUT, favourites: { 0: 21 } }],
  ['a favourite that is text', { ...EMPTY_LAYOUT, favourites: ['21'] }],
  ['a favourite below zero', { ...EMPTY_LAYOUT, favourites: [-1] }],
  ['a favourite that no number holds exactly', { ...EMPTY_LAYOUT, favourites: [2 ** 53] }],
  ['a favourite twice', { ...EMPTY_LAYOUT, favourites: [21, 22, 21] }],
  ['more than 500 favourites', { ...EMPTY_LAYOUT, favourites: Array.from({ length: 501 }, (_, id) => id) }],
  ['devices as a list', { ...EMPTY_LAYOUT, devices: [{ name: 'Lamp' }] }],
  ['a device that is null', { ...EMPTY_LAYOUT, devices: { '21': null } }],
  ['a key that is no id', { ...EMPTY_LAYOUT, devices: { lamp: {} } }],
  ['an id that is written oddly', { ...EMPTY_LAYOUT, devices: { '021': {} } }],
  ['an id below zero', { ...EMPTY_LAYOUT, devices: { '-1': {} } }],
  ['a sensor below zero', { ...EMPTY_LAYOUT, rooms: { '11': { sensors: { light: -1 } } } }],
  ['an empty name', { ...EMPTY_LAYOUT, devices: { '21': { name: '' } } }],
  ['a name of blanks', { ...EMPTY_LAYOUT, devices: { '21': { name: ' \t ' } } }],
  ['a name of 201 letters', { ...EMPTY_LAYOUT, devices: { '21': { name: 'x'.repeat(201) } } }],
  ['a name that is no text', { ...EMPTY_LAYOUT, devices: { '21': { name: 21 } } }],
  ['a name that is absent in words', { ...EMPTY_LAYOUT, devices: { '21': { name: undefined } } }],
  ['hiding that is no truth', { ...EMPTY_LAYOUT, devices: { '21': { isHidden: 1 } } }],
  ['a place without an end', { ...EMPTY_LAYOUT, devices: { '21': { order: Infinity } } }],
  ['a lock that is neither', { ...EMPTY_LAYOUT, devices: { '21': { lock: 'unknown' } } }],
  ['a lock that is a truth', { ...EMPTY_LAYOUT, devices: { '21': { lock: true } } }],
  [
    'a room with the name of the one that stands for none',
    { ...EMPTY_LAYOUT, rooms: { '11': { name: ` ${NO_ROOM_NAME}` } } }
  ]
])('a layout is refused: %s', (_, layout) => {
  expect(refuses(layout)).toBe(true);
});

const without = (all: object, id: string) =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key !== id));

describe('a cached layout', () => {
  const readKept = (layout: unknown) => v.parse(keptLayoutSchema, layout);

  it.each<[string, unknown, unknown]>([
    [
      'a device',
      { ...WHOLE, devices: { ...WHOLE.devices, '21': { name: 5 } } },
      { ...WHOLE, devices: without(WHOLE.devices, '21') }
    ],
    ['a room', { ...WHOLE, rooms: { ...WHOLE.rooms, '12': 'Attic' } }, WHOLE],
    ['a key that is no id', { ...WHOLE, rooms: { ...WHOLE.rooms, attic: {} } }, WHOLE],
    ['a favourite', { ...WHOLE, favourites: [22, '21', 21, -1, 22] }, WHOLE],
    ['the favourites', { ...WHOLE, favourites: 'all' }, { ...WHOLE, favourites: null }],
    ['the devices', { ...WHOLE, devices: [1] }, { ...WHOLE, devices: {} }],
    ['the rooms', { ...WHOLE, rooms: null }, { ...WHOLE, rooms: {} }]
  ])('loses only its malformed parts: %s', (_, kept, left) => {
    expect(readKept(kept)).toEqual(left);
  });

  it.each([undefined, null, '{}', [], {}, { favourites: null, devices: {} }])('is missing if %j', (kept) => {
    expect(v.safeParse(keptLayoutSchema, kept).success).toBe(false);
  });

  it('ignores keys that could change prototypes, as a sent one does', () => {
    const sent: unknown = JSON.parse(
      '{"favourites":null,"devices":{"__proto__":{"name":"x"}},"rooms":{"__proto__":{}},"__proto__":{"x":1}}'
    );
    expect({ kept: readKept(sent), parsed: v.parse(layoutSchema, sent) }).toEqual({
      kept: EMPTY_LAYOUT,
      parsed: EMPTY_LAYOUT
    });
    expect(Reflect.get(EMPTY_LAYOUT, 'x')).toBeUndefined();
  });
});

test('a layout keeps what its devices were, without malformed digests', () => {
  const models = { '21': '0123abcd', '22': 'x', kitchen: '0123abcd' };
  expect(v.parse(keptLayoutSchema, { ...EMPTY_LAYOUT, models }).models).toEqual({ '21': '0123abcd' });
  expect(v.is(layoutSchema, { ...EMPTY_LAYOUT, models })).toBe(false);
});

test('a custom name that nobody can see, or that reorders the text around it, is not taken', () => {
  const name = (given: string) =>
    v.parse(keptLayoutSchema, { ...EMPTY_LAYOUT, devices: { 1: { name: given } } }).devices['1']?.name;
  expect(name('\u200b\u2060')).toBeUndefined();
  expect(name('Lamp \u202egnp.exe')).toBe('Lamp gnp.exe');
  expect(name(' 👩‍🚀 ')).toBe('👩‍🚀');
});

test('an empty layout leaves any home unchanged, object by object', () => {
  fc.assert(
    fc.property(arbitraryHome, (any) => {
      const arranged = arrangeHome(any, EMPTY_LAYOUT);
      expect(arranged).toEqual(any);
      expect(arranged.devices.every((device, at) => device === any.devices[at])).toBe(true);
      expect(arranged.rooms.every((room, at) => room === any.rooms[at])).toBe(true);
    })
  );
});

test('an arranged home keeps ids, values and positions in lists', () => {
  const appearance = fc.record(
    { name: fc.string({ minLength: 1 }), icon: fc.constant('fan'), isHidden: fc.boolean(), order: fc.nat(9) },
    { requiredKeys: [] }
  );
  const layout = fc.record({
    favourites: fc.option(fc.uniqueArray(fc.nat(20))),
    devices: fc.dictionary(fc.nat(20).map(String), appearance),
    rooms: fc.dictionary(
      fc.nat(5).map(String),
      appearance.map(({ isHidden: _, ...room }) => room)
    )
  });
  const shown = { name: 0, icon: 0, hidden: 0, order: 0, favorite: 0, background_image: 0 };
  const rest = (thing: object) => Object.entries(thing).filter(([key]) => !Object.hasOwn(shown, key));
  fc.assert(
    fc.property(arbitraryHome, layout, (any, made) => {
      const arranged = arrangeHome(any, made);
      expect(arranged.sections).toBe(any.sections);
      expect(arranged.rooms.map(rest)).toEqual(any.rooms.map(rest));
      expect(arranged.devices.map(rest)).toEqual(any.devices.map(rest));
    })
  );
});

const { devices: arrangedDevices, rooms: arrangedRooms } = arrangeHome(home, WHOLE);

it('an arranged home shows the household’s own names, icons, places and hiding', () => {
  const lamp = { name: 'Читальна', icon: 'floor-lamp', hidden: false, order: 1.5 };
  expect(arrangedDevices[0]).toEqual({ ...home.devices[0], ...lamp });
  const parlour = { name: 'Parlour', icon: 'sofa', background_image: 'sea', order: -1 };
  expect(arrangedRooms[0]).toEqual({ ...home.rooms[0], ...parlour, sensors: { light: 'none' } });
});

it('an arranged home has its own favourites in place of the controller’s', () => {
  const favourites = (layout: Layout) =>
    arrangeHome(home, layout).devices.flatMap(({ id, favorite }) => (favorite ? [id] : []));
  expect(favourites(WHOLE)).toEqual([21, 22]);
  expect(favourites({ ...WHOLE, favourites: [] })).toEqual([]);
  expect(favourites(EMPTY_LAYOUT)).toEqual([21]);
});

it("an arranged home has the household's meaning of a lock's reports, which no controller has", () => {
  expect(arrangedDevices[2]).toEqual({ ...home.devices[2], lock: 'unlocked' });
  const decoded = decodeHome({ ...home, devices: [{ id: 1, lock: 'locked' }] });
  expect(decoded?.devices[0]).not.toHaveProperty('lock');
});

it('an arranged home leaves other devices unchanged', () => {
  expect(arrangedDevices[1]).toEqual({ ...home.devices[1], favorite: true });
  expect(arrangeHome(home, EMPTY_LAYOUT).devices[2]).toBe(home.devices[2]);
  expect(arrangedRooms[1]).toBe(home.rooms[1]);
});

it('an arranged home never renames the room that stands for none', () => {
  const layout = { ...EMPTY_LAYOUT, rooms: { '12': { name: 'Attic' } } };
  expect(arrangeHome(home, layout).rooms[1]).toBe(home.rooms[1]);
});

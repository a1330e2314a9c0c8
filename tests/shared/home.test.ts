import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isShown } from '#shared/home';
import {
  decodeDevice,
  decodeDevices,
  decodeHome,
  decodeRooms,
  decodeSection,
  decodeSections
} from '#shared/home-schema';
import { arbitraryHome } from './arbitrary-home';

const device = (fields: object) => decodeDevice({ id: 1, ...fields });

test('lists are read bare or under their name, and anything else is not a list', () => {
  expect(decodeSections([{ id: 1, name: 'Attic' }])?.entries).toEqual([{ id: 1, name: 'Attic' }]);
  expect(decodeSections({ sections: [{ id: 1, name: 'A' }] })?.entries).toHaveLength(1);
  for (const malformed of [null, 'x', 7, {}, { rooms: [] }, { sections: {} }])
    expect(decodeSections(malformed)).toBeNull();
});

test('ids that are decimal strings become whole numbers', () => {
  expect(decodeDevice({ id: '21' })?.id).toBe(21);
  expect(device({ room_id: '11' })?.room_id).toBe(11);
});

const NO_IDS: readonly unknown[] = [
  undefined,
  null,
  '',
  true,
  {},
  [1],
  '__proto__',
  'constructor',
  '1e3',
  '-1',
  '9007199254740993',
  -1,
  1.5,
  2 ** 53 + 1
];

test.each(NO_IDS.map((id) => [id]))('an entry whose id is %j is dropped and counted', (id) => {
  expect(decodeDevices([{ id, name: 'x' }, { id: 2 }])).toMatchObject({ entries: [{ id: 2 }], dropped: 1 });
});

test('of entries with one id the first counts, even if one is a number and one is text', () => {
  const decoded = decodeDevices([
    { id: 1, name: 'first' },
    { id: '1', name: 'second' },
    { id: 1, name: 'third' }
  ]);
  expect(decoded?.entries.map(({ name }) => name)).toEqual(['first']);
  expect(decoded?.dropped).toBe(2);
});

test('null entries, numbers and text among the devices do not hide other devices', () => {
  const decoded = decodeDevices([null, 4, 'x', [], { id: 3 }]);
  expect(decoded?.entries.map(({ id }) => id)).toEqual([3]);
  expect(decoded?.dropped).toBe(4);
});

test.each([[undefined], [null], [[]], [['Status']], ['{}'], [7]])('params of %j count as none', (params) => {
  expect(device({ params })?.params).toEqual({});
});

const nestedDeep: unknown = JSON.parse('['.repeat(50) + ']'.repeat(50));

test.each([
  ['an unknown type', { type: 'DevTeleporter' }],
  ['an unknown interface', { interfaces: ['Teleporter'], params: { Where: [1] } }],
  ['a level beyond its range', { params: { Level: 150 } }],
  ['a level that is text', { params: { Level: '50' } }],
  ['a level that is nothing', { params: { Level: null } }],
  ['a room that does not exist', { room_id: 77 }],
  ['itself as its parent', { params: { parentDeviceId: 1 } }],
  ['a script for a name', { name: '<img src=x onerror=alert(1)>' }],
  ['values nested fifty levels deep', { params: { Deep: nestedDeep } }]
])('a device with %s is shown as it is', (_what, fields) => {
  expect(device(fields)).toMatchObject(fields);
});

test.each([
  ['hidden', 1, true],
  ['hidden', 'no', false],
  ['favorite', '1', true],
  ['favorite', {}, false],
  ['room_id', {}, null]
])('the field %s of %j is read as %j', (name, given, shown) => {
  expect(device({ [name]: given })).toMatchObject({ [name]: shown });
});

test('parameters cannot change prototypes', () => {
  const params: unknown = JSON.parse('{"__proto__": {"polluted": true}, "Status": true}');
  const decoded = device({ params });
  expect(decoded?.params).toEqual({ Status: true });
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test.each([
  [true, true],
  [1, true],
  ['true', true],
  ['1', true],
  [false, false],
  [0, false],
  ['0', false],
  ['maybe', true],
  [undefined, true]
])('alive %j reads as %j, and an unknown value counts as alive', (alive, expected) => {
  expect(device({ alive })?.alive).toBe(expected);
});

test('interface names lose their spaces, other types are left out, and each counts once', () => {
  const read = (interfaces: unknown) => device({ interfaces })?.interfaces;
  const given = ['Switch Binary', 'SwitchBinary', 4, null, 'ZWave Device'];
  expect(read(given)).toEqual(['SwitchBinary', 'ZWaveDevice']);
  expect(read('SwitchBinary')).toEqual([]);
});

test('a name may be missing, not text, or 10 kB long, of which 1 kB stays', () => {
  expect(device({})?.name).toBe('');
  expect(device({ name: 4 })?.name).toBe('');
  expect(device({ name: 'я'.repeat(10_000) })?.name).toHaveLength(1_024);
});

test.each([
  ['\u200b\u200d\ufeff', ''],
  ['Lamp \u202egnp.exe', 'Lamp gnp.exe'],
  ['\u2066Ceiling\u2069\u200b', 'Ceiling']
])('of the name %j those characters are left out that nobody sees, or that reorder others', (name, seen) => {
  expect(device({ name })?.name).toBe(seen);
});

test.each([
  ['under main_devices', { main_devices: { temperature_sensor: 5, humidity_sensor: '6' } }],
  ['on the room itself', { temperature_sensor: 5, humidity_sensor: 6, main_devices: null }],
  ['in both places', { temperature_sensor: 9, humidity_sensor: 6, main_devices: { temperature_sensor: 5 } }]
])('main sensors are read %s', (_, fields) => {
  expect(decodeRooms([{ id: 11, ...fields }])?.entries[0]?.main_devices).toEqual({
    temperature_sensor: 5,
    humidity_sensor: 6,
    luminosity_sensor: null
  });
});

test('a main sensor of 0 is none', () => {
  const room = decodeRooms([{ id: 11, main_devices: { temperature_sensor: 0 } }])?.entries[0];
  expect(room?.main_devices.temperature_sensor).toBeNull();
});

test('a time that no calendar has is no time of the last contact', () => {
  const lastOnline = (seconds: unknown) => device({ last_online: seconds })?.last_online;
  expect(lastOnline(1_800_000_000)).toBe(1_800_000_000);
  for (const impossible of [1e300, -1e300, 8.64e12, 'soon']) expect(lastOnline(impossible)).toBeNull();
});

test('a single section is read as documented', () => {
  expect(decodeSection({ id: 4, name: 'Attic', extra: 1 })).toEqual({ id: 4, name: 'Attic' });
  expect(decodeSection({ name: 'Attic' })).toBeNull();
  expect(decodeSection([])).toBeNull();
});

test('a home is read completely or not at all', () => {
  expect(decodeHome({ sections: [], rooms: [] })).toBeNull();
  expect(decodeHome(null)).toBeNull();
  const empty = { sections: [], rooms: [], devices: [] };
  expect(decodeHome(empty)).toEqual(empty);
});

test('reading a decoded home again changes nothing', () => {
  fc.assert(
    fc.property(arbitraryHome, (home) => {
      expect(decodeHome(home)).toEqual(home);
    })
  );
});

test('of sections and rooms those without a valid id are left out', () => {
  expect(decodeRooms([null, 7, { id: 'x' }, { id: 1, section_id: 99 }, { id: 1 }])).toMatchObject({
    entries: [{ id: 1, section_id: 99 }],
    dropped: 4
  });
  expect(decodeSections([null, [], { id: null }, { id: 1 }, { id: '1' }])?.entries).toHaveLength(1);
});

test('any JSON is read without an exception', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      decodeDevices([value]);
      decodeRooms([value]);
      decodeHome({ sections: [value], rooms: value, devices: [value] });
    })
  );
});

test('hidden devices and multichannel roots are not shown, their endpoints are', () => {
  const isShownWith = (fields: object) => {
    const decoded = device(fields);
    return decoded !== null && isShown(decoded);
  };
  expect(isShownWith({})).toBe(true);
  expect(isShownWith({ hidden: 1 })).toBe(false);
  expect(isShownWith({ interfaces: ['Multichannel Root'] })).toBe(false);
  expect(isShownWith({ interfaces: ['ParentDevice'] })).toBe(false);
  expect(isShownWith({ interfaces: ['MultichannelEndpoint', 'ChildDevice'] })).toBe(true);
});

test('beyond 10,000 devices, 1,000 rooms and 100 sections the rest is left out and counted', () => {
  const list = (length: number) => Array.from({ length }, (_, id) => ({ id }));
  expect(decodeDevices(list(10_005))).toMatchObject({ dropped: 5 });
  expect(decodeDevices(list(10_005))?.entries).toHaveLength(10_000);
  expect(decodeRooms(list(1_002))).toMatchObject({ dropped: 2 });
  expect(decodeSections(list(101))).toMatchObject({ dropped: 1 });
});

test('beyond 200 parameters of a device the rest is left out', () => {
  const params = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`p${at}`, at]));
  const device = decodeDevice({ id: 1, params });
  expect(Object.keys(device?.params ?? {})).toHaveLength(200);
});

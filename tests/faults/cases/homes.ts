/** An unusual home: entries at the start of its lists, and what a screen shows of them. */
export interface HomeCase {
  readonly devices?: readonly unknown[];
  readonly rooms?: readonly unknown[];
  readonly sections?: readonly unknown[];
  /** What a screen shows of unusual devices, by their ids; null for a device that it must not show. */
  readonly shows?: Readonly<Record<number, object | null>>;
  /** The number of devices shown in addition to the good ones; by default the number in `shows`. */
  readonly more?: number;
}

const dimmer = <Id>(id: Id, more: object = {}) => ({
  id,
  name: 'Odd',
  room_id: 1,
  type: 'DevDimmer',
  interfaces: ['SwitchBinary', 'SwitchMultilevel'],
  params: { Status: true, Level: 40 },
  ...more
});
const long = 'x'.repeat(10_000);

/** An ordinary lamp. */
export const lamp = (id: number, name: string) => dimmer(id, { name, params: { Status: false, Level: 0 } });

/** Devices that are shown unchanged, whether or not their interfaces can interpret them. */
const shownUnchanged = (...devices: (object & { id: number })[]): HomeCase => ({
  devices,
  shows: Object.fromEntries(devices.map((device) => [device.id, device]))
});
/** Entries that are not devices. */
const dropped = (...devices: unknown[]): HomeCase => ({ devices, more: 0 });
/** A device in the list, and its values on a screen. */
const shownAs = (more: object, shown: object): HomeCase => ({
  devices: [dimmer(10, more)],
  shows: { 10: shown }
});

/** All unusual values in a controller's lists. */
export const HOMES: Readonly<Record<string, HomeCase>> = {
  'an unknown type': shownUnchanged(dimmer(10, { type: 'DevTeleporter' })),
  'an unknown interface': shownUnchanged(dimmer(10, { interfaces: ['Teleporter'], params: { Where: [1] } })),
  'the type DecDimmerColor': shownUnchanged(dimmer(10, { type: 'DecDimmerColor' })),
  'invalid levels': shownUnchanged(
    ...[150, -1, '50', null, [], {}, true].map((Level, at) =>
      dimmer(10 + at, { params: { Status: true, Level } })
    )
  ),
  'no parameters': shownAs({ params: undefined }, { params: {} }),
  'null for parameters': shownAs({ params: null }, { params: {} }),
  'a list for parameters': shownAs({ params: [{ name: 'Level', value: 1 }] }, { params: {} }),
  'no interfaces': shownAs({ interfaces: null }, { interfaces: [] }),
  'invalid interfaces': shownAs(
    { interfaces: ['Switch Binary', 7, null, {}, 'SwitchBinary'] },
    { interfaces: ['SwitchBinary'] }
  ),
  'entries that are not devices': dropped(null, 7, 'device', [], {}, true),
  'invalid ids': dropped(
    ...[undefined, null, '', 'x', -1, 1.5, 2 ** 53, '__proto__', 'constructor', {}, [10], true].map((id) =>
      dimmer(id)
    )
  ),
  'one id twice': { devices: [dimmer(10), dimmer(10, { name: 'Second' })], shows: { 10: { name: 'Odd' } } },
  'one id as a number and as text': {
    devices: [dimmer('10'), dimmer(10, { name: 'Second' })],
    shows: { 10: { name: 'Odd' } }
  },
  'a room that does not exist': shownAs({ room_id: 77 }, { room_id: 77 }),
  'an invalid room id': shownAs({ room_id: {} }, { room_id: null }),
  'parents in a circle': shownUnchanged(
    dimmer(10, { interfaces: ['MultichannelEndpoint'], params: { parentDeviceId: 11 } }),
    dimmer(11, { interfaces: ['MultichannelEndpoint'], params: { parentDeviceId: 10 } })
  ),
  'no name': shownAs({ name: undefined }, { name: '' }),
  'an invalid name': shownAs({ name: { en: 'Lamp' } }, { name: '' }),
  'a name of 10 kB': shownAs({ name: long }, { name: long.slice(0, 1_024) }),
  'a script for a name': shownAs(
    { name: '<img src=x onerror=alert(1)>' },
    { name: '<img src=x onerror=alert(1)>' }
  ),
  'booleans as numbers and strings': shownAs(
    { hidden: 1, alive: 'false', favorite: '1' },
    { hidden: true, alive: false, favorite: true }
  ),
  'invalid booleans': shownAs({ hidden: 'no', alive: null, favorite: {} }, { hidden: false, alive: true }),
  'parameters that reach into prototypes': {
    devices: [
      dimmer(10, { params: JSON.parse('{"__proto__":{"Level":1},"constructor":1,"Status":true}') as unknown })
    ],
    shows: { 10: { params: { Status: true } } }
  },
  'parameters nested fifty levels deep': shownAs(
    { params: { Deep: JSON.parse('['.repeat(50) + ']'.repeat(50)) as unknown } },
    { params: { Deep: JSON.parse('['.repeat(50) + ']'.repeat(50)) as unknown } }
  ),
  '10,000 devices, the good ones among them': {
    devices: Array.from({ length: 9_998 }, (_, at) => dimmer(10 + at)),
    more: 9_998
  },
  'invalid rooms': { rooms: [null, 7, { id: 'x' }, { id: 1 }, { id: 1, name: 'Second' }], more: 0 },
  'rooms in sections that do not exist': { rooms: [{ id: 1, name: 'Hall', section_id: 99 }], more: 0 },
  'invalid main devices': {
    rooms: [
      { id: 1, main_devices: [] },
      { id: 2, main_devices: { temperature_sensor: 999 } }
    ],
    more: 0
  },
  'invalid sections': { sections: [null, [], { id: null }, { id: 1 }, { id: '1' }], more: 0 }
};

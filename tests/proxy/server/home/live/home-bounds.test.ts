import { beforeEach, expect, it } from 'vitest';
import { EMPTY_HOME, type Device } from '#shared/home';
import { WatchedHome } from '../../../../../proxy/server/home/live/watched-home';
import { aDevice } from '../../../../lib/kinds/test-home';
import { FakeClock } from '../../../../support/fake-clock';

const deviceWith = (id: number, fields: object): Device => aDevice({ id, name: `Lamp ${id}`, ...fields });

const valuesOf = (count: number, value: unknown, prefix = 'p') =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, value]));

let cuts: number;
let home: WatchedHome;

/** Reads a home of these devices. */
function read(...devices: Device[]) {
  home.applySnapshot({ ...EMPTY_HOME, devices }, 0);
}
const paramsOf = (id: number) => home.journal.device(id)?.params ?? {};
const lengthOfHome = () => JSON.stringify(home.journal.home.devices).length;

beforeEach(() => {
  cuts = 0;
  home = new WatchedHome(new FakeClock(), undefined, () => cuts++);
});

it('the bounds of a home let a device have 200 names, and known names still get their values', () => {
  read(deviceWith(1, { params: { Level: 1 } }));
  for (let at = 0; at < 50; at++)
    home.append([{ device: 1, params: { ...valuesOf(100, at, `${at} `), Level: at } }]);
  expect(Object.keys(paramsOf(1))).toHaveLength(200);
  expect(paramsOf(1)['Level']).toBe(49);
});

it('the bounds of a home leave out a name of more than 256 characters', () => {
  read(deviceWith(1, {}));
  home.append([{ device: 1, params: { ['x'.repeat(256)]: 1, ['y'.repeat(257)]: 2 } }]);
  expect(paramsOf(1)).toEqual({ ['x'.repeat(256)]: 1 });
});

it.each([
  ['text', 'x'.repeat(16_384)],
  ['a list', Array.from({ length: 5_000 }, (_, at) => at)]
])('a value that is too long is null, so that the old one is not shown as current: %s', (_, value) => {
  read(deviceWith(1, { params: { Level: 40 } }));
  home.append([{ device: 1, params: { Level: value } }]);
  expect(paramsOf(1)).toEqual({ Level: null });
  home.append([{ device: 1, params: { Level: 41 } }]);
  expect(paramsOf(1)).toEqual({ Level: 41 });
});

it('the bounds of a home hold all changes of many devices together to 5 MB, and every value that is left out is null', () => {
  read(...Array.from({ length: 400 }, (_, id) => deviceWith(id, { params: { Level: 40 } })));
  for (let id = 0; id < 400; id++)
    home.append([{ device: id, params: { ...valuesOf(200, 'x'.repeat(15_000)), Level: 'y'.repeat(5_000) } }]);
  expect(lengthOfHome()).toBeLessThan(5.5 * 1024 * 1024);
  expect(paramsOf(0)['Level']).toBe('y'.repeat(5_000));
  expect(paramsOf(399)['Level']).toBeNull();
  expect(home.journal.home.devices.some(({ params }) => params['Level'] === 40)).toBe(false);
});

it('the bounds of a home hold names and texts to the same 5 MB, and a text beyond it is empty', () => {
  read(...Array.from({ length: 10_000 }, (_, id) => deviceWith(id, {})));
  const text = 'x'.repeat(1_024);
  const fields = { name: text, role: text, icon: text, note_text: text };
  home.append(Array.from({ length: 10_000 }, (_, device) => ({ device, fields })));
  expect(home.journal.device(0)).toMatchObject({ name: text, note_text: text });
  const names = new Set(home.journal.home.devices.map(({ name }) => name));
  expect(names).toEqual(new Set([text, '']));
  expect(lengthOfHome()).toBeLessThan(8 * 1024 * 1024);
});

it('the bounds of a home give room back when values get shorter', () => {
  const long = valuesOf(200, 'x'.repeat(13_000));
  read(deviceWith(1, {}), deviceWith(2, {}), deviceWith(3, {}));
  home.append([{ device: 1, params: long }]);
  home.append([{ device: 2, params: long }]);
  home.append([{ device: 1, params: valuesOf(200, 0) }]);
  home.append([{ device: 3, params: long }]);
  expect(Object.values(paramsOf(3))).not.toContain(null);
});

it('the bounds of a home hold for a reading of all devices and for a device that is read alone', () => {
  const text = 'x'.repeat(16_000);
  read(...Array.from({ length: 10 }, (_, id) => deviceWith(id, { params: valuesOf(100, text) })));
  expect(lengthOfHome()).toBeLessThan(5.5 * 1024 * 1024);
  expect(home.applyDevice(deviceWith(9, { params: valuesOf(150, text) }))).toBe(true);
  expect(lengthOfHome()).toBeLessThan(5.5 * 1024 * 1024);
});

it('the bounds of a home read again unchanged make no difference', () => {
  const devices = Array.from({ length: 10 }, (_, id) =>
    deviceWith(id, { params: valuesOf(100, 'x'.repeat(16_000)) })
  );
  read(...devices);
  const { revision } = home.journal;
  read(...devices);
  expect(home.journal.revision).toBe(revision);
});

it('the bounds of a home let room, reachability and the other fields pass in a full home', () => {
  read(
    ...Array.from({ length: 10 }, (_, id) => deviceWith(id, { params: valuesOf(100, 'x'.repeat(16_000)) }))
  );
  home.append([{ device: 9, fields: { room_id: 7, alive: false, hidden: true } }]);
  expect(home.journal.device(9)).toMatchObject({ room_id: 7, alive: false, hidden: true });
});

it('the bounds of a home are reported when they cut for the first time', () => {
  read(deviceWith(1, {}));
  home.append([{ device: 1, params: { Level: 1 } }]);
  expect(cuts).toBe(0);
  for (let n = 0; n < 3; n++) home.append([{ device: 1, params: { Level: 'x'.repeat(20_000) } }]);
  expect(cuts).toBe(1);
});

import { expect, test } from 'vitest';
import { isRecord, isShown } from '#shared/home';
import {
  decodeDevice,
  decodeDevices,
  decodeHome,
  decodeRooms,
  decodeSection,
  decodeSections,
  type Decoded
} from '#shared/home-schema';
import { numberAt, recordsAt, textAt } from '../../../../support/controller-client';
import { startForFile } from './start-for-file';

/** A complete list. */
function whole<T>(decoded: Decoded<T> | null): readonly T[] {
  expect(decoded).toMatchObject({ dropped: 0 });
  return decoded?.entries ?? [];
}

const { client } = await startForFile();
const bodyOf = async (path: string) => (await client.get(path)).body;
const allDevices = async () => whole(decodeDevices(await bodyOf('/devices?fields=all&show_hidden=true')));

/** The lists and their content (document 2 and 4.1) [D], the rest as observed [O]. */
test('a controller lists sections, rooms and devices that all have an id and a name', async () => {
  const lists = [
    whole(decodeSections(await bodyOf('/sections'))),
    whole(decodeRooms(await bodyOf('/rooms'))),
    await allDevices()
  ];
  for (const list of lists) {
    expect(list.length).toBeGreaterThan(0);
    expect(list.filter(({ name }) => name === '')).toEqual([]);
  }
});

test('a controller returns each section, room and device by its id with the same values as in the list', async () => {
  for (const section of whole(decodeSections(await bodyOf('/sections'))))
    expect(decodeSection(await bodyOf(`/sections/${section.id}`))).toEqual(section);
  for (const room of recordsAt(await bodyOf('/rooms'), 'rooms'))
    expect(await bodyOf(`/rooms/${numberAt(room, 'id')}`)).toEqual(room);
  for (const { id, name, type } of await allDevices())
    expect(decodeDevice(await bodyOf(`/devices/${id}`))).toMatchObject({ id, name, type });
});

test('a controller returns the whole structure under `home`', async () => {
  const body = await bodyOf('/home');
  const home = decodeHome(isRecord(body) ? body['home'] : null);
  expect(home?.devices).toHaveLength((await allDevices()).length);
});

test('a controller returns its identity', async () => {
  for (const path of ['/info', '/system']) {
    const body = await bodyOf(path);
    expect(textAt(body, 'id')).not.toBe('');
    expect(textAt(body, 'name')).not.toBe('');
  }
});

test('a controller leaves out hidden devices unless they are requested', async () => {
  const shown = whole(decodeDevices(await bodyOf('/devices?show_hidden=false')));
  const all = await allDevices();
  expect(shown.filter(({ hidden }) => hidden)).toEqual([]);
  // Their values may change between the two readings.
  const ids = (devices: typeof all) => devices.map(({ id }) => id);
  expect(ids(shown)).toEqual(ids(all.filter(({ hidden }) => !hidden)));
});

test('a controller returns only the requested fields, and always the id', async () => {
  for (const device of recordsAt(await bodyOf('/devices?fields=name,type'), 'devices'))
    expect(Object.keys(device).sort()).toEqual(['id', 'name', 'type']);
});

test('a controller returns the history of a sensor, newest first, with at most the requested rows', async () => {
  const sensor = (await allDevices()).find((device) => isShown(device) && device.type === 'DevTemperature');
  const path = `/devices/${sensor?.id ?? ''}/parameter-history?param=Value&limit=10`;
  const rows = recordsAt(await bodyOf(path), 'history');
  const times = rows.map((row) => numberAt(row, 'time'));
  expect(rows).toHaveLength(10);
  expect(times).toEqual([...times].sort((one, other) => other - one));
  for (const row of rows) expect(numberAt(row, 'value')).toBeTypeOf('number');
});

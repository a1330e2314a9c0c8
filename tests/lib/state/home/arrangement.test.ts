import { expect, it } from 'vitest';
import { arrange } from '../../../../src/lib/state/home/arrangement';
import { aHome } from '../test-home';

const names = (home: Parameters<typeof aHome>[0]) =>
  arrange(aHome(home)).sections.map(({ section, rooms }) => [
    section?.name ?? null,
    rooms.map(({ name }) => name)
  ]);

it('the order of rooms keeps the controller’s order of sections, and sorts rooms by order, name and id', () => {
  expect(
    names({
      sections: [
        { id: 2, name: 'Up' },
        { id: 1, name: 'Down' }
      ],
      rooms: [
        { id: 1, name: 'Hall', section_id: 1, order: 2 },
        { id: 2, name: 'Bath', section_id: 1, order: 1 },
        { id: 5, name: 'Room 10', section_id: 2 },
        { id: 4, name: 'Room 9', section_id: 2 }
      ]
    })
  ).toEqual([
    ['Up', ['Room 9', 'Room 10']],
    ['Down', ['Bath', 'Hall']]
  ]);
});

it('the order of rooms puts rooms without a section, or of an unknown one, last', () => {
  expect(
    names({
      sections: [{ id: 1, name: 'Down' }],
      rooms: [
        { id: 1, name: 'Shed', section_id: 77 },
        { id: 2, name: 'Attic' },
        { id: 3, name: 'Hall', section_id: 1 }
      ]
    })
  ).toEqual([
    ['Down', ['Hall']],
    [null, ['Attic', 'Shed']]
  ]);
});

it('the order of rooms leaves out empty sections and the room that stands for none', () => {
  expect(names({ sections: [{ id: 1, name: 'Empty' }], rooms: [{ id: 9, name: 'NAME_ROOM_NONE' }] })).toEqual(
    []
  );
});

const idsIn = (devices: readonly object[]) =>
  arrange(aHome({ rooms: [{ id: 1 }, { id: 9, name: 'NAME_ROOM_NONE' }], devices: [...devices] })).deviceIds;

it('the order of devices sorts by order, then name, then id', () => {
  const ids = idsIn([
    { id: 4, room_id: 1, name: 'b' },
    { id: 3, room_id: 1, name: 'a', order: 5 },
    { id: 2, room_id: 1, name: 'a' },
    { id: 1, room_id: 1, name: 'b' }
  ]);
  expect(ids.get(1)).toEqual([2, 1, 4, 3]);
});

it('the order of devices leaves out hidden devices and multichannel roots', () => {
  const ids = idsIn([
    { id: 1, room_id: 1, hidden: true },
    { id: 2, room_id: 1, interfaces: ['MultichannelRoot'] },
    { id: 3, room_id: 1 }
  ]);
  expect(ids.get(1)).toEqual([3]);
});

it('the order of devices groups devices of unknown rooms with those of the room that stands for none', () => {
  const ids = idsIn([
    { id: 1, room_id: 404 },
    { id: 2, room_id: 9 },
    { id: 3, room_id: null },
    { id: 4, room_id: 1 }
  ]);
  expect([null, 9, 1].map((room) => ids.get(room))).toEqual([[1, 2, 3], [1, 2, 3], [4]]);
});

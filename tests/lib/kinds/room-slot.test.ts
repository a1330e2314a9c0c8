import { expect, test } from 'vitest';
import { sectionSlotsOf, groupDevices, roomSlotOfDevice } from '$lib/kinds/room-slot';
import { aDevice, aRoom } from './test-home';

const kitchen = aRoom({ id: 1, name: 'Kitchen', section_id: 5 });
const shed = aRoom({ id: 2, name: 'Shed' });
const nowhere = aRoom({ id: 3, name: 'NAME_ROOM_NONE' });
const ground = { id: 5, name: 'Ground floor' };

test('sections keep their order, rooms without one follow, and "No room" is last', () => {
  const sections = sectionSlotsOf(
    [
      { section: null, rooms: [shed] },
      { section: { id: 6, name: 'Empty' }, rooms: [] },
      { section: ground, rooms: [kitchen] }
    ],
    true
  );
  expect(sections.map(({ section, slots }) => [section?.name, slots.map(({ key }) => key)])).toEqual([
    ['Ground floor', ['1']],
    [undefined, ['2', 'none']]
  ]);
});

test('"No room" is not shown while every device has a room', () => {
  expect(sectionSlotsOf([{ section: ground, rooms: [kitchen] }], false)).toHaveLength(1);
  expect(sectionSlotsOf([], false)).toEqual([]);
});

test('a device is in its room, or in none if that room does not exist', () => {
  const find = (id: number) => [kitchen, shed, nowhere].find((room) => room.id === id);
  const keyOf = (room_id: number | null) => roomSlotOfDevice(aDevice({ id: 1, room_id }), find).key;
  expect([keyOf(1), keyOf(3), keyOf(99), keyOf(null)]).toEqual(['1', 'none', 'none', 'none']);
});

test('groups have a fixed order, and their devices keep theirs', () => {
  expect(
    groupDevices([
      { id: 3, group: 'sensors' },
      { id: 1, group: 'sensors' },
      { id: 4, group: 'others' },
      { id: 2, group: 'lights' },
      { id: 77, group: undefined }
    ])
  ).toEqual([
    { group: 'lights', ids: [2] },
    { group: 'sensors', ids: [3, 1] },
    { group: 'others', ids: [4] }
  ]);
});

import { expect, test } from 'vitest';
import { floorsOfNamesakes, wallTabs } from '../../../src/features/wall/wall-pages';
import { WallView, type WallFloor } from '../../../src/features/wall/wall-view.svelte';
import { aHome } from '../../lib/state/test-home';
import { anOpenHome } from '../../lib/state/test-screen';
import { aLamp } from '../bulk-actions/test-devices';

/** The floors of a home with so many rooms on each floor. */
function floorsOf(...counts: readonly number[]): readonly WallFloor[] {
  const opened = anOpenHome();
  const rooms = counts.flatMap((count, floor) =>
    Array.from({ length: count }, (_, at) => ({
      id: 100 * (floor + 1) + at,
      name: at === 0 ? 'Hall' : `Room ${floor}.${at}`,
      section_id: floor + 1
    }))
  );
  const sections = counts.map((_, floor) => ({ id: floor + 1, name: `Floor ${floor + 1}` }));
  const devices = rooms.map(({ id }) => aLamp(id, { room_id: id }));
  opened.state.replace(aHome({ sections, rooms, devices }), 'e.1', 0);
  return new WallView(opened, { now: 0 }).floors;
}

const keysOf = (floors: readonly WallFloor[]) =>
  wallTabs(floors).map(({ key, rooms }) => [key, rooms.length]);

test('a home with more than 24 rooms has no tab of all of them', () => {
  expect(keysOf(floorsOf(12, 12)).map(([key]) => key)).toEqual(['all', '1', '2']);
  expect(keysOf(floorsOf(12, 13)).map(([key]) => key)).toEqual(['1', '2']);
});

test('a home of one floor has one page, with its devices below the rooms', () => {
  expect(wallTabs(floorsOf(3)).map(({ key, hasDevices }) => [key, hasDevices])).toEqual([['1', true]]);
});

test('the page of all rooms has devices below up to eight rooms', () => {
  expect(wallTabs(floorsOf(4, 4))[0]?.hasDevices).toBe(true);
  expect(wallTabs(floorsOf(5, 4))[0]?.hasDevices).toBe(false);
});

test('rooms of the same name carry their floor', () => {
  expect([...floorsOfNamesakes(floorsOf(2, 2))]).toEqual([
    ['100', 'Floor 1'],
    ['200', 'Floor 2']
  ]);
});

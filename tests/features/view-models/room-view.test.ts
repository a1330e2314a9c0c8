import { expect, test } from 'vitest';
import { RoomView } from '../../../src/features/view-models/room-view.svelte';
import { roomSlotOf } from '../../../src/lib/kinds/room-slot';
import { follow, rendered } from '../../lib/state/follow.svelte';
import { aHome, aLamp } from '../../lib/state/test-home';
import { anOpenHome } from '../../lib/state/test-screen';

test('the groups and favourites of a room stay the same through readings, and follow moves and marks', async () => {
  const opened = anOpenHome();
  const lamps = [aLamp(1, { icon: 'lamp' }), aLamp(2, { icon: 'plug', favorite: true })];
  const rooms = [{ id: 1, name: 'Hall' }];
  opened.state.replace(aHome({ rooms, devices: lamps }), 'e.1', 1);
  const [room] = opened.state.sections.flatMap((section) => section.rooms);
  if (!room) throw new Error('no room');
  const view = new RoomView(opened, roomSlotOf(room));
  const groups = follow(() => view.groups);
  const favourites = follow(() => view.favourites);
  await rendered();
  expect(groups.value).toEqual([
    { group: 'lights', ids: [1] },
    { group: 'switches', ids: [2] }
  ]);

  for (let n = 0; n < 5; n += 1)
    opened.state.apply([{ device: 1, params: { Status: n % 2 === 0 } }], `e.${n + 2}`, 1);
  await rendered();
  expect([groups.runs, favourites.runs]).toEqual([1, 1]);

  opened.state.replace(aHome({ rooms, devices: [aLamp(1, { icon: 'plug', favorite: true })] }), 'e.9', 1);
  await rendered();
  expect(groups.value).toEqual([{ group: 'switches', ids: [1] }]);
  expect(favourites.value).toEqual([1]);
});

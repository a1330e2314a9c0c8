import { expect, test } from 'vitest';
import type { Device } from '#shared/home';
import { RoomLights } from '../../../src/features/lamps/room-lights.svelte';
import { RoomView } from '../../../src/features/view-models/room-view.svelte';
import { roomSlotOf } from '../../../src/lib/kinds/room-slot';
import { aBench, PLACES } from '../bulk-actions/test-bench';
import { aDimmer, aLamp } from '../bulk-actions/test-devices';

/** The lights of a hall with these lamps. `sent` reads the commands of the last frame. */
async function aHall(lamps: readonly Device[]) {
  const bench = await aBench(lamps.map((lamp) => ({ ...lamp, room_id: PLACES.rooms[0]?.id ?? null })));
  const [hall] = bench.opened.state.sections.flatMap(({ rooms }) => rooms);
  if (!hall) throw new Error('no room');
  const view = new RoomView(bench.opened, roomSlotOf(hall));
  const lights = new RoomLights(bench.opened, () => view);
  const frames = () => bench.sockets.last.frames.filter((frame) => 'commands' in frame || 'calls' in frame);
  return { ...bench, lights, frames };
}

const commandsIn = (frame: Readonly<Record<string, unknown>> | undefined) => JSON.stringify(frame);

test('the lights of a room are dead, and take no touch, if no lamp responds', async () => {
  const { lights, frames } = await aHall([aDimmer(1, 30, { alive: false }), aLamp(2, { alive: false })]);
  expect({ isDead: lights.isDead, isDisabled: lights.isDisabled }).toEqual({
    isDead: true,
    isDisabled: true
  });
  lights.toggle();
  lights.setBrightness(50);
  lights.setAlike();
  expect(frames()).toEqual([]);
});

test('the lights of a room show the goal at once, and a second touch while commands are under way reverses it', async () => {
  const { lights, frames } = await aHall([aDimmer(1, 30), aDimmer(2, 60)]);
  lights.toggle();
  expect(lights.isOn).toBe(false);
  expect(frames()).toHaveLength(1);
  lights.toggle();
  expect(lights.isOn).toBe(true);
  expect(frames()).toHaveLength(2);
  expect(commandsIn(frames()[0])).toContain('false');
});

test('the lights of a room go off at a brightness of nought', async () => {
  const { lights, frames } = await aHall([aDimmer(1, 30), aLamp(2)]);
  lights.setBrightness(0);
  expect(lights.isOn).toBe(false);
  expect(frames()).toHaveLength(1);
});

test('the lights of a room tell lamps that failed from those that nothing was heard of', async () => {
  const { lights, posted, say } = await aHall([aDimmer(1, 30), aDimmer(2, 60), aDimmer(3, 60)]);
  lights.toggle();
  say(posted(), ['failed', 'unconfirmed', 'failed'], {}, { endedAt: 9 });
  expect([lights.countOf('failed'), lights.countOf('unconfirmed')]).toEqual([2, 1]);
});

test('the lights of a room take no touch without a connection', async () => {
  const { lights, frames, sockets } = await aHall([aDimmer(1, 30)]);
  sockets.last.close();
  expect(lights.isDisabled).toBe(true);
  lights.toggle();
  expect(frames()).toEqual([]);
});

import { expect, it } from 'vitest';
import type { Touch } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { setStatus } from '#shared/interfaces/switch-binary';
import { leftOutText } from '../../../src/features/bulk-actions/bulk-action-labels';
import { planLightsOff, planShutters, planStop } from '../../../src/features/bulk-actions/plan';
import { confirm, requestBulkAction } from '../../../src/features/bulk-actions/request';
import { DeviceView } from '../../../src/features/device/device-view.svelte';
import { planFloorOn } from '../../../src/features/lamps/light-plan';
import { sceneAsksFirst, sceneDescription } from '../../../src/features/scenes/scene-view.svelte';
import { RoomView } from '../../../src/features/view-models/room-view.svelte';
import { timedChoiceOf } from '../../../src/features/view-models/timer-choice';
import { secondRowOf } from '../../../src/lib/kinds/rows';
import { aBench, ROOM } from '../bulk-actions/test-bench';
import { aDimmer, aLamp, aShutter } from '../bulk-actions/test-devices';

const IN_HALL = { room_id: 1 };
const off: CommandCall = { method: 'setStatus', params: { status: false } };
const commands = [1, 3].map((device) => ({ device, ...off, params: { ...off.params } }));
const SCENE = { id: 's', name: 'Night', icon: 'night', commands };

/** A hall with a lamp, a shutter and a dimmer, which the proxy says to touch like this. */
async function aHall(touch: Readonly<Record<string, Touch>>) {
  const lamp = aLamp(1, { ...IN_HALL, name: 'Aquarium' });
  const bench = await aBench([lamp, aShutter(2, 40, IN_HALL), aDimmer(3, 40, { ...IN_HALL, name: 'Lamp' })]);
  const { opened, sockets } = bench;
  const rules = Object.entries(touch).map(([id, rule]) => [id, { touch: rule }]);
  sockets.last.say({ type: 'touch', touch: Object.fromEntries(rules) });
  sockets.last.say({ type: 'scenes', scenes: [SCENE], isWhole: true });
  const view = (id: number) => new DeviceView(opened, () => opened.state.device(id) ?? lamp);
  const room = new RoomView(opened, { key: '1', room: opened.state.room(1) ?? null });
  return { ...bench, view, room, sent: () => sockets.last.frames.length };
}

it('a device that only shows its state has no control, no timer, and no part in what several devices do', async () => {
  const { opened, view, room } = await aHall({ 1: 'show', 2: 'show' });
  expect([view(1).offers(setStatus), view(3).offers(setStatus)]).toEqual([false, true]);
  const [aquarium, shutter] = [1, 2].flatMap((id) => opened.state.device(id) ?? []);
  expect([aquarium, shutter].map((device) => device && secondRowOf(device))).toEqual([null, null]);
  expect(aquarium && timedChoiceOf(aquarium)).toBeUndefined();
  const shutters = room.devicesOf('shutters');
  const mood = { picture: { 1: null }, brightest: 99 };
  const steps = [
    planLightsOff(room.devicesOf('lights'), ROOM),
    planFloorOn([room], { 1: mood }, 'home'),
    planShutters('up', shutters, ROOM),
    planStop(shutters, ROOM)
  ].map((plan) => plan.steps.map(({ device }) => device.id));
  expect(steps).toEqual([[3], [3], [], []]);
});

it('a device that only shows its state is left out of a scene, which is compared without it and says so', async () => {
  const { opened } = await aHall({ 1: 'show' });
  expect(sceneDescription(opened, SCENE)).toBe('0 of 1');
  expect(leftOutText(opened, { scene: 's' })).toBe('Left out: Aquarium');
  expect(leftOutText(opened, { scene: 'another' })).toBeUndefined();
});

it.each<[string, number, CommandCall, string | undefined]>([
  ['it is switched off', 1, off, 'Turn off Aquarium?'],
  ['its level is chosen', 3, { method: 'setLevel', params: { level: 7 } }, 'Change Lamp?'],
  ['it is opened', 2, { method: 'startLevelChange', params: { direction: 'up' } }, 'Open #2?'],
  ['it is closed by its level', 2, { method: 'setLevel', params: { level: 0 } }, 'Change #2?'],
  ['it is stopped: never', 2, { method: 'stop', params: {} }, undefined]
])('a device that asks first asks once before %s', async (_when, id, call, title) => {
  const { opened, view, slot, sent } = await aHall({ 1: 'ask', 2: 'ask', 3: 'ask' });
  view(id).send(call);
  expect({ title: slot.question?.words().title, sent: sent() }).toEqual({
    title,
    sent: title === undefined ? 1 : 0
  });
  confirm(opened);
  expect({ question: slot.question, sent: sent() }).toEqual({ question: null, sent: 1 });
});

it('a device that asks first makes a group and a scene ask', async () => {
  const { opened, room, slot, sent } = await aHall({ 1: 'ask' });
  requestBulkAction(opened, planLightsOff(room.devicesOf('lights'), ROOM));
  expect({ title: slot.question?.words().title, sent: sent() }).toEqual({
    title: 'Turn off Aquarium?',
    sent: 0
  });
  expect(sceneAsksFirst(opened, SCENE)).toBe(true);
});

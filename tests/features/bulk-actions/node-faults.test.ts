import { expect, it } from 'vitest';
import type { Device } from '#shared/home';
import { leftOutText } from '../../../src/features/bulk-actions/bulk-action-labels';
import { planLightsOff, planShutters, planStop } from '../../../src/features/bulk-actions/plan';
import { sceneDescription } from '../../../src/features/scenes/scene-view.svelte';
import { errorMessage } from '../../../src/lib/i18n/error-message';
import { i18n } from '../../../src/lib/i18n/i18n.svelte';
import { presentDevice } from '../../../src/lib/kinds/device-presentation';
import { highlightsOf } from '../../../src/lib/kinds/room-summary';
import { aBench, ROOM } from './test-bench';
import { aLamp, aSensor, aShutter } from './test-devices';

const hot = (device: Device, fault: Device['fault'] = 'overheated'): Device => ({ ...device, fault });
const up = { method: 'startLevelChange', params: { direction: 'up' } };
const scene = (...devices: readonly number[]) => ({
  id: 's',
  name: 'Morning',
  icon: 'morning',
  commands: devices.map((device) => ({ device, ...up }))
});

it('the tile of a sensor of its node’s heat or load says so in amber, and is no alarm', async () => {
  await i18n.loadAll();
  const said = (device: Device) => {
    const { tone, summary } = presentDevice(device);
    return [tone, summary];
  };
  const heat = (isTripped: boolean) => aSensor(1, 'BinaryHeatSensor', isTripped);
  const load = (isTripped: boolean) => aSensor(2, 'BinaryOverloadSensor', isTripped);
  expect(said(hot(heat(true)))).toEqual(['on', 'Too hot']);
  expect(said(hot(heat(false), 'none'))).toEqual(['neutral', 'Not too hot']);
  expect(said(hot(load(true), 'overloaded'))).toEqual(['on', 'Overloaded']);
  expect(said(load(false))).toEqual(['neutral', 'Not overloaded']);
  expect(said(heat(true))).toEqual(['alarm', 'Dangerous heat']);
  expect(highlightsOf([hot(heat(true))])).toMatchObject({ alarms: [], tripped: [{ id: 1 }] });
});

it('what several devices do leaves out one that is too hot, which still stops or is switched off', () => {
  const shutters = [hot(aShutter(1, 40)), aShutter(2, 40)];
  const ids = (plan: ReturnType<typeof planStop>) => plan.steps.map(({ device }) => device.id);
  expect(ids(planShutters('up', shutters, ROOM))).toEqual([2]);
  expect(ids(planStop(shutters, ROOM))).toEqual([1, 2]);
  expect(ids(planLightsOff([hot(aLamp(3))], ROOM))).toEqual([3]);
});

it('a scene says which devices it left out since they are too hot, and is compared without them', async () => {
  const { opened, sockets } = await aBench([
    hot(aShutter(1, 40, { room_id: 1, name: 'Bedroom shutter' })),
    aShutter(2, 40, { room_id: 1 })
  ]);
  const run = (...devices: readonly number[]) => {
    sockets.last.say({ type: 'scenes', scenes: [scene(...devices)], isWhole: true });
    return [sceneDescription(opened, scene(...devices)), leftOutText(opened, { scene: 's' })];
  };
  expect(run(1, 2)).toEqual(['0 of 1', 'Left out: Bedroom shutter (too hot)']);
  expect(run(1)).toEqual(['Too hot', 'Left out: Bedroom shutter (too hot)']);
});

it('a refusal for heat says what still works', async () => {
  await i18n.loadAll();
  expect(errorMessage({ code: 'overheated', message: '' })).toBe('Too hot: only off and stop work.');
});

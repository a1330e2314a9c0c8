import { describe, expect, it } from 'vitest';
import type { Device } from '#shared/home';
import { modelOf } from '#shared/model';
import type { Scene } from '#shared/scenes';
import {
  asksFirst,
  callsAsNow,
  leftOutBy,
  offeredCommands,
  stateOfScene
} from '../../../src/features/scenes/scene-calls';
import { aDevice } from '../../lib/kinds/test-home';
import { aDimmer, aLamp, aLock, aMeter, aShutter } from '../bulk-actions/test-devices';

const calls = (device: Device) => callsAsNow(device).map(({ method, params }) => ({ method, params }));
const level = (device: number, to: number) => ({ device, method: 'setLevel', params: { level: to } });

const aScene = (commands: Scene['commands']) => ({ id: 'a', name: 'Evening', icon: 'evening', commands });

const aGate = (id: number) => aShutter(id, 0, { icon: 'gate' });

/** Finds devices by their ids. */
const among =
  (...devices: readonly Device[]) =>
  (id: number) =>
    devices.find((device) => device.id === id);

it('a device as it is now is off by its switch, whatever level or colour it keeps for later', () => {
  const lamp = aDimmer(1, 0, { params: { Level: 30, Status: false } });
  expect(calls(lamp)).toEqual([{ method: 'setStatus', params: { status: false } }]);
  expect(calls(aDimmer(1, 0))).toEqual([{ method: 'setStatus', params: { status: false } }]);
});

it('a device as it is now is a level for a lit dimmer and a shutter, and on for a lit lamp', () => {
  expect(calls(aDimmer(1, 40))).toEqual([{ method: 'setLevel', params: { level: 40 } }]);
  expect(calls(aShutter(1, 45))).toEqual([{ method: 'setLevel', params: { level: 45 } }]);
  expect(calls(aShutter(1, 0))).toEqual([{ method: 'setLevel', params: { level: 0 } }]);
  expect(calls(aLamp(1))).toEqual([{ method: 'setStatus', params: { status: true } }]);
});

it('a device as it is now is its colour before its level', () => {
  const lamp = aDevice({
    id: 1,
    type: 'DevDimmerColor',
    interfaces: ['SwitchMultilevel', 'SwitchBinary', 'SwitchColor'],
    params: { Status: true, Level: 40, color: { Red: 255, Green: 10, Blue: 0 }, components: ['Red'] }
  });
  expect(calls(lamp).at(-1)).toEqual({ method: 'setLevel', params: { level: 40 } });
});

it('a device as it is now is nothing for a lock, a sensor, or a lamp that never reported', () => {
  for (const device of [aLock(1), aMeter(2), aLamp(3, { params: {} })]) expect(calls(device)).toEqual([]);
});

it('an offer names what it leaves out: entrances, and what the household chose of a lamp', () => {
  const lamp = aLamp(1);
  const chosen: Device[] = [
    { ...lamp, id: 2, touch: 'show' },
    { ...lamp, id: 3, isRoomLight: false }
  ];
  const home = [lamp, ...chosen, aGate(4)];
  const named = (offer: Parameters<typeof leftOutBy>[0]) =>
    leftOutBy(offer, home).map(({ device, why }) => `${device.id} ${why}`);
  expect(named('night')).toEqual(['2 show', '3 light', '4 entrance']);
  expect(named('evening')).toEqual([]);
});

describe('an offered scene', () => {
  const HOME = [aLamp(1), aDimmer(2, 40), aShutter(3, 50)];
  const offered = (offer: Parameters<typeof offeredCommands>[0]) =>
    offeredCommands(offer, HOME).map(({ device, params }) => [device, ...Object.values(params)].join(' '));

  it('switches lamps off and closes shutters at night, and leaves shutters alone on leaving', () => {
    expect(offered('night')).toEqual(['1 false', '2 false', '3 down']);
    expect(offered('leaving')).toEqual(['1 false', '2 false']);
  });

  it('dims what can be dimmed in the evening, and opens shutters in the morning', () => {
    expect(offered('evening')).toEqual(['2 40']);
    expect(offered('morning')).toContain('3 up');
  });
});

it('a scene compared with its devices counts those that are as it sets them, within what devices round', () => {
  const scene = aScene([level(1, 40), level(2, 40), level(3, 0)]);
  const find = among(aDimmer(1, 40), aDimmer(2, 39), aDimmer(3, 1));
  expect(stateOfScene(scene, find)).toEqual({ done: 2, total: 3, gone: 0, isLit: true });
});

it('a scene compared with its devices counts a device once, and only if all that it sets there holds', () => {
  const scene = aScene([level(1, 40), { device: 1, method: 'setStatus', params: { status: false } }]);
  expect(stateOfScene(scene, among(aDimmer(1, 40)))).toMatchObject({ done: 0, total: 1 });
});

it('a scene compared with its devices keeps a lamp on only if it sets one above off, so a scene of shutters or of darkness is never lit', () => {
  const isLit = (commands: Scene['commands']) =>
    stateOfScene(aScene(commands), among(aDimmer(1, 40), aShutter(2, 50))).isLit;
  expect([isLit([level(1, 1)]), isLit([level(1, 0)]), isLit([level(2, 99)])]).toEqual([true, false, false]);
});

it('a scene compared with its devices says that a device has gone, also where another one has its id now', () => {
  const lamp = aDimmer(1, 40);
  const scene = aScene([level(2, 1), { ...level(1, 40), model: modelOf(aShutter(1, 40)) }]);
  expect(stateOfScene(scene, among(lamp))).toEqual({ done: 0, total: 0, gone: 2, isLit: false });
});

const inRoom = (id: number) => ({ room_id: id });
const floorOf = (id: number | null) => (id === null ? null : Math.floor(id / 10));
const asks = (commands: Scene['commands'], ...devices: readonly Device[]) =>
  asksFirst(aScene(commands), among(...devices), floorOf);

it('a scene on one floor does not ask, one on two floors does', () => {
  expect(asks([level(1, 9), level(2, 9)], aDimmer(1, 0, inRoom(11)), aDimmer(2, 0, inRoom(12)))).toBe(false);
  expect(asks([level(1, 9), level(2, 9)], aDimmer(1, 0, inRoom(11)), aDimmer(2, 0, inRoom(21)))).toBe(true);
});

it('a scene that moves a shutter asks, and one whose shutter is there already does not', () => {
  expect(asks([level(1, 50)], aShutter(1, 0, inRoom(11)))).toBe(true);
  expect(asks([level(1, 50)], aShutter(1, 50, inRoom(11)))).toBe(false);
});

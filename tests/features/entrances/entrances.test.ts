import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { isEntrance } from '#shared/entrance';
import type { Device, Home } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import type { Scene } from '#shared/scenes';
import { furnish } from '../../../proxy/sources/virtual/home/furnish';
import { HOUSE } from '../../../proxy/sources/virtual/house/house';
import { nodeSchema } from '../../../proxy/sources/zwave-js/protocol';
import { planLightsOff, planShutters, planStop } from '../../../src/features/bulk-actions/plan';
import { confirm, requestBulkAction, undoBulkAction } from '../../../src/features/bulk-actions/request';
import { DeviceView } from '../../../src/features/device/device-view.svelte';
import { asksFirst, offeredCommands, OFFERS } from '../../../src/features/scenes/scene-calls';
import { SceneDraft } from '../../../src/features/scenes/scene-draft.svelte';
import { sceneQuestion } from '../../../src/features/scenes/scene-view.svelte';
import { HomeView } from '../../../src/features/view-models/home-view.svelte';
import { timedChoiceOf } from '../../../src/features/view-models/timer-choice';
import { ODDITIES, withOddRooms } from '../../../tools/virtual/odd-rooms';
import { anOpenHome } from '../../lib/state/test-screen';
import { homeOf } from '../../proxy/sources/zwave-js/nodes';
import { aBench } from '../bulk-actions/test-bench';
import { aLamp, aShutter } from '../bulk-actions/test-devices';

const furnished = (house: typeof HOUSE): Home => {
  const { sections, rooms, devices } = furnish(house, 0);
  return { sections, rooms, devices };
};

/** A home of Z-Wave JS with a motor and a window covering that are gates, and one of a window. */
function nodesHome(): Home {
  const values = (commandClass: number, more: object, ...properties: string[]) =>
    properties.map((property) => ({ endpoint: 0, commandClass, property, propertyName: property, ...more }));
  const motor = (nodeId: number, name: string) => ({
    nodeId,
    name,
    location: 'Outside',
    ready: true,
    status: 4,
    deviceClass: { generic: { key: 17 }, specific: { key: 6 } },
    values: values(38, { metadata: {}, value: 50 }, 'currentValue', 'targetValue', 'Up', 'Down')
  });
  const cover = {
    nodeId: 4,
    name: 'Gate',
    location: 'Outside',
    ready: true,
    status: 4,
    values: values(
      106,
      { metadata: {}, value: 50, propertyKey: 13, propertyKeyName: 'Position' },
      'currentValue',
      'targetValue'
    )
  };
  const nodes = [motor(2, 'Garage door'), motor(3, 'Blind'), cover];
  const { home } = homeOf(...nodes.map((node) => v.parse(nodeSchema, node)));
  if (!home.served) throw new Error('no home');
  const { sections, rooms, devices } = home.served;
  return {
    sections: [...sections.values()],
    rooms: [...rooms.values()],
    devices: [...devices.values()]
  };
}

describe.each<[string, Home]>([
  ['the demo home', furnished(HOUSE)],
  ['a home of the virtual controller with odd devices', furnished(withOddRooms(HOUSE, ODDITIES))],
  ['a home of Z-Wave JS', nodesHome()]
])('in %s', (_name, home) => {
  const opened = anOpenHome();
  opened.state.replace(home, 'e.1', 1);
  const { rooms } = new HomeView(opened);
  const devices = rooms.flatMap((room) => room.devices);
  const entrances = devices.filter(isEntrance).map(({ id }) => id);

  it('no group action, offered scene or "as it is now" holds an entrance', () => {
    expect(entrances).not.toEqual([]);
    const of = (group: 'shutters' | 'lights') => rooms.flatMap((room) => room.devicesOf(group));
    const steps = [
      ...planShutters('up', of('shutters'), 'home').steps,
      ...planShutters('down', of('shutters'), 'home').steps,
      ...planStop(of('shutters'), 'home').steps,
      ...planLightsOff(of('lights'), 'home').steps
    ].map(({ device }) => device.id);
    const offered = OFFERS.flatMap((offer) => offeredCommands(offer, devices)).map(({ device }) => device);
    const draft = new SceneDraft(opened);
    draft.capture(devices);
    const held = new Set([...steps, ...offered, ...draft.commands.map(({ device }) => device)]);
    expect(entrances.filter((id) => held.has(id))).toEqual([]);
    expect(held.size).toBeGreaterThan(0);
  });

  it('"as it is now" renews an entrance that is ticked, and no timer opens one', () => {
    const draft = new SceneDraft(opened);
    for (const id of entrances) draft.set(id, [{ method: 'setLevel', params: { level: 7 } }]);
    draft.capture(devices);
    const levels = draft.commands.filter(({ device }) => entrances.includes(device));
    expect(levels.map(({ device }) => device).sort()).toEqual([...entrances].sort());
    expect(levels.map(({ params }) => params['level'])).not.toContain(7);
    for (const device of devices.filter(isEntrance))
      expect([undefined, 'close', 'off']).toContain(timedChoiceOf(device)?.action);
  });
});

const GATE = { name: 'Driveway gate', icon: 'gate' };
const up: CommandCall = { method: 'startLevelChange', params: { direction: 'up' } };
const down: CommandCall = { method: 'startLevelChange', params: { direction: 'down' } };

/** A gate at level 40, and what was sent and asked. */
async function aGate(more: Partial<Device> = {}) {
  const bench = await aBench([aShutter(1, 40, { ...GATE, room_id: 1, ...more }), aLamp(2, { room_id: 1 })]);
  const view = new DeviceView(bench.opened, () => bench.opened.state.device(1) ?? aShutter(1, 40));
  return { ...bench, view, sent: () => bench.sockets.last.frames.length };
}

it.each([up, { method: 'setLevel', params: { level: 60 } }, { method: 'setLevel', params: { level: 10 } }])(
  'an entrance asks before it opens: %j',
  async (call) => {
    const { view, slot, sent, opened } = await aGate();
    view.send(call);
    const text = 'Look first that nobody is in the way.';
    expect(slot.question?.words()).toEqual({ title: 'Open Driveway gate?', text, confirm: 'Open' });
    expect(sent()).toBe(0);
    confirm(opened);
    expect({ question: slot.question, sent: sent() }).toEqual({ question: null, sent: 1 });
  }
);

it('an entrance asks before a pulse and before it is switched on', async () => {
  const relay = {
    type: 'DevSwitch',
    interfaces: ['SwitchBinary'],
    icon: '',
    name: 'Front door',
    params: { Status: false, pulseable: true }
  };
  for (const call of [
    { method: 'pulse', params: {} },
    { method: 'setStatus', params: { status: true } }
  ]) {
    const { view, slot, sent } = await aGate(relay);
    view.send(call);
    expect({ title: slot.question?.words().title, sent: sent() }).toEqual({
      title: 'Open Front door?',
      sent: 0
    });
  }
});

it.each([down, { method: 'setLevel', params: { level: 0 } }, { method: 'stop', params: {} }])(
  'an entrance closes and stops at once: %j',
  async (call) => {
    const { view, slot, sent } = await aGate();
    view.send(call);
    expect({ question: slot.question, sent: sent() }).toEqual({ question: null, sent: 1 });
  }
);

it('an entrance asks again before a failed opening is repeated', async () => {
  const { view, slot, opened, posted, say, take, sent } = await aGate();
  view.send(up);
  confirm(opened);
  take();
  const entry = { device: 1, ...up, failure: { code: 'controller-busy', message: 'busy' } };
  say(posted(), ['failed'], { endedAt: 9 }, entry);
  view.retry?.();
  expect({ title: slot.question?.words().title, sent: sent() }).toEqual({
    title: 'Open Driveway gate?',
    sent: 1
  });
});

it.each([up, down, { method: 'setLevel', params: { level: 10 } }])(
  'an entrance that a scene has moved by %j asks before the undo moves it',
  async (call) => {
    const { opened, slot, sent, say } = await aGate({ params: { Level: 9 } });
    say('b', ['confirmed'], { what: 'scene', endedAt: 9, undo: { count: 1, until: 600_000 } }, call);
    undoBulkAction(opened, { id: 'b', what: 'scene', scope: null });
    expect(slot.question?.words().text).toBe(
      'This moves Driveway gate. Look first that nobody is in the way.'
    );
    expect(sent()).toBe(0);
    confirm(opened);
    expect(sent()).toBe(1);
  }
);

it.each(['scene', 'lights-off'])('the undo of an unknown %s asks: it may open an entrance', async (what) => {
  const { opened, slot, sent, sockets } = await aGate();
  const undoOf = (devices: readonly number[]) => {
    const undo = { count: devices.length, until: 600_000, devices };
    const batch = { id: 'b', what, by: null, at: 1, expiresAt: 60_001, endedAt: 9, undo };
    sockets.last.say({ type: 'commands', entries: [], batches: [batch] });
    undoBulkAction(opened, { id: 'b', what });
    return [slot.question?.words().text, sent()];
  };
  expect(undoOf([2])).toEqual([undefined, 1]);
  expect(undoOf([1, 2])).toEqual(['This moves Driveway gate. Look first that nobody is in the way.', 1]);
});

it('an entrance in a scene makes it ask, and the question names it', async () => {
  const { opened } = await aGate();
  const scene: Scene = {
    id: 's',
    name: 'Home',
    icon: 'home',
    commands: [
      { device: 1, ...down, params: { ...down.params } },
      { device: 2, method: 'setStatus', params: { status: true } }
    ]
  };
  const find = (id: number) => opened.state.device(id);
  expect(asksFirst(scene, find, () => 1)).toBe(true);
  expect(asksFirst({ ...scene, commands: scene.commands.slice(1) }, find, () => 1)).toBe(false);
  expect(sceneQuestion(opened, scene)).toBe('It sets 2 devices. This moves Driveway gate.');
});

it('a question names what it moves when fewer than four, and counts them otherwise', async () => {
  const shutters = (count: number) =>
    Array.from({ length: count }, (_, at) => aShutter(at + 1, 0, { name: `Blind ${at + 1}`, room_id: 1 }));
  const { opened, slot } = await aBench(shutters(4));
  const textOf = (count: number) => {
    requestBulkAction(opened, planShutters('up', shutters(count), 'home'));
    return slot.question?.words().text;
  };
  expect(textOf(1)).toBe('This moves Blind 1.');
  expect(textOf(3)).toBe('This moves Blind 1, Blind 2 and Blind 3.');
  expect(textOf(4)).toBe('This moves 4 shutters.');
});

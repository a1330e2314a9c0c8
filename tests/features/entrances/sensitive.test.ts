import { describe, expect, test } from 'vitest';
import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { leavingOf } from '../../../src/features/bulk-actions/leaving-plan';
import { planLightsOff, planShutters, planStop } from '../../../src/features/bulk-actions/plan';
import { confirm, undoBulkAction } from '../../../src/features/bulk-actions/request';
import { DeviceView } from '../../../src/features/device/device-view.svelte';
import { leftOutBy, offeredCommands, OFFERS } from '../../../src/features/scenes/scene-calls';
import { SceneDraft } from '../../../src/features/scenes/scene-draft.svelte';
import { sceneAsksFirst, sceneQuestion } from '../../../src/features/scenes/scene-view.svelte';
import { actNow } from '../../../src/features/timers/timer-requests';
import { HomeView } from '../../../src/features/view-models/home-view.svelte';
import { timedChoiceOf } from '../../../src/features/view-models/timer-choice';
import { aBench } from '../bulk-actions/test-bench';
import { aLamp, aShutter } from '../bulk-actions/test-devices';

const call = (method: string, params: CommandCall['params'] = {}): CommandCall => ({ method, params });
const ON = call('setStatus', { status: true });
const OFF = call('setStatus', { status: false });
const UP = call('startLevelChange', { direction: 'up' });
const DOWN = call('startLevelChange', { direction: 'down' });
const LEVEL = call('setLevel', { level: 10 });
const ZERO = call('setLevel', { level: 0 });
const PULSE = call('pulse');
const STOP = call('stop');

const switched = (more: Partial<Device>) =>
  aLamp(1, { icon: '', room_id: 1, params: { Status: false, pulseable: true }, ...more });
const moved = (more: Partial<Device>) =>
  aShutter(1, 0, { interfaces: ['SwitchMultilevel', 'SwitchBinary', 'Shutter'], room_id: 1, ...more });

interface Row {
  readonly device: Device;
  readonly title: string;
  readonly hint: string;
  readonly scene: string;
  readonly undo: string;
  readonly why: string;
  readonly asks: readonly CommandCall[];
  readonly acts: readonly CommandCall[];
}

const GATE = {
  title: 'Open Gate?',
  hint: 'Look first that nobody is in the way.',
  scene: 'It sets 1 device. This moves Gate.',
  undo: 'This moves Gate. Look first that nobody is in the way.',
  why: 'entrance'
};
const SIREN = {
  title: 'Turn on Alarm?',
  hint: 'It can be loud.',
  scene: 'It sets 1 device. This turns on Alarm.',
  undo: 'This may turn on Alarm. It can be loud.',
  why: 'siren'
};
const VALVE = {
  title: 'Open Water?',
  hint: 'Check first that nothing can leak.',
  scene: 'It sets 1 device. This opens Water.',
  undo: 'This may open Water. Check first that nothing can leak.',
  why: 'valve'
};
const SWITCHED = { asks: [ON, PULSE], acts: [OFF] };
const MOVED = { asks: [UP, LEVEL], acts: [DOWN, ZERO, STOP] };

const KINDS: readonly [string, Row][] = [
  ['an entrance that moves', { device: moved({ name: 'Gate', icon: 'gate' }), ...GATE, ...MOVED }],
  ['an entrance that is pulsed', { device: switched({ name: 'Gate' }), ...GATE, ...SWITCHED }],
  ['a siren', { device: switched({ name: 'Alarm', type: 'DevSiren' }), ...SIREN, ...SWITCHED }],
  [
    'a strobe with levels',
    {
      device: switched({
        name: 'Alarm',
        role: 'Strobe',
        type: 'DevSwitchMultilevel',
        interfaces: ['SwitchMultilevel', 'SwitchBinary'],
        params: { Level: 0, Status: false }
      }),
      ...SIREN,
      asks: [ON, LEVEL],
      acts: [OFF, ZERO]
    }
  ],
  ['a valve', { device: switched({ name: 'Water', role: 'WaterValve' }), ...VALVE, ...SWITCHED }],
  ['a valve that moves', { device: moved({ name: 'Water', type: 'DevValve' }), ...VALVE, ...MOVED }]
];

describe.each(KINDS)('%s', (_kind, row) => {
  const { device, title, hint, why, asks, acts } = row;
  const aHome = async () => {
    const bench = await aBench([device, aLamp(2, { room_id: 1 })]);
    return { ...bench, sent: () => bench.sockets.last.frames.length };
  };

  test.each([...asks, ...acts])('on a tile, a sheet and the wall: $method $params', async (made) => {
    const { opened, slot, sent } = await aHome();
    new DeviceView(opened, () => opened.state.device(1) ?? device).send(made);
    const isAsked = asks.includes(made);
    expect({ title: slot.question?.words().title, text: slot.question?.words().text, sent: sent() }).toEqual(
      isAsked ? { title, text: hint, sent: 0 } : { title: undefined, text: undefined, sent: 1 }
    );
    if (isAsked) confirm(opened);
    expect({ question: slot.question, sent: sent() }).toEqual({ question: null, sent: 1 });
  });

  test.each([...asks, ...acts])('in a scene made by hand: $method $params', async ({ method, params }) => {
    const { opened } = await aHome();
    const draft = new SceneDraft(opened);
    draft.set(1, [{ method, params }]);
    const scene = { id: 's', name: 'Mine', icon: 'home', commands: draft.commands };
    expect(draft.commands).toHaveLength(1);
    const isAsked =
      why === 'entrance' || asks.some((each) => each.method === method && each.params === params);
    expect(sceneAsksFirst(opened, scene)).toBe(isAsked);
    if (isAsked) expect(sceneQuestion(opened, scene)).toBe(row.scene);
    else expect(sceneQuestion(opened, scene)).toBe('It sets 1 device.');
  });

  test.each([...asks, ...acts])('at a missed timer that is done now: $method $params', async (made) => {
    const { opened, slot, sent } = await aHome();
    actNow(opened, 't', [{ device, call: made }], () => undefined);
    expect([slot.question?.words().title, sent()]).toEqual(asks.includes(made) ? [title, 0] : [undefined, 1]);
  });

  test('it is in no bulk action, no offered scene and no room as it is now, and they say why', async () => {
    const { opened } = await aHome();
    const { rooms } = new HomeView(opened);
    for (const isOn of [true, false]) {
      const params = { ...device.params, Status: isOn, Level: isOn ? 50 : 0 };
      const devices = rooms
        .flatMap((room) => room.devices)
        .map((each) => (each.id === 1 ? { ...each, params } : each));
      expect(
        rooms
          .flatMap((room) => [...room.devicesOf('lights'), ...room.devicesOf('shutters')])
          .map(({ id }) => id)
      ).toEqual([2]);
      const groups = rooms.flatMap((room) => [...room.devicesOf('lights'), ...room.devicesOf('shutters')]);
      const steps = [
        ...planLightsOff(groups, 'home').steps,
        ...planShutters('down', groups, 'home').steps,
        ...planStop(groups, 'home').steps,
        ...leavingOf(devices).plan.steps
      ];
      const offered = OFFERS.flatMap((offer) => offeredCommands(offer, devices));
      const draft = new SceneDraft(opened);
      draft.capture(devices);
      expect(steps.filter((step) => step.device.id === 1)).toEqual([]);
      expect([...offered, ...draft.commands].filter((each) => each.device === 1)).toEqual([]);
      expect(leftOutBy('night', devices).map((each) => [each.device.id, each.why])).toEqual([[1, why]]);
    }
  });

  test('no timer opens or sounds it, and one closes or silences it', () => {
    const open = { ...device, params: { ...device.params, Status: true, Level: 99 } };
    expect(timedChoiceOf(device)).toBeUndefined();
    expect(['off', 'close']).toContain(timedChoiceOf(open)?.action);
  });

  test('the undo of it asks', async () => {
    const { opened, slot, sent, say } = await aHome();
    say('b', ['confirmed'], { what: 'scene', endedAt: 9, undo: { count: 1, until: 600_000 } }, asks[0]);
    undoBulkAction(opened, { id: 'b', what: 'scene', scope: null });
    expect([slot.question?.words().text, sent()]).toEqual([row.undo, 0]);
    confirm(opened);
    expect(sent()).toBe(1);
  });

  test('where it only shows its state it takes no command', async () => {
    const { opened } = await aBench([{ ...device, touch: 'show' }]);
    const view = new DeviceView(opened, () => ({ ...device, touch: 'show' }));
    expect([...asks, ...acts].filter((each) => view.offers(each))).toEqual([]);
  });
});

test('a question for several kinds names all of them and is asked once', async () => {
  const devices = [
    moved({ name: 'Gate', icon: 'gate' }),
    { ...switched({ name: 'Alarm', type: 'DevSiren' }), id: 2 }
  ];
  const { opened, slot } = await aBench(devices);
  const calls = devices.map((device, at) => ({ device, call: at === 0 ? UP : ON }));
  actNow(opened, 't', calls, () => undefined);
  expect(slot.question?.words()).toEqual({
    title: 'Change Gate and Alarm?',
    text: 'Look first that nobody is in the way. It can be loud.',
    confirm: 'Do it now'
  });
});

import { expect, it } from 'vitest';
import { undoCalls } from '../../../../proxy/server/commands/undo';
import { unknownCommand } from '../../../../src/lib/state/commands/shown-command';
import { aDevice } from '../../../lib/kinds/test-home';
import { allOff, besideLamps, codeOf, GUEST, statesOf } from '../../../support/lamp-upstream';

it('undo brings each lamp of a batch back, except one that was off and one that was used since', async () => {
  const { post, addScreen, house, list, pass } = await besideLamps(4);
  house.set(3, { Status: false, Level: 0 });
  house.set(2, { Level: 70 });
  await list();
  await post({ id: 'off', ...allOff(4) });
  await pass(1_000);
  house.set(4, { Status: true, Level: 10 });
  await pass(500);
  const other = addScreen();
  expect((await other.list()).batches).toMatchObject([{ id: 'off', undo: { count: 2 } }]);
  const undone = await other.post({ undo: 'off', what: 'lights-back' });
  expect(undone).toMatchObject({
    batch: { what: 'lights-back', undoes: 'off' },
    entries: [
      { device: 1, params: { level: 40 } },
      { device: 2, params: { level: 70 } }
    ]
  });
  await pass(1_000);
  expect([1, 2, 3, 4].map((id) => house.device(id)?.params['Level'])).toEqual([40, 70, 0, 10]);
  expect((await other.list()).batches.find(({ id }) => id === 'off')?.undo).toBeUndefined();
  expect(codeOf(await other.post({ undo: 'off' }))).toBe('not-found');
});

it('undo leaves out a lamp that never followed, so that its count is what comes back', async () => {
  const { post, house, list, pass } = await besideLamps(3, { isReporting: false });
  await post({ id: 'off', ...allOff(3) });
  await pass(1_000);
  for (const id of [1, 3]) house.set(id, { Status: false, Level: 0 });
  await pass(20_000);
  const { batches, entries } = await list();
  expect(entries.map(({ state }) => state)).toEqual(['confirmed', 'unconfirmed', 'confirmed']);
  expect(batches).toMatchObject([{ id: 'off', undo: { count: 2 } }]);
  expect(await post({ undo: 'off' })).toMatchObject({ entries: [{ device: 1 }, { device: 3 }] });
});

it('undo by a screen of one room leaves the rest of the batch to be undone by others', async () => {
  const { post, addScreen, house, list, pass } = await besideLamps(4);
  await post({ id: 'off', ...allOff(4) });
  await pass(1_000);
  const guest = addScreen(GUEST);
  await pass(10_000);
  expect((await guest.list()).batches).toMatchObject([{ id: 'off', undo: { count: 2, devices: [1, 3] } }]);
  expect(codeOf(await guest.post({ undo: 'off' }))).toBe('taken');
  await pass(1_000);
  expect((await list()).batches.find(({ id }) => id === 'off')?.undo).toMatchObject({ count: 2 });
  expect(await post({ undo: 'off' })).toMatchObject({ entries: [{ device: 2 }, { device: 4 }] });
  await pass(1_000);
  expect([1, 2, 3, 4].map((id) => house.device(id)?.params['Level'])).toEqual([40, 40, 40, 40]);
});

it('undo cancels what is still queued of the batch', async () => {
  const { post, house, pass } = await besideLamps(40);
  await post({ id: 'off', ...allOff(40) });
  await pass(500);
  const off = house.received.length;
  const undone = await post({ undo: 'off' });
  await pass(10_000);
  expect(statesOf(undone)).toHaveLength(off);
  expect(house.received).toHaveLength(2 * off);
  expect(Array.from({ length: 40 }, (_, at) => house.device(at + 1)?.params['Level'])).toEqual(
    Array(40).fill(40)
  );
});

it('undo is possible for ten minutes after the last command ended', async () => {
  const { post, list, pass, clock } = await besideLamps(2);
  await post({ id: 'off', ...allOff(2) });
  await pass(1_000);
  await clock.advance(590_000);
  expect((await list()).batches).toMatchObject([{ id: 'off', undo: { count: 2, devices: [1, 2] } }]);
  expect((await list()).entries).toEqual([]);
  await clock.advance(10_000);
  expect(await list()).toMatchObject({ batches: [], remembered: [] });
  expect(codeOf(await post({ undo: 'off' }))).toBe('not-found');
});

const colours = { supportedComponents: ['Red', 'Green', 'Blue'] };
const climate = ['ThermostatMode', 'ThermostatFanMode', 'ThermostatSetpoint'];
const modes = { availableModes: ['Heat', 'Off'], availableFanModes: ['Low', 'High'] };

it.each([
  ['a dimmer’s level', ['SwitchMultilevel', 'SwitchBinary'], {}, { Level: 30, Status: true }, { level: 30 }],
  ['a switch', ['SwitchBinary'], {}, { Status: true }, { status: true }],
  [
    'each component of a colour that was reported',
    ['SwitchColor'],
    colours,
    { currentComponentValues: { Red: 255, Blue: 9 } },
    { components: { Red: 255, Blue: 9 } }
  ],
  ['a mode', climate, modes, { currentMode: 'Heat' }, { mode: 'Heat' }, ['currentMode']],
  ['a fan mode', climate, modes, { currentFanMode: 'Low' }, { fanMode: 'Low' }, ['currentFanMode']],
  [
    'the setpoint that has changed, and no other',
    climate,
    { currentSetpoints: { Heat: 25, Cool: 26 } },
    { currentSetpoints: { Heat: 21, Cool: 26 } },
    { setpoint: 21, setpointType: 'Heat' },
    ['currentMode']
  ],
  [
    'the setpoint of a valve that sleeps and still reports the one of before, and not a mode that somebody has chosen since',
    climate,
    { ...modes, currentMode: 'Off', currentSetpoints: { Heat: 21, Cool: 26 } },
    { currentMode: 'Heat', currentSetpoints: { Heat: 21, Cool: 26 } },
    { setpoint: 21, setpointType: 'Heat' },
    ['currentSetpoints.Heat']
  ]
])('undo brings back %s', (_name, interfaces, params, before, sent, sets: readonly string[] = ['Level']) => {
  const device = aDevice({ id: 7, name: 'Any', room_id: 1, type: 'Any', interfaces, params });
  const prepared = { ...unknownCommand({ method: 'any', params: {} }), sets };
  const command = { device: 7, state: 'accepted', before, prepared, expectation: null } as const;
  expect(undoCalls([command], () => device).map(({ params }) => params)).toEqual([sent]);
  expect(
    undoCalls([{ ...command, before: null }], () => device),
    'never sent'
  ).toEqual([]);
});

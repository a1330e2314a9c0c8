import { expect, it } from 'vitest';
import { decodeDevice } from '#shared/home-schema';
import { LIVE_CLOSE } from '#shared/live-protocol';
import { FULL_RIGHTS } from '#shared/rights';
import { planOne } from '../../../../proxy/server/commands/plan';
import { besideLamps, codeOf, level } from '../../../support/lamp-upstream';

/** Sixty lamps, with a scene of all of them. */
async function withScene() {
  const beside = await besideLamps(60);
  const commands = Array.from({ length: 60 }, (_, at) => level(at + 1, 7));
  expect(await beside.putScene('all', commands)).toBe(204);
  return beside;
}

it('a scene costs as many commands as it has, and so does undoing it', async () => {
  const { post, pass, addScreen } = await withScene();
  const first = addScreen();
  expect(codeOf(await first.post({ id: 'run', scene: 'all' }))).toBe('taken');
  await pass(8_000);
  for (let n = 0; n < 9; n++) expect(codeOf(await post({ scene: 'all' }))).toBe('taken');
  expect(codeOf(await post({ undo: 'run' }))).toMatch(/taken|superseded/);
  expect(codeOf(await post({ scene: 'all' }))).toBe('too-many-commands');
  expect(codeOf(await first.post({ scene: 'all' }))).toBe('taken');
});

it.each([
  ['a scene', 'PUT', '/scenes/twice', { name: 'Twice', icon: 'night' }],
  ['a timer', 'POST', '/timers', { room: 1, inMs: 60_000 }]
])('%s sets each value of a device once', async (_what, method, path, rest) => {
  const { send } = await withScene();
  const twice = [level(1, 3), { device: 1, method: 'setStatus', params: { status: true } }];
  const set = async (commands: object[]) => (await send(method, path, { ...rest, commands })).status;
  expect(await set(twice)).toBe(400);
  expect(await set([level(1, 3), level(3, 3)])).toBeLessThan(300);
});

const THERMOSTAT = {
  interfaces: ['ThermostatMode', 'ThermostatSetpoint', 'ThermostatFanMode'],
  params: {
    availableModes: ['Off', 'Heat'],
    currentSetpoints: { Heat: 21, Away: 16 },
    availableFanModes: ['Auto']
  }
};
const LAMP = { interfaces: ['SwitchColor'], params: { supportedComponents: ['Red', 'Green'] } };
const BARE = { interfaces: [...THERMOSTAT.interfaces, 'SwitchColor'], params: {} };
const setpoint = (setpointType: string) => ['setSetpoint', { setpoint: 20, setpointType }] as const;

it.each<[string, object, readonly [string, object], boolean]>([
  ['a setpoint that it has', THERMOSTAT, setpoint('Away'), true],
  ['the setpoint of a mode that it has', THERMOSTAT, setpoint('Off'), true],
  ['another setpoint', THERMOSTAT, setpoint('Heat2'), false],
  ['a mode that it has', THERMOSTAT, ['setMode', { mode: 'Heat' }], true],
  ['another mode', THERMOSTAT, ['setMode', { mode: 'Cool' }], false],
  ['another fan mode', THERMOSTAT, ['setFanMode', { fanMode: 'High' }], false],
  ['a colour that it has', LAMP, ['setColor', { components: { Red: 1 } }], true],
  ['another colour', LAMP, ['setColor', { components: { Red: 1, Blue: 1 } }], false],
  ['any setpoint if it lists none', BARE, setpoint('Dry'), true],
  ['any mode if it lists none', BARE, ['setMode', { mode: 'Cool' }], true],
  ['any colour if it lists none', BARE, ['setColor', { components: { Blue: 1 } }], true]
])('a device is set to %s: see the last column', (_what, device, [method, params], isTaken) => {
  const decoded = decodeDevice({ id: 1, name: 'It', room_id: 1, type: 'It', ...device });
  const viewer = { screen: { rights: FULL_RIGHTS } as never, device: () => decoded ?? undefined };
  expect(planOne({ device: 1, method, params: { ...params } }, viewer, { isShowOnly: () => false }).ok).toBe(
    isTaken
  );
});

it('a screen that was cut for its flood is not heard again for ten seconds', async () => {
  const { client, connect, clock, upstream } = await besideLamps(1);
  await client().next('commands');
  for (let n = 0; n < 70; n++) client().socket.send('{"type":"cancel","id":"none"}');
  expect(await client().closed()).toBe(LIVE_CLOSE.flooded);
  expect(await connect({ page: 'other' }).closed()).toBe(LIVE_CLOSE.flooded);
  await connect({ headers: upstream.addScreen().headers, page: 'third' }).next('commands');
  await clock.advance(10_000);
  await connect({ page: 'other', connection: '2' }).next('commands');
});

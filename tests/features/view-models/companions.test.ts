import { beforeAll, expect, test } from 'vitest';
import type { Device } from '#shared/home';
import { i18n } from '$lib/i18n/i18n.svelte';
import { LIVE } from '$lib/kinds/sight';
import { DeviceView } from '../../../src/features/device/device-view.svelte';
import { HomeView } from '../../../src/features/view-models/home-view.svelte';
import { aBench } from '../bulk-actions/test-bench';
import { aLamp, aSensor } from '../bulk-actions/test-devices';

beforeAll(() => i18n.loadAll());

const part = (id: number, role: string, params: Device['params'] = {}, more: Partial<Device> = {}) =>
  aSensor(id, role, false, {
    name: `Part ${id}`,
    params: { Tripped: false, nodeId: 7, ...params },
    ...more
  });
const SMOKE = 1;
const CO = 2;
const TAMPER = 3;
const MOTION = 4;
const smoke = (params = {}, more = {}) => part(SMOKE, 'BinarySmokeSensor', params, more);
const co = (params = {}, more = {}) => part(CO, 'BinaryCOSensor', params, more);
const tamper = (params = {}, more = {}) => part(TAMPER, 'BinaryTamperSensor', params, more);
const motion = part(MOTION, 'BinaryMotionSensor');
const battery = (batteryLevel: number) => ({ interfaces: ['SensorBinary', 'Battery'], batteryLevel });
const onBattery = (make: typeof smoke, level: number, more: Partial<Device> = {}) => {
  const { interfaces, batteryLevel } = battery(level);
  return make({ batteryLevel }, { interfaces, ...more });
};

/** What pages show: the tiles with their states and tones, the alarms, the other sensors that are tripped, and what needs attention. */
interface Shown {
  readonly tiles: readonly (readonly [id: number, state: string, tone?: string])[];
  readonly alarms?: readonly number[];
  readonly tripped?: readonly number[];
  readonly attention?: string;
}

const CALM = 'No smoke · No CO';

const PAGES: Readonly<Record<string, readonly [readonly Device[], Shown]>> = {
  'a smoke and CO alarm is one tile that says both': [[smoke(), co()], { tiles: [[SMOKE, CALM, 'neutral']] }],
  'smoke is an alarm of its own device': [
    [smoke({ Tripped: true }), co()],
    { tiles: [[SMOKE, 'Smoke detected · No CO', 'alarm']], alarms: [SMOKE] }
  ],
  'CO is an alarm of its own device, and of the tile': [
    [smoke(), co({ Tripped: true })],
    { tiles: [[SMOKE, 'Carbon monoxide detected · No smoke', 'alarm']], alarms: [CO] }
  ],
  'smoke and CO are two alarms': [
    [smoke({ Tripped: true }), co({ Tripped: true })],
    { tiles: [[SMOKE, 'Smoke detected · Carbon monoxide detected', 'alarm']], alarms: [SMOKE, CO] }
  ],
  'a limited screen that sees the CO sensor alone has its tile': [
    [co()],
    { tiles: [[CO, 'No carbon monoxide', 'neutral']] }
  ],
  'an alarm that does not respond is one device that does not': [
    [smoke({}, { alive: false }), co({}, { alive: false })],
    { tiles: [[SMOKE, 'Not responding', 'dead']], attention: '1 not responding' }
  ],
  'a part that does not respond alone says so': [
    [smoke(), co({}, { alive: false })],
    { tiles: [[SMOKE, 'Not responding · No smoke', 'neutral']], attention: '1 not responding' }
  ],
  'a battery that two parts report is one': [
    [onBattery(smoke, 5), onBattery(co, 5)],
    { tiles: [[SMOKE, CALM]], attention: '1 battery low' }
  ],
  'a battery that says itself that it is low is low': [
    [smoke({ batteryLow: true }), co()],
    { tiles: [[SMOKE, CALM]], attention: '1 battery low' }
  ],
  'a tamper contact alone is a tile': [[tamper()], { tiles: [[TAMPER, 'Cover closed', 'neutral']] }],
  'a tamper contact alone that is tripped is one of the triggered sensors': [
    [tamper({ Tripped: true })],
    { tiles: [[TAMPER, 'Cover open', 'on']], tripped: [TAMPER] }
  ],
  'a tamper contact with siblings is no tile, and in no count': [
    [motion, tamper({ Tripped: true }, { alive: true })],
    { tiles: [[MOTION, 'No motion', 'neutral']] }
  ],
  'a tamper contact with siblings that does not respond is no news': [
    [motion, tamper({}, { alive: false })],
    { tiles: [[MOTION, 'No motion']] }
  ],
  'a battery contact of a detector that is tripped is one of the triggered sensors': [
    [smoke(), part(TAMPER, 'BinaryLowBatterySensor', { Tripped: true })],
    { tiles: [[SMOKE, 'No smoke']], tripped: [TAMPER] }
  ],
  'a fault contact of a detector that is tripped is one of the triggered sensors': [
    [smoke(), part(TAMPER, 'BinaryFaultSensor', { Tripped: true })],
    { tiles: [[SMOKE, 'No smoke']], tripped: [TAMPER] }
  ],
  'a test contact of a detector that is tripped is in no count': [
    [smoke(), part(TAMPER, 'BinaryTestSensor', { Tripped: true })],
    { tiles: [[SMOKE, 'No smoke']] }
  ],
  'a fault contact of a detector that is calm is in no count': [
    [smoke(), part(TAMPER, 'BinaryFaultSensor')],
    { tiles: [[SMOKE, 'No smoke']] }
  ],
  'a tamper contact that is armed and tripped is an alarm': [
    [motion, tamper({ Tripped: true, Armed: true })],
    { tiles: [[MOTION, 'No motion', 'neutral']], alarms: [TAMPER] }
  ],
  'a tamper contact of a lamp is no tile': [
    [aLamp(9, { params: { Status: true, nodeId: 7 } }), tamper({ Tripped: true })],
    { tiles: [[9, 'On', 'on']] }
  ]
};

test.each(Object.entries(PAGES))('%s', async (_name, [devices, shown]) => {
  const { opened } = await aBench(devices);
  const home = new HomeView(opened);
  const room = home.rooms.find((each) => each.devices.length > 0);
  if (!room) throw new Error('no room');
  const tiles = room.devices.map((device) => {
    const view = new DeviceView(opened, () => device);
    return [device.id, view.presentation.summary, view.tone];
  });
  expect(tiles).toEqual(shown.tiles.map(([id, state, tone = 'neutral']) => [id, state, tone]));
  expect(room.groups.flatMap(({ ids }) => ids)).toEqual(shown.tiles.map(([id]) => id));
  const ids = (list: readonly Device[]) => list.map(({ id }) => id).sort();
  expect(ids(home.highlights.alarms)).toEqual(shown.alarms ?? []);
  expect(ids(home.highlights.tripped)).toEqual(shown.tripped ?? []);
  const line = home.lines(LIVE, { now: Date.now() }).find(({ list }) => list === 'attention');
  expect(line?.label).toBe(shown.attention ?? 'Devices OK');
});

test('the mark of a low battery is on the tile that stands for the part that reports it', async () => {
  const { opened } = await aBench([smoke(), onBattery(co, 3)]);
  const device = opened.state.device(SMOKE);
  if (!device) throw new Error('no device');
  expect(new DeviceView(opened, () => device).isBatteryLow).toBe(true);
});

test('a companion has a tile as soon as its controller says that it is a favourite', async () => {
  const { opened, sockets } = await aBench([smoke(), co()]);
  const room = () => new HomeView(opened).rooms.flatMap(({ devices }) => devices.map(({ id }) => id));
  expect(room()).toEqual([SMOKE]);
  sockets.last.say({
    type: 'changes',
    changes: [{ device: CO, fields: { favorite: true } }],
    revision: 'x.2'
  });
  expect(room()).toEqual([SMOKE, CO]);
});

test('a companion has a tile again once its leader is hidden, and none once it is shown', async () => {
  const { opened, sockets } = await aBench([smoke(), co()]);
  const room = () => new HomeView(opened).rooms.flatMap(({ devices }) => devices.map(({ id }) => id));
  expect(room()).toEqual([SMOKE]);
  const { current } = opened.layout;
  sockets.last.say({ type: 'layout', layout: { ...current, devices: { [SMOKE]: { isHidden: true } } } });
  expect(room()).toEqual([CO]);
  expect(opened.state.companionsOf(SMOKE)).toEqual([]);
});

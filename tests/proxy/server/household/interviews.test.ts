import { expect, it } from 'vitest';
import type { Device } from '#shared/home';
import type { Layout } from '#shared/layout';
import type { Scene } from '#shared/scenes';
import type { Snapshot } from '#shared/wire-live';
import nodes from '../../../fixtures/zwave-js-nodes.json';
import { testProxy, type TestProxy } from '../../../support/test-proxy';
import { fakeServer, houseOf, soon } from '../../sources/zwave-js/fake-server';
import { setUp } from '../../sources/zwave-js/set-up';

type Node = (typeof nodes)[number];
type NodeValue = Node['values'][number];

/** A household that has given each of these devices a name, and has some of them as favourites and in a scene. */
async function choosingHousehold(
  proxy: TestProxy,
  { cookie, id }: { readonly cookie: string; readonly id: string },
  names: readonly string[]
) {
  const at = `/api/controllers/${id}`;
  const get = async (path: string) => (await proxy.call(cookie, 'GET', `${at}/${path}`)).json;
  const devices = async () => ((await get('home')) as Snapshot).home.devices;
  const live = proxy.live(cookie, id);
  await live.next('controller', ({ state }) => state === 'online');
  const named = await soon(async () => {
    const all = await devices();
    return names.map((name) => {
      const found = all.find((device) => device.name === name);
      if (!found) throw new Error(`${name} is not there.`);
      return found;
    });
  });
  const layout = {
    favourites: named.slice(0, 2).map((device) => device.id),
    devices: Object.fromEntries(named.map((device) => [device.id, { name: `Our ${device.name}` }])),
    rooms: {}
  };
  const switches = named.filter(({ type }) => type === 'DevSwitch');
  const scene = {
    name: 'Leaving',
    icon: 'door',
    commands: switches.map((device) => ({
      device: device.id,
      method: 'setStatus',
      params: { status: false }
    }))
  };
  expect((await proxy.call(cookie, 'PUT', `${at}/layout`, layout)).status).toBe(204);
  expect((await proxy.call(cookie, 'PUT', `${at}/scenes/leaving`, scene)).status).toBe(204);
  return {
    named,
    devices,
    found: async (device: number) => (await devices()).find((each) => each.id === device),
    /** Everything that the household chose, without what its devices are. */
    chosen: async () => ({
      layout: withoutModels((await get('layout')) as Layout),
      scenes: ((await get('scenes')) as { scenes: Scene[] }).scenes
    })
  };
}

const withoutModels = ({ models: _, ...layout }: Layout): Layout => layout;

/** The roles of the same things, spelled or grouped otherwise. */
const OTHER_ROLES: Readonly<Record<string, string>> = {
  BinaryDoorSensor: 'BinaryWindowSensor',
  BinaryMotionSensor: 'PresenceSensor',
  BinaryGenericSensor: '',
  BinarySmokeSensor: 'smoke_detector'
};

/** What an interview can add to any device, and a meter to a switch. */
const FACTS = ['Version', 'Association', 'WakeUp', 'MultichannelEndpoint', 'ChildDevice'];

/** A device after an interview that makes no other thing of it. */
function interviewed(device: Device): Device {
  const isSwitch = device.type === 'DevSwitch';
  const rest = device.interfaces.filter((name) => !['ZWaveDevice', 'Battery', ...FACTS].includes(name));
  return {
    ...device,
    role: isSwitch ? 'Plug' : (OTHER_ROLES[device.role] ?? device.role),
    interfaces: [...rest, ...FACTS, ...(isSwitch ? ['SensorMultilevel'] : [])].reverse(),
    params: { ...device.params, firmwareVersion: [9, 9] }
  };
}

const NAMES = [
  'Floor lamp',
  'Ceiling lights',
  'Garden window',
  'Motion',
  'Terrace door',
  'Thermostat',
  'Television',
  'Extractor light',
  'Smoke alarm'
];

it('a household keeps what it chose after an interview that makes no other things of its devices', async () => {
  const proxy = await testProxy();
  const screen = { cookie: await proxy.cookie(), id: proxy.id };
  const { named, found, chosen } = await choosingHousehold(proxy, screen, NAMES);
  const before = await chosen();
  const changed = named.flatMap(({ id }) => proxy.controller.device(id) ?? []).map(interviewed);
  expect(changed).toHaveLength(NAMES.length);
  for (const device of changed) proxy.controller.changeLists({ addDevice: device });
  await soon(async () => {
    for (const { id, role, interfaces } of changed)
      expect(await found(id)).toMatchObject({ role, interfaces: [...interfaces] });
  });
  expect(await chosen()).toEqual(before);
});

const valueOf = (commandClass: number, property: string, more: object) => ({
  endpoint: 0,
  commandClass,
  property,
  propertyName: property,
  metadata: {},
  ...more
});
const withValues = (node: Node, ...values: object[]) => ({ ...node, values: [...node.values, ...values] });
const hasNotification = ({ values }: Node) => values.some(({ commandClass }) => commandClass === 113);
const battery = valueOf(128, 'level', { value: 60 });
const wakeUp = valueOf(132, 'wakeUpInterval', { value: 300 });

/** The class 48 value of a node's notifications. */
const binaryOf = (node: Node) => {
  const types = { 1: 2, 2: 3, 6: 10, 7: 12 } as Readonly<Record<number, number>>;
  const type = node.values.flatMap(({ metadata }) =>
    'ccSpecific' in metadata
      ? ((metadata.ccSpecific as { notificationType?: number }).notificationType ?? [])
      : []
  )[0];
  return valueOf(48, 'Sensor', { value: false, metadata: { ccSpecific: { sensorType: types[type ?? 0] } } });
};

const NODE_INTERVIEWS: readonly (readonly [what: string, change: (node: Node) => object])[] = [
  [
    'batteries are removed, and the label changes',
    (node) => ({
      ...node,
      label: 'Another label',
      values: node.values.filter(({ commandClass }) => commandClass !== 128)
    })
  ],
  [
    'a battery and a wake-up are added, and sensors have the class 48 too, in another order',
    (node) => {
      const more = withValues(node, battery, wakeUp, ...(hasNotification(node) ? [binaryOf(node)] : []));
      return { ...more, values: more.values.toReversed() };
    }
  ],
  [
    'sensors have the class 48 alone',
    (node) =>
      hasNotification(node)
        ? { ...node, values: [...node.values.filter((value: NodeValue) => !isState(value)), binaryOf(node)] }
        : node
  ]
];
const isState = (value: NodeValue) =>
  'propertyKey' in value &&
  ['Sensor status', 'Door state', 'Motion sensor status'].includes(String(value.propertyKey));

const NODE_NAMES = [
  'Kettle',
  'Ceiling',
  'Blind',
  'Smoke detector',
  'CO detector',
  'Back door',
  'Heating',
  'Hall sensor',
  'Hall sensor · Air temperature',
  'Corner plug'
];

it('a Z-Wave JS household keeps what it chose after interviews that make no other things of its nodes', async () => {
  let now: readonly object[] = nodes;
  const server = await fakeServer(houseOf(() => now));
  const proxy = await testProxy({ zwaveJs: `ws://127.0.0.1:${server.port}` });
  const { named, devices, found, chosen } = await choosingHousehold(proxy, await setUp(proxy), NODE_NAMES);
  expect((await found(named[4]?.id ?? 0))?.role).toBe('BinaryCOSensor');
  const before = await chosen();
  const idsNow = async () => (await devices()).map(({ id }) => id).sort((a, b) => a - b);
  const ids = await idsNow();
  const last = named.at(-1)?.id ?? 0;
  for (const [number, [what, change]] of NODE_INTERVIEWS.entries()) {
    const firmwareVersion = `7.${number}`;
    const interviewedNodes = nodes.map((node) => change(node) as Node);
    // The last one has another firmware then, so that the end can be seen.
    now = interviewedNodes.map((node, at) => (at === nodes.length - 1 ? { ...node, firmwareVersion } : node));
    for (const { nodeId } of nodes)
      server.sockets
        .at(-1)
        ?.send(JSON.stringify({ type: 'event', event: { source: 'node', event: 'ready', nodeId } }));
    await soon(async () => expect((await found(last))?.params).toMatchObject({ firmwareVersion }));
    expect(await idsNow(), what).toEqual(ids);
    expect(await chosen(), what).toEqual(before);
  }
});

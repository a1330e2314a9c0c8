import { expect, it } from 'vitest';
import type { Device } from '#shared/home';
import type { Layout } from '#shared/layout';
import type { Scene } from '#shared/scenes';
import type { Snapshot } from '#shared/wire-live';
import household from '../../fixtures/household-e89340d2/household.json';
import nodes from '../../fixtures/household-e89340d2/zwave-js-nodes.json';
import { virtualForTest } from '../../support/controllers';
import { copiedFixture } from '../../support/copied-fixture';
import { testProxy } from '../../support/test-proxy';
import { fakeServer, houseOf, soon } from '../zwave-js/fake-server';

/** The device of the last node. */
const LAST_DEVICE = 16;

type Name = keyof typeof household.controllers;
type Node = (typeof nodes)[number];
type NodeValue = Node['values'][number];

/** The current program on the data folder of commit e89340d2, with its controllers, as its screen at one of them sees it. */
async function startOn(name: Name) {
  const { controller, screen, layout } = household.controllers[name];
  const { tokenSecret } = household.controllers.demo;
  const virtual = await virtualForTest({ tokenSecret });
  let now: readonly object[] = nodes;
  const server = await fakeServer(houseOf(() => now));
  const proxy = await testProxy({
    ...{ dataDir: await copiedFixture('household-e89340d2'), controller: virtual, hasDemo: false },
    zwaveJs: `ws://127.0.0.1:${server.port}`,
    argv: ['--allow-loopback', '--controller-port', String(virtual.port)]
  });
  const get = async (path: string) =>
    (await proxy.call(screen.cookie, 'GET', `/api/controllers/${controller.id}/${path}`)).json;
  const devices = async () => ((await get('home')) as Snapshot).home.devices;
  const found = async (id: number) => (await devices()).find((device) => device.id === id);
  const live = proxy.live(screen.cookie, controller.id);
  await live.next('controller', ({ state }) => state === 'online');
  await soon(async () => expect(await devices()).not.toHaveLength(0));
  return {
    ...{ virtual, devices, found, layout },
    getLayout: async () => (await get('layout')) as Layout,
    /** Everything that the household chose, without what its devices were then. */
    chosen: async () => ({
      layout: withoutModels((await get('layout')) as Layout),
      scenes: ((await get('scenes')) as { scenes: Scene[] }).scenes.map(withoutModelsOf)
    }),
    /** The nodes are interviewed again, in their order. The last one has another firmware then, so that the end can be seen. */
    interview: async (nodesNow: readonly Node[]) => {
      const last = { ...nodesNow.at(-1), firmwareVersion: '7.7' };
      now = [...nodesNow.slice(0, -1), last];
      for (const { nodeId } of nodesNow)
        server.sockets
          .at(-1)
          ?.send(JSON.stringify({ type: 'event', event: { source: 'node', event: 'ready', nodeId } }));
      await soon(async () =>
        expect((await found(LAST_DEVICE))?.params).toMatchObject({ firmwareVersion: '7.7' })
      );
    }
  };
}

const withoutModels = ({ models: _, ...layout }: Layout): Layout => layout;
const withoutModelsOf = ({ commands, ...scene }: Scene) => ({
  ...scene,
  commands: commands.map(({ model: _, ...command }) => command)
});

/** What the household had chosen at commit e89340d2. */
const before = (name: Name) => {
  const { layout, scenes } = household.controllers[name];
  return {
    layout: withoutModels(layout as unknown as Layout),
    scenes: (scenes as unknown as Scene[]).map(withoutModelsOf)
  };
};

type Interview = readonly [what: string, change: (device: Device) => Device];

const withInterfaces = (device: Device, ...more: string[]): Device => ({
  ...device,
  interfaces: [...device.interfaces.filter((name) => !more.includes(name)), ...more]
});
const without = (device: Device, ...names: string[]): Device => ({
  ...device,
  interfaces: device.interfaces.filter((name) => !names.includes(name))
});
const withRole = (device: Device, roles: Readonly<Record<string, string>>): Device => ({
  ...device,
  role: roles[device.role] ?? device.role
});

/** Ten interviews that make no other thing of a device. Each begins with the devices as they were. */
const INTERVIEWS: readonly Interview[] = [
  ['Version is added', (device) => withInterfaces(device, 'Version')],
  [
    'Association, Battery and WakeUp are added',
    (device) => withInterfaces(device, 'Association', 'Battery', 'WakeUp')
  ],
  ['ZWaveDevice and Battery are removed', (device) => without(device, 'ZWaveDevice', 'Battery')],
  ['endpoints are added', (device) => withInterfaces(device, 'MultichannelEndpoint', 'ChildDevice')],
  ['endpoints are removed', (device) => without(device, 'MultichannelEndpoint', 'ChildDevice')],
  [
    'switches and lamps have roles',
    (device) => (device.type === 'DevSwitch' ? { ...device, role: 'Plug' } : device)
  ],
  [
    'sensors have other roles',
    (device) =>
      withRole(device, {
        BinaryDoorSensor: 'BinaryWindowSensor',
        BinaryMotionSensor: 'PresenceSensor',
        BinaryGenericSensor: '',
        BinarySmokeSensor: 'smoke_detector'
      })
  ],
  [
    'the order of the interfaces changes',
    (device) => ({ ...device, interfaces: device.interfaces.toReversed() })
  ],
  [
    'a meter is added',
    (device) => (device.type === 'DevSwitch' ? withInterfaces(device, 'SensorMultilevel') : device)
  ],
  ['firmware is updated', (device) => ({ ...device, params: { ...device.params, firmwareVersion: [9, 9] } })]
];

it.each(INTERVIEWS)(
  'a household of e89340d2 keeps what it chose after an interview in which %s',
  async (_what, change) => {
    const { virtual, chosen, getLayout, found, layout } = await startOn('demo');
    const ids = Object.keys(layout.devices).map(Number);
    await soon(async () => expect((await getLayout()).models).not.toEqual(layout.models));
    const wanted = new Map<number, Device>();
    for (const id of ids) {
      const device = virtual.device(id);
      if (!device) throw new Error(`no device ${id}`);
      const changed = change(device);
      wanted.set(id, changed);
      virtual.changeLists({ addDevice: changed });
    }
    await soon(async () => {
      for (const [id, { role, interfaces }] of wanted)
        expect(await found(id)).toMatchObject({ role, interfaces: [...interfaces] });
    });
    expect(await chosen()).toEqual(before('demo'));
  }
);

it('a household of e89340d2 has its choices set aside for another kind of thing, but for what could do harm', async () => {
  const { virtual, getLayout, found } = await startOn('demo');
  const [light, plug] = [virtual.device(44), virtual.device(34)];
  if (!light || !plug) throw new Error('no lamp, no plug');
  const shutter = ['SwitchMultilevel', 'SwitchBinary', 'Shutter', 'ZWaveDevice'];
  virtual.changeLists({ addDevice: { ...light, type: 'DevShutter', interfaces: shutter } });
  virtual.changeLists({ addDevice: { ...plug, role: 'Gate' } });
  await soon(async () => expect((await found(34))?.role).toBe('Gate'));
  await soon(async () => expect((await getLayout()).devices).not.toHaveProperty('34'));
  expect((await getLayout()).devices['44']).toEqual({ isRoomLight: false });
  virtual.changeLists({ addDevice: light });
  await soon(async () =>
    expect((await getLayout()).devices['44']).toEqual({ name: 'Hob light', isRoomLight: false })
  );
});

const valueOf = (commandClass: number, property: string, more: object) => ({
  ...{ endpoint: 0, commandClass, property, propertyName: property, metadata: {}, ...more }
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
  ['nothing changes', (node) => node],
  ['firmware is updated', (node) => ({ ...node, firmwareVersion: '9.9' })],
  ['no firmware is known', (node) => ({ ...node, firmwareVersion: '' })],
  ['a battery is added', (node) => withValues(node, battery)],
  ['a wake-up is added', (node) => withValues(node, wakeUp)],
  [
    'batteries are removed',
    (node) => ({ ...node, values: node.values.filter(({ commandClass }) => commandClass !== 128) })
  ],
  [
    'sensors have the class 48 too',
    (node) => (hasNotification(node) ? withValues(node, binaryOf(node)) : node)
  ],
  [
    'sensors have the class 48 alone',
    (node) =>
      hasNotification(node)
        ? {
            ...node,
            values: [...node.values.filter((value: NodeValue) => !isState(value)), binaryOf(node)]
          }
        : node
  ],
  ['the order of the values changes', (node) => ({ ...node, values: node.values.toReversed() })],
  ['the label of the product changes', (node) => ({ ...node, label: 'Another label' })]
];
const isState = (value: NodeValue) =>
  'propertyKey' in value &&
  ['Sensor status', 'Door state', 'Motion sensor status'].includes(String(value.propertyKey));

it.each(NODE_INTERVIEWS)(
  'a Z-Wave JS household of e89340d2 keeps what it chose after an interview in which %s',
  async (_what, change) => {
    const { chosen, getLayout, devices, interview, layout } = await startOn('zwaveJs');
    await soon(async () => expect((await getLayout()).models).not.toEqual(layout.models));
    const ids = (await devices()).map(({ id }) => id);
    await interview(nodes.map((node) => change(node) as Node));
    expect((await devices()).map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids.sort((a, b) => a - b));
    expect(await chosen()).toEqual(before('zwaveJs'));
  }
);

it('a Z-Wave JS household of e89340d2 has its carbon monoxide detector as an alarm, with its name', async () => {
  const { found, chosen } = await startOn('zwaveJs');
  expect((await found(9))?.role).toBe('BinaryCOSensor');
  await soon(async () => expect(await chosen()).toEqual(before('zwaveJs')));
});

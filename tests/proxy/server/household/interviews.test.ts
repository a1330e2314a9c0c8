import { expect, it } from 'vitest';
import type { Device } from '#shared/home';
import type { Layout } from '#shared/layout';
import type { Scene } from '#shared/scenes';
import type { Snapshot } from '#shared/wire-live';
import { controllerAt } from '../../../../tools/support/test-variables';
import household from '../../../fixtures/household-e89340d2/household.json';
import nodes from '../../../fixtures/household-e89340d2/zwave-js-nodes.json';
import { virtualForTest } from '../../../support/controllers';
import { copiedFixture } from '../../../support/copied-fixture';
import { testProxy } from '../../../support/test-proxy';
import { fakeServer, houseOf, soon } from '../../sources/zwave-js/fake-server';

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
    dataDir: await copiedFixture('household-e89340d2'),
    controller: virtual,
    hasDemo: false,
    zwaveJs: `ws://127.0.0.1:${server.port}`,
    argv: controllerAt(virtual.port)
  });
  const get = async (path: string) =>
    (await proxy.call(screen.cookie, 'GET', `/api/controllers/${controller.id}/${path}`)).json;
  const devices = async () => ((await get('home')) as Snapshot).home.devices;
  const found = async (id: number) => (await devices()).find((device) => device.id === id);
  const live = proxy.live(screen.cookie, controller.id);
  await live.next('controller', ({ state }) => state === 'online');
  await soon(async () => expect(await devices()).not.toHaveLength(0));
  return {
    virtual,
    devices,
    found,
    layout,
    getLayout: async () => (await get('layout')) as Layout,
    /** Everything that the household chose, without what its devices were then. */
    chosen: async () => ({
      layout: withoutModels((await get('layout')) as Layout),
      scenes: ((await get('scenes')) as { scenes: Scene[] }).scenes.map(withoutModelsOf)
    }),
    /** The nodes are interviewed again, in their order. The last one has this firmware then, so that the end can be seen. */
    interview: async (nodesNow: readonly Node[], firmwareVersion: string) => {
      const last = { ...nodesNow.at(-1), firmwareVersion };
      now = [...nodesNow.slice(0, -1), last];
      for (const { nodeId } of nodesNow)
        server.sockets
          .at(-1)
          ?.send(JSON.stringify({ type: 'event', event: { source: 'node', event: 'ready', nodeId } }));
      await soon(async () => expect((await found(LAST_DEVICE))?.params).toMatchObject({ firmwareVersion }));
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

it('a household of e89340d2 keeps what it chose after an interview that makes no other things of its devices', async () => {
  const { virtual, chosen, getLayout, found, layout } = await startOn('demo');
  const ids = Object.keys(layout.devices).map(Number);
  await soon(async () => expect((await getLayout()).models).not.toEqual(layout.models));
  const changed = ids.flatMap((id) => virtual.device(id) ?? []).map(interviewed);
  expect(changed).toHaveLength(ids.length);
  for (const device of changed) virtual.changeLists({ addDevice: device });
  await soon(async () => {
    for (const { id, role, interfaces } of changed)
      expect(await found(id)).toMatchObject({ role, interfaces: [...interfaces] });
  });
  expect(await chosen()).toEqual(before('demo'));
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

it('a Z-Wave JS household of e89340d2 keeps what it chose after interviews that make no other things of its nodes', async () => {
  const { chosen, getLayout, devices, interview, layout } = await startOn('zwaveJs');
  await soon(async () => expect((await getLayout()).models).not.toEqual(layout.models));
  const idsNow = async () => (await devices()).map(({ id }) => id).sort((a, b) => a - b);
  const ids = await idsNow();
  for (const [number, [what, change]] of NODE_INTERVIEWS.entries()) {
    await interview(
      nodes.map((node) => change(node) as Node),
      `7.${number}`
    );
    expect(await idsNow(), what).toEqual(ids);
    expect(await chosen(), what).toEqual(before('zwaveJs'));
  }
});

it('a Z-Wave JS household of e89340d2 has its carbon monoxide detector as an alarm, with its name', async () => {
  const { found, chosen } = await startOn('zwaveJs');
  expect((await found(9))?.role).toBe('BinaryCOSensor');
  await soon(async () => expect(await chosen()).toEqual(before('zwaveJs')));
});

/**
 * A real Z-Wave JS driver and server with mock nodes: only the radio is not real. It runs as a child process with
 * IPC, because its packages are installed in this folder alone; messages `{id, do, …}` are answered by `{id, result}`.
 *
 * The folder `cache` has what the driver learned in its interviews of the nodes. After a change of `nodes.mjs` it is made
 * again: `node main.mjs cache`, without IPC, interviews the nodes that are new, and ends. For a node that has changed,
 * remove its lines first.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { BinarySensorCCReport } from '@zwave-js/cc/BinarySensorCC';
import { BinarySwitchCCReport } from '@zwave-js/cc/BinarySwitchCC';
import { ColorSwitchCCSet } from '@zwave-js/cc/ColorSwitchCC';
import { DoorLockCCOperationReport } from '@zwave-js/cc/DoorLockCC';
import { MultilevelSensorCCReport } from '@zwave-js/cc/MultilevelSensorCC';
import { NotificationCCReport } from '@zwave-js/cc/NotificationCC';
import { WakeUpCCWakeUpNotification } from '@zwave-js/cc/WakeUpCC';
import { ZwavejsServer } from '@zwave-js/server';
import { MockController, MockNode, MockZWaveFrameType } from '@zwave-js/testing';
import {
  createAndStartDriverWithMockPort,
  createDefaultMockControllerBehaviors,
  createDefaultMockNodeBehaviors
} from 'zwave-js/Testing';
import { NODES } from './nodes.mjs';

const COLORS = ['warmWhite', 'coldWhite', 'red', 'green', 'blue'];

/** The package's own reader writes to a table that does not exist, which stops the whole mock radio. */
ColorSwitchCCSet.from = ({ payload }, { sourceNodeId }) =>
  new ColorSwitchCCSet({
    nodeId: sourceNodeId,
    ...Object.fromEntries(
      Array.from({ length: payload[0] & 31 }, (_, index) => [
        COLORS[payload[1 + 2 * index]],
        payload[2 + 2 * index]
      ])
    )
  });

const [, , cache, port, dead = '0', plugs = '20'] = process.argv;
const { driver, mockPort, serial, continueStartup } = await createAndStartDriverWithMockPort({
  portAddress: '/mantel/mock',
  storage: { cacheDir: cache },
  // The deaf plug's acknowledgement is all that an unsupervised set has.
  attempts: { controller: 1, sendData: 2, nodeInterview: 1 },
  logConfig: { enabled: process.env.ZWAVE_LOG === '1', level: 'silly' }
});
const mockController = await MockController.create({ homeId: 0x7e570001, ownNodeId: 1, mockPort, serial });
mockController.defineBehavior(...createDefaultMockControllerBehaviors());

/** The nodes, with the frames that each has received. */
const nodes = new Map();
async function add({
  id,
  ccs,
  endpoints = [],
  behaviors = [],
  capabilities = {},
  classes = [0x10, 1],
  isNeverAwake = false
}) {
  const node = await MockNode.create({
    id,
    controller: mockController,
    capabilities: {
      productType: 1,
      productId: id,
      manufacturerId: 0x7e57,
      genericDeviceClass: classes[0],
      specificDeviceClass: classes[1],
      ...capabilities,
      commandClasses: ccs,
      endpoints
    }
  });
  node.defineBehavior(...createDefaultMockNodeBehaviors());
  // The last ones come first.
  node.defineBehavior(...behaviors);
  const frames = [];
  const receive = node.onControllerFrame.bind(node);
  node.onControllerFrame = async (frame) => {
    if (frame.type === MockZWaveFrameType.Request) frames.push(describe(frame.payload));
    if (node.state.get('gone')) return;
    await receive(frame);
  };
  if (isNeverAwake) {
    node.autoAckControllerFrames = false;
    node.state.set('gone', true);
  }
  mockController.addNode(node);
  nodes.set(id, { node, frames });
  return node;
}

/** The names of a frame's command classes, the innermost last. */
function describe(cc) {
  const names = [];
  for (let each = cc; each; each = each.encapsulated) names.push(each.constructor.name);
  return names.join(' ');
}

const send = (id, cc) =>
  nodes.get(id).node.sendToController({
    type: MockZWaveFrameType.Request,
    payload: cc,
    ackRequested: false,
    repeaterNodeIds: []
  });

/** Whether a node is in this house: one that is never awake is not in the cache. */
const isThere = ({ order, isNeverAwake }) => !(order > Number(plugs)) && (process.send || !isNeverAwake);
const there = NODES.filter(isThere);
for (const spec of there) await add(spec);

/** A node that does not answer any more. */
function kill({ node }) {
  const held = nodes.get(node).node;
  held.autoAckControllerFrames = false;
  held.state.set('gone', true);
}
if (dead !== '0') kill({ node: Number(dead) });

driver.on('error', (error) => process.stderr.write(`${error}\n`));
// The mocks hold nothing open.
const alive = setInterval(() => {}, 1000);
const isStarted = new Promise((resolve) => driver.once('driver ready', resolve));
continueStartup();
await isStarted;
const isInterviewed = Promise.all(
  there.map(({ id, isNeverAwake }) => {
    const node = driver.controller.nodes.get(id);
    return isNeverAwake || node.ready || new Promise((resolve) => node.once('ready', resolve));
  })
);
if (!process.send) await makeCache();

async function makeCache() {
  const waking = setInterval(() => void send(8, new WakeUpCCWakeUpNotification({ nodeId: 1 })), 3000);
  await isInterviewed;
  clearInterval(waking);
  for (const { id, name, location } of there) {
    const node = driver.controller.nodes.get(id);
    node.name = name;
    node.location = location;
  }
  await driver.destroy();
  for (const file of readdirSync(cache)) compact(`${cache}/${file}`);
  process.exit(0);
}

/** Keeps the last line of each key. */
function compact(path) {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  const last = new Map(lines.map((line) => [JSON.parse(line).k, line]));
  writeFileSync(path, [...last.values(), ''].join('\n'));
}

// Like the server's own program, it listens as soon as the driver has started: before it knows which nodes are alive.
let server;
async function listen() {
  server = new ZwavejsServer(driver, { host: '127.0.0.1', port: Number(port), logger: quiet });
  await server.start();
}
const quiet = { error() {}, warn() {}, info() {}, debug() {} };
await listen();

const ACTIONS = {
  interviewed: async () => void (await isInterviewed),
  frames: ({ node }) => nodes.get(node).frames,
  clear: ({ node }) => void (nodes.get(node).frames.length = 0),
  deafen: ({ node }) => void nodes.get(node).node.state.set('deaf', true),
  kill,
  async stopServer() {
    await server.destroy();
  },
  startServer: listen,
  switch: ({ node, on }) => {
    nodes.get(node).node.state.set('BinarySwitch_currentValue', on);
    return send(node, new BinarySwitchCCReport({ nodeId: 1, currentValue: on }));
  },
  notify: ({ node, type, event, parameter }) =>
    send(
      node,
      new NotificationCCReport({
        nodeId: 1,
        notificationType: type,
        notificationEvent: event,
        eventParameters: parameter === undefined ? undefined : Uint8Array.from([parameter])
      })
    ),
  sense: ({ node, type, value }) => send(node, new BinarySensorCCReport({ nodeId: 1, type, value })),
  lock: ({ node, mode }) =>
    send(
      node,
      new DoorLockCCOperationReport({
        nodeId: 1,
        currentMode: mode,
        outsideHandlesCanOpenDoor: [false, false, false, false],
        insideHandlesCanOpenDoor: [false, false, false, false]
      })
    ),
  measure: ({ value }) => send(12, new MultilevelSensorCCReport({ nodeId: 1, type: 1, scale: 0, value })),
  async wake() {
    const { node } = nodes.get(8);
    node.state.set('asleep', false);
    node.autoAckControllerFrames = true;
    await send(8, new WakeUpCCWakeUpNotification({ nodeId: 1 }));
  },
  asleep: () => driver.controller.nodes.get(8).status === 1,
  rename: ({ node, name, location }) => {
    const held = driver.controller.nodes.get(node);
    if (name !== undefined) held.name = name;
    if (location !== undefined) held.location = location;
  },
  async remove({ node }) {
    const held = driver.controller.nodes.get(node);
    mockController.removeNode(nodes.get(node).node);
    driver.controller.emit('node removed', held, 0);
    driver.controller.nodes.delete(node);
  },
  async include({ node }) {
    driver.controller.emit('node added', driver.controller.nodes.get(node), { lowSecurity: false });
  },
  async stop() {
    clearInterval(alive);
    await server.destroy();
    await driver.destroy();
    mockController.destroy();
    process.exit(0);
  }
};

process.on('message', async ({ id, do: action, ...args }) => {
  try {
    process.send({ id, result: (await ACTIONS[action](args)) ?? null });
  } catch (error) {
    process.send({ id, error: String(error?.stack ?? error) });
  }
});
process.on('disconnect', () => process.exit(0));
process.send({ ready: { homeId: driver.controller.homeId } });

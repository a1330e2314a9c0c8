import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isRecord, type Device } from '#shared/home';
import { decodeDevice } from '#shared/home-schema';
import { describeDevice, describeRoom } from '../../proxy/sources/served/description';
import { furnish } from '../../proxy/sources/virtual/home/furnish';
import { HOUSE } from '../../proxy/sources/virtual/house/house';
import { body, json } from '../../tools/support/misbehaving-controller';
import { fastClock } from './fast-clock';
import { mutate, mutations, type Mutation } from './mutation';
import { startLive } from './proxy-fixture';
import { stormSize, SEED } from './storm';

const clock = fastClock(10);

/** The first rooms of the virtual house, with ids that no mutation produces by accident. */
const FIRST_ID = 7_000_000;
const house = furnish(HOUSE, 0);
const devices = house.devices
  .slice(0, 16)
  .map((device) => ({ ...describeDevice(device), id: FIRST_ID + device.id }));
const lists: Readonly<Record<string, unknown>> = {
  'GET /devices': { devices },
  'GET /rooms': { rooms: house.rooms.slice(0, 6).map(describeRoom) },
  'GET /sections': { sections: house.sections }
};
/** The device that is read alone, and that changes. */
const CHOSEN = devices[0]?.id ?? 0;
const READ = `/devices/${CHOSEN}`;
/** Another user, at the same controller. */
const OTHER = { controller: undefined, address: '127.0.0.1', username: 'other' };

/** Timeout in real time, in ms. */
const TIMEOUT_MS = 120_000;

const { controller, proxy, screen, read, command } = await startLive({
  behaviours: Object.fromEntries([
    ...Object.entries(lists).map(([route, list]) => [route, json(list)] as const),
    ...devices.flatMap((device) => [
      [`GET /devices/${device.id}`, json(device)] as const,
      [`POST /devices/${device.id}/actions`, json({})] as const
    ])
  ]),
  clock
});
let last = 1;
let runs = 0;
/**
 * Answers the next request of a route with these bytes, and later ones as before. Resolves when that is done.
 */
const answerOnce = (route: string, bytes: Buffer) =>
  new Promise<void>((resolve) => {
    controller.on(route, (response, seen) => {
      const list = lists[route];
      if (list === undefined) controller.behave(route);
      else controller.on(route, json(list));
      body(bytes)(response, seen);
      resolve();
    });
  });

/** Waits until the proxy polls again, so that it has processed everything before. */
async function waitsForEvents() {
  await controller.pollWaits();
}

const announceListChange = () =>
  controller.answerPoll({ events: [{ type: 'DeviceListChanged' }], last: ++last });

/** The unchanged devices of a list; all devices if there is no list, because the old one stays. */
function untouchedIn(bytes: Buffer): readonly unknown[] {
  if (!isSound(bytes)) return devices;
  const value: unknown = JSON.parse(bytes.toString());
  const list = isRecord(value) ? value['devices'] : value;
  if (!Array.isArray(list)) return devices;
  // The first of several entries with the same id counts.
  const idOf = (entry: unknown) => (isRecord(entry) ? JSON.stringify(entry['id']) : undefined);
  const firsts = new Map(list.toReversed().map((entry) => [idOf(entry), JSON.stringify(entry)]));
  return devices.filter((device) => firsts.get(idOf(device)) === JSON.stringify(device));
}

/** The devices of the home. */
async function shownDevices(): Promise<Device[]> {
  const home = await read('/home');
  expect(home.status).toBe(200);
  return (home.json as { home: { devices: Device[] } }).home.devices;
}

/** Checks that all these devices are shown, and that one that still offers a switch can be commanded. */
async function areUsable(expected: readonly unknown[]) {
  let shown = await shownDevices();
  expect(shown).toEqual(expect.arrayContaining(expected.map(decodeDevice)));
  const ids = new Set(devices.map(({ id }) => id));
  for (;;) {
    const switches = shown.filter(({ id, interfaces }) => ids.has(id) && interfaces.includes('SwitchBinary'));
    const chosen = switches[++runs % switches.length];
    if (!chosen) return;
    const { status } = await command(chosen.id, 'setStatus', { status: true });
    if (status === 200) return;
    // A newer list may have come in between, in which the device offers this no longer.
    const before = shown;
    shown = await shownDevices();
    expect([status, shown]).not.toEqual([status, before]);
  }
}

/** Whether an independent parser accepts it: JSON in UTF-8 with at most 64 levels. */
function isSound(bytes: Buffer): boolean {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return depthOf(JSON.parse(text)) <= 64;
  } catch {
    return false;
  }
}

const codeOf = (answer: unknown) =>
  isRecord(answer) && isRecord(answer['error']) ? answer['error']['code'] : undefined;

/** The answer to mutate, and what must hold afterwards. */
const TARGETS: Readonly<Record<string, (mutation: Mutation) => Promise<void>>> = {
  async reading(mutation) {
    const bytes = mutate(devices[0], mutation);
    controller.on(`GET ${READ}`, body(bytes));
    const reply = await read(`/v2${READ}`);
    controller.on(`GET ${READ}`, json(devices[0]));
    if (isSound(bytes))
      expect({ status: reply.status, text: reply.text }).toEqual({ status: 200, text: bytes.toString() });
    else
      expect({ status: reply.status, code: codeOf(reply.json) }).toEqual({
        status: 502,
        code: 'controller-malformed'
      });
  },
  async list(mutation) {
    const [route = '', list] = Object.entries(lists)[mutation.place % 3] ?? [];
    const bytes = mutate(list, mutation);
    const isAnswered = answerOnce(route, bytes);
    await announceListChange();
    await isAnswered;
    await waitsForEvents();
    await areUsable(route === 'GET /devices' ? untouchedIn(bytes) : devices);
  },
  async poll(mutation) {
    const first = ++last;
    const params = [{ name: 'Odd', old_value: 0, new_value: first }];
    const event = { type: 'DeviceChanged', device_id: CHOSEN, params, name: 'Lamp', alive: true };
    const isAnswered = answerOnce('GET /poll', mutate({ events: [event], last: ++last }, mutation));
    await controller.answerPoll({ events: [], last: first });
    await isAnswered;
    await waitsForEvents();
    await areUsable(devices.slice(1));
  },
  async signIn(mutation) {
    const tokens = { success: true, token: 'access-1', refresh_token: 'refresh-1' };
    controller.on('POST /auth/login', body(mutate(tokens, mutation)));
    const { status, json: answer } = await proxy.signIn(OTHER);
    if (status !== 200)
      expect({ status, code: codeOf(answer) }).toEqual({ status: 502, code: 'controller-malformed' });
    controller.behave('POST /auth/login');
  },
  async identity(mutation) {
    controller.on('GET /info', body(mutate({ id: 'box-1', name: 'Box', version: '1' }, mutation)));
    expect((await proxy.signIn(OTHER)).status).toBe(200);
    controller.behave('GET /info');
  }
};

const RUNS: Readonly<Record<string, number>> = {
  reading: stormSize(6_500),
  list: stormSize(1_500),
  poll: stormSize(1_500),
  signIn: stormSize(300),
  identity: stormSize(200)
};

it.each(Object.entries(TARGETS))(
  'a mutation of %s keeps every home usable and signed in',
  { timeout: 600_000 },
  async (name, holds) => {
    await fc.assert(fc.asyncProperty(mutations, holds), {
      seed: SEED,
      numRuns: RUNS[name] ?? 0,
      plugins: [fc.timeout(TIMEOUT_MS)],
      // The proxy stays the same during shrinking, so smaller failures could come from earlier ones.
      endOnFailure: true
    });
    await announceListChange();
    await waitsForEvents();
    await areUsable(devices);
    await screen.live();
    expect(screen.isSignedOut).toBe(false);
  }
);

it('mutations are logged in few lines, none of which reports an internal error', () => {
  const entries = proxy.log.entries.filter(isRecord).filter(({ level }) => level !== 'debug');
  expect(entries.filter(({ level }) => level === 'error')).toEqual([]);
  expect(entries.length).toBeLessThan(stormSize(1_000));
  expect(Math.max(...proxy.log.lines.map(({ length }) => length))).toBeLessThan(1_000);
});

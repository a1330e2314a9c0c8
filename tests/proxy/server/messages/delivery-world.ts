import { onTestFinished } from 'vitest';
import { fail, succeed } from '#shared/errors';
import { EMPTY_LAYOUT } from '#shared/layout';
import { FULL_RIGHTS, type Rights } from '#shared/rights';
import type { Sent } from '../../../../proxy/server/base/net/outgoing';
import type { Boot } from '../../../../proxy/server/base/platform/boot';
import { Alarms } from '../../../../proxy/server/home/alarms/alarms';
import { NO_ALARMS, type StoredAlarms } from '../../../../proxy/server/home/alarms/stored-alarms';
import { WatchedHome, type HomeEvent } from '../../../../proxy/server/home/live/watched-home';
import { Delivery } from '../../../../proxy/server/messages/delivery';
import { messageText, type AlarmMessage } from '../../../../proxy/server/messages/message-text';
import { watchLeftOpen } from '../../../../proxy/server/messages/start-messages';
import { aSensor, aShutter } from '../../../features/bulk-actions/test-devices';
import { aHome } from '../../../lib/kinds/test-home';
import { FakeClock } from '../../../support/fake-clock';
import { messagesInMemory, tripsInMemory } from '../../../support/layouts-in-memory';
import { memoryFile } from '../../../support/memory-file';

export const MINUTE = 60_000;
export const SMOKE = 1;
export const LEAK = 2;
export const DOOR = 3;
/** The first of 40 doors. */
export const DOORS = 100;
/** A sensor of each kind of hazard, in the cellar, and the first of 70 of smoke. */
export const HAZARDS = { smoke: 201, co: 202, co2: 203, gas: 204, heat: 205, leak: 206 };
export const SMOKES = 300;
/** A shutter, and the sensor of its heat and of its load. */
export const SHUTTER = 400;
export const MOTOR_HEAT = 401;
export const MOTOR_LOAD = 402;
export const TOLD = succeed({ status: 201 });
export const FAILED = fail('not-delivered', 'refused');

const contact = (id: number, role: string, room_id: number) =>
  aSensor(id, role, undefined, { name: 'Secret', room_id, params: {} });
/** The rooms and sensors of the home. */
export const HOME = aHome({
  rooms: [
    { id: 1, name: 'Kitchen' },
    { id: 2, name: 'Cellar' }
  ],
  devices: [
    contact(SMOKE, 'BinarySmokeSensor', 1),
    contact(LEAK, 'BinaryLeakingSensor', 2),
    contact(DOOR, 'BinaryDoorSensor', 2),
    contact(HAZARDS.smoke, 'BinarySmokeSensor', 2),
    contact(HAZARDS.co, 'BinaryCOSensor', 2),
    contact(HAZARDS.co2, 'BinaryCO2Sensor', 2),
    contact(HAZARDS.gas, 'BinaryGasSensor', 2),
    contact(HAZARDS.heat, 'BinaryHeatSensor', 2),
    contact(HAZARDS.leak, 'BinaryLeakingSensor', 2),
    aShutter(SHUTTER, 50, { name: 'Bedroom shutter', room_id: 2, params: { Level: 50, nodeId: 7 } }),
    aSensor(MOTOR_HEAT, 'BinaryHeatSensor', false, { room_id: 2, params: { nodeId: 7 } }),
    aSensor(MOTOR_LOAD, 'BinaryOverloadSensor', false, { room_id: 2, params: { nodeId: 7 } }),
    ...Array.from({ length: 40 }, (_, n) => contact(DOORS + n, 'BinaryDoorSensor', 1)),
    ...Array.from({ length: 70 }, (_, n) => contact(SMOKES + n, 'BinarySmokeSensor', 1))
  ]
});

interface World {
  readonly clock?: FakeClock;
  readonly file?: ReturnType<typeof memoryFile<StoredAlarms>>;
  /** What became of a message on each way. */
  readonly answers?: Record<string, (message: AlarmMessage) => Sent | Promise<Sent>>;
  readonly phones?: Record<string, Partial<Rights>>;
  /** Another start of the machine: its id, and its time. */
  readonly booted?: Partial<Boot>;
  /** The names of the household's homes. */
  readonly homes?: readonly string[];
}

/** A home with its alarms, which are told on ntfy, by a webhook and to phones. */
export async function world({
  clock = new FakeClock(),
  file = memoryFile<StoredAlarms>(NO_ALARMS),
  answers = {},
  phones = {},
  booted = {},
  homes = ['Lake']
}: World = {}) {
  const boot = { id: 'boot', now: () => clock.monotonic(), ...booted };
  const alarms = new Alarms({ clock, boot, layouts: { get: () => EMPTY_LAYOUT }, file });
  await alarms.load();
  const of = { controller: 'box' };
  const trips = tripsInMemory(clock, boot);
  const onEvent = (event: HomeEvent) => alarms.receive({ ...event, ...of, home });
  const home: WatchedHome = new WatchedHome(clock, onEvent, undefined, trips.of('box'));
  trips.of('box').onClockSet(() => home.renewTimes());
  home.applySnapshot(HOME, clock.monotonic());
  const messages = messagesInMemory();
  const address = { url: '', language: 'en', timeZone: 'UTC', origin: '' };
  const subscription = { ...address, endpoint: '', keys: { p256dh: '', auth: '' } };
  await messages.change('box', {
    isPushOn: true,
    ways: { ntfy: address, webhook: address, heartbeat: null },
    phones: Object.fromEntries(Object.keys(phones).map((id) => [id, { ...subscription, endpoint: id }]))
  });
  const got: [way: string, message: AlarmMessage][] = [];
  const send = async (way: string, message: AlarmMessage) => {
    const sent = await (answers[way]?.(message) ?? TOLD);
    if (sent.ok) got.push([way, message]);
    return sent;
  };
  const senders = {
    ntfy: (_url: string, message: AlarmMessage) => send('ntfy', message),
    webhook: (_url: string, message: AlarmMessage) => send('webhook', message),
    push: ({ endpoint }: { endpoint: string }, message: AlarmMessage) => send(endpoint, message)
  };
  const screens = {
    isRefused: () => false,
    list: () => [],
    current: (id: string) =>
      phones[id] && { id, name: id, ...of, locked: false, rights: { ...FULL_RIGHTS, ...phones[id] } }
  };
  const homeOf = (name: string) => ({ id: name === 'Lake' ? 'box' : name, name, source: 'known' });
  const known = { list: () => homes.map(homeOf) };
  const delivery = new Delivery({ clock, alarms, messages, senders, screens, known } as never);
  const leftOpen = { alarms, messages, trips, clock, layouts: { get: () => EMPTY_LAYOUT } } as never;
  const stops = [alarms.start(), delivery.start(), watchLeftOpen(leftOpen)];
  const stop = () => stops.forEach((each) => each());
  onTestFinished(stop);
  const viewer = (id: string) =>
    ({
      screen: { id, name: id, controller: 'box', rights: FULL_RIGHTS },
      device: (of: number) => home.journal.device(of)
    }) as never;
  return {
    clock,
    file,
    alarms,
    messages,
    delivery,
    got,
    stop,
    home,
    trip: (device: number, isTripped = true, params = {}) =>
      home.append([{ device, params: { Tripped: isTripped, ...params } }]),
    /** Somebody has seen all alarms at a screen. */
    see: (reach: 'all' | 'told' = 'all', screen = 'Phone', isQuiet?: true) =>
      alarms.seen(
        viewer(screen),
        alarms.of('box').map(({ id }) => id),
        reach,
        isQuiet
      ),
    /** Somebody has seen these, by their ids. */
    seeIds: (ids: readonly string[]) => alarms.seen(viewer('Phone'), ids, 'all'),
    /** What came on a way: the most urgent kind, its room, and whether it is over. */
    on: (way: string) =>
      got.flatMap(([each, { lines, over }]) =>
        each === way ? [[lines[0].kind, lines[0].room, over !== undefined]] : []
      ),
    /** What came on a way in words: title and text, "!" before them if it rings. */
    words: (way: string) =>
      got.flatMap(([each, message]) => {
        const { title, body } = messageText(message, { language: 'en-GB', timeZone: 'UTC' });
        return each === way ? [`${message.rings ? '!' : ''}${title} | ${body}`] : [];
      })
  };
}

/** See `world`. */
export type DeliveryWorld = Awaited<ReturnType<typeof world>>;

/** The message of smoke in the kitchen, as `on` tells it: that it has begun. */
export const BEGUN = ['smoke', 'Kitchen', false];
/** The rights of a phone that may see every room. */
export const everything = { rooms: null };

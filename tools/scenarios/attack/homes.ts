import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, reported } from '../../support/figures';
import { body, json, type Behaviour } from '../../support/misbehaving-controller';
import type { Scenario } from '../scenario';
import { homeOf, listOf } from './prepared-homes';
import { withSetup, type AttackSetup } from './setup';

/** The maximum size of a controller's response. */
const BYTES = 5 * 1024 * 1024;
const LASTS_MS = 12_000;
const HOSTILE = '127.0.0.66';

/** The household has a second controller with these responses, and a screen that shows its home. */
const hostile = (about: string, behaviours: Readonly<Record<string, Behaviour>>): Scenario => ({
  about: `A controller that answers with ${about}`,
  run: () =>
    withSetup({}, (setup) =>
      setup.measureMemory(() =>
        setup.measureWaits(async () => {
          const box = await setup.box(HOSTILE, { ...behaviours });
          const { home, happened } = await readHomes(setup);
          box.cutAll();
          return [
            reported('Requests to this controller', box.seen.length),
            reported('Largest home sent to a screen', home / 1e6, 'MB'),
            atMost(256, 'Largest part of what happened', happened / 1024, 'kB')
          ];
        })
      )
    )
});

/** Reads the hostile controller's home, and what happened there, for a while. Returns the largest responses, in bytes. */
async function readHomes(setup: AttackSetup): Promise<{ readonly home: number; readonly happened: number }> {
  // A sign-in at another controller creates another screen.
  const by = await setup.signIn();
  const screen = await setup.signIn({ address: HOSTILE, by });
  const begun = performance.now();
  const largest = { home: 0, happened: 0 };
  while (performance.now() - begun < LASTS_MS) {
    for (const list of ['home', 'happened'] as const) {
      const { text } = await setup.call(screen, 'GET', `/${list}`);
      largest[list] = Math.max(largest[list], Buffer.byteLength(text));
    }
    await sleep(500);
  }
  return largest;
}

const entries = listOf(BYTES, (id) => `{"id":${id}}`);
const wholeDevices = Buffer.from(JSON.stringify(homeOf(9_900, 500)));
const rooms = listOf(BYTES, (id) => `{"id":${id},"name":"Room ${id}","note":"${'x'.repeat(230)}"}`);
const params = (count: number) => {
  const filler = 'x'.repeat(Math.floor(BYTES / count) - 20);
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`Param${at}`, filler]));
};
const deviceWith = (values: object) =>
  json([
    { id: 1, name: 'Lamp', room_id: 1, type: 'DevDimmer', interfaces: ['SwitchBinary'], params: values }
  ]);
const event = (at: number, value: unknown) =>
  JSON.stringify({
    type: 'DeviceChanged',
    device_id: (at % 2) + 1,
    params: [{ name: 'Level', new_value: value }]
  });
const POLL_BYTES = BYTES - 100;
const manyEvents = listOf(POLL_BYTES, (at) => event(at, at % 99));
const fatEvents = listOf(POLL_BYTES, (at) => event(at, `${at}${'x'.repeat(5_400)}`));

/** Answers each poll at once with the events that `eventsOf` returns for it, and a higher `last`. */
function pollOf(eventsOf: (poll: number) => Buffer): Behaviour {
  let last = 1;
  return (response, seen) => {
    last++;
    const parts = [Buffer.from(`{"last":${last},"events":`), eventsOf(last), Buffer.from('}')];
    body(Buffer.concat(parts))(response, seen);
  };
}

/** Events that give devices from id 1 on new parameter names. */
const newNames = (events: number, names: number, devices: number) => (poll: number) =>
  Buffer.from(
    JSON.stringify(
      Array.from({ length: events }, (_, at) => ({
        type: 'DeviceChanged',
        device_id: (at % devices) + 1,
        params: Array.from({ length: names }, (__, n) => ({ name: `${poll} ${at} ${n}`, new_value: n }))
      }))
    )
  );

/** Events that change seven values of each device, of 15 kB each, which happen. */
const HAPPENING = [
  'Status',
  'Tripped',
  'Armed',
  'currentMode',
  'currentFanMode',
  'currentSetpoints',
  'Level'
];
const longValues = (devices: number) => (poll: number) =>
  Buffer.from(
    JSON.stringify(
      Array.from({ length: devices }, (_, at) => ({
        type: 'DeviceChanged',
        device_id: at + 1,
        params: HAPPENING.map((name) => ({ name, new_value: `${poll} ${'x'.repeat(15_000)}` }))
      }))
    )
  );

/** One event with a value of 4.9 MB, for another device each time. */
const hugeValue = (devices: number) => (poll: number) =>
  Buffer.from(
    JSON.stringify([
      {
        type: 'DeviceChanged',
        device_id: (poll % devices) + 1,
        params: [{ name: `Value${poll % 7}`, new_value: 'x'.repeat(4_900_000) }]
      }
    ])
  );

const devicesOf = (count: number) =>
  json(
    Array.from({ length: count }, (_, at) => ({
      id: at + 1,
      name: `Lamp ${at + 1}`,
      room_id: 1,
      type: 'DevDimmer',
      interfaces: ['SwitchBinary'],
      params: { Level: 40 }
    }))
  );

const polls = (about: string, list: Buffer) =>
  hostile(`consecutive polls of 5 MB: ${about}`, { 'GET /poll': pollOf(() => list) });
const merges = (about: string, devices: number, eventsOf: (poll: number) => Buffer) =>
  hostile(`consecutive polls that fill a home of ${devices} devices: ${about}`, {
    'GET /devices': devicesOf(devices),
    'GET /poll': pollOf(eventsOf)
  });

/** Attempts of a hostile controller. */
export const HOMES: Readonly<Record<string, Scenario>> = {
  'many-entries': hostile('5 MB of 382,413 devices', { 'GET /devices': body(entries) }),
  'large-home': hostile('9,900 devices of 5 MB', { 'GET /devices': body(wholeDevices) }),
  'many-rooms': hostile('5 MB of 20,000 rooms', { 'GET /rooms': body(rooms) }),
  'many-params': hostile('one device with 5 MB in 19,000 params', {
    'GET /devices': deviceWith(params(19_000))
  }),
  'large-params': hostile('one device with 5 MB in 150 params', {
    'GET /devices': deviceWith(params(150))
  }),
  'many-events': polls('60,000 events each', manyEvents),
  'fat-events': polls('900 long events each', fatEvents),
  'new-names': merges('1,000 events of 20 new names', 1, newNames(1_000, 20, 1)),
  'many-names': merges('1,000 events of 100 new names', 50, newNames(1_000, 100, 50)),
  // Few enough to be merged. What is more than a poll may have is not read at all.
  'merged-names': merges('110 events of 20 new names', 50, newNames(110, 20, 50)),
  'happened-memory': merges('seven values of 15 kB of each, which happen', 44, longValues(44)),
  'huge-values': merges('a value of 4.9 MB', 400, hugeValue(400))
};

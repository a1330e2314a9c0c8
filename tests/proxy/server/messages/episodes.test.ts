import { expect, it } from 'vitest';
import { SEND_TIMEOUT_MS, type Sent } from '../../../../proxy/server/base/net/outgoing';
import { messageText, type AlarmMessage } from '../../../../proxy/server/messages/message-text';
import { FakeClock, settle } from '../../../support/fake-clock';
import {
  BEGUN,
  DOOR,
  DOORS,
  everything,
  FAILED,
  HAZARDS,
  LEAK,
  MINUTE,
  MOTOR_HEAT,
  MOTOR_LOAD,
  SMOKE,
  SMOKES,
  TOLD,
  world,
  type DeliveryWorld
} from './delivery-world';

const HOUR = 60 * MINUTE;

/** Arms a door, and opens it. */
function breakIn({ trip }: DeliveryWorld, door = DOOR) {
  trip(door, false, { Armed: true });
  trip(door);
}

/** When a way rings within a time, in minutes since now. */
async function ringsOf(of: DeliveryWorld, ms: number, way = 'ntfy'): Promise<number[]> {
  const rings: number[] = [];
  const began = of.clock.monotonic();
  for (let before = of.got.length; of.clock.monotonic() < began + ms; before = of.got.length) {
    await of.clock.advance(MINUTE / 4);
    const isLoud = of.got.slice(before).some(([each, message]) => each === way && message.rings);
    if (isLoud) rings.push(Math.floor((of.clock.monotonic() - began) / MINUTE));
  }
  return rings;
}

/** Hours of the first day, from the begin of the test at midnight. */
const atHours = (...hours: readonly number[]) => hours.map((hour) => hour * 60);

it.each<[string, (of: DeliveryWorld) => void, readonly number[]]>([
  ['smoke', ({ trip }) => trip(SMOKE), [0, 1, 3, 5, 10, 20, 40, 160, 280, 400, 520, 640, 760]],
  // Midnight: what follows the first three waits until 7.
  ['water', ({ trip }) => trip(LEAK), [0, 5, 15, 60, ...atHours(7, 12, 17, 31, 36, 41, 55, 60, 65)]],
  ['an armed door', (of) => breakIn(of), [0, 5, 15, 60, ...atHours(7, 12, 17)]]
])('%s that nobody sees is told again at these minutes, and then no more', async (_name, begin, minutes) => {
  const of = await world();
  begin(of);
  const last = (minutes.at(-1) ?? 0) * MINUTE;
  const rings = await ringsOf(of, last + 6 * HOUR);
  expect(rings.length).toBe(minutes.length);
  for (const [at, minute] of minutes.entries()) expect(Math.abs((rings[at] ?? 0) - minute)).toBeLessThan(2);
  expect(new Set(of.got.map(([, { tag }]) => tag)).size).toBe(1);
  expect(of.on('webhook'), 'begun, once').toHaveLength(1);
});

it('a webhook is told again if that is chosen', async () => {
  const of = await world();
  await of.messages.change('box', { webhookRepeats: true });
  of.trip(SMOKE);
  expect(await ringsOf(of, 4 * MINUTE, 'webhook')).toEqual([0, 1, 3]);
});

it('says for how long it lasts, and where, the gravest first with a count', async () => {
  const of = await world({ phones: { phone: everything } });
  of.trip(203);
  of.trip(SMOKES);
  await of.clock.advance(6 * MINUTE);
  of.trip(SMOKE);
  of.trip(202);
  of.trip(205);
  await of.clock.advance(1_000);
  expect(of.words('phone').at(0)).toBe('!Smoke: Kitchen, Carbon dioxide: Cellar | Thu 00:00');
  expect(of.words('phone').at(-1)).toBe(
    '!Smoke: Kitchen, Carbon monoxide: Cellar and 2 more | for 6 min · Thu 00:00'
  );
});

it('twelve smoke alarms that sound together are one episode, with at most twelve repeats', async () => {
  const of = await world();
  for (let n = 0; n < 12; n += 1) {
    of.trip(SMOKES + n);
    await of.clock.advance(300);
  }
  const begun = of.on('ntfy').length;
  await of.clock.advance(24 * HOUR);
  expect(begun).toBeLessThanOrEqual(12);
  expect(of.on('ntfy').length - begun).toBe(12);
  expect(new Set(of.got.map(([, { tag }]) => tag)).size).toBe(1);
});

it('cooking that trips smoke three times in 20 min is one episode, rings once for each, and is over after 10 calm min', async () => {
  const of = await world();
  const cook = async () => {
    of.trip(SMOKE);
    await of.clock.advance(20_000);
    of.trip(SMOKE, false);
    await of.clock.advance(8 * MINUTE);
  };
  for (let n = 0; n < 3; n += 1) await cook();
  await of.clock.advance(HOUR);
  expect(of.words('ntfy')).toEqual([
    '!Smoke: Kitchen | Thu 00:00',
    '!Smoke: Kitchen | Thu 00:08',
    '!Smoke: Kitchen | Thu 00:16',
    'Over · Smoke: Kitchen | Thu, 00:00–00:17'
  ]);
  expect(new Set(of.got.map(([, { tag }]) => tag)).size).toBe(1);
  of.trip(SMOKE);
  await of.clock.advance(1_000);
  expect(new Set(of.got.map(([, { tag }]) => tag)).size, 'a new episode').toBe(2);
});

it('smoke that was seen and comes again within the episode rings once, and once more if it stands for 30 min', async () => {
  const of = await world();
  of.trip(SMOKE);
  await of.clock.advance(20_000);
  await of.see();
  of.trip(SMOKE, false);
  await of.clock.advance(5 * MINUTE);
  of.trip(SMOKE);
  expect(await ringsOf(of, HOUR)).toEqual([0, 30]);
});

it('an armed motion that ends is told again, until somebody has seen it', async () => {
  const of = await world({ phones: { phone: everything } });
  breakIn(of);
  await of.clock.advance(30_000);
  of.trip(DOOR, false);
  await of.clock.advance(6 * MINUTE);
  expect(of.words('phone')).toEqual([
    '!Armed sensor tripped: Cellar | Thu 00:00',
    '!Armed sensor tripped: Cellar | for 5 min · Thu 00:00'
  ]);
  await of.see();
  await of.clock.advance(HOUR);
  expect(of.words('phone').slice(2)).toEqual(['Armed sensor tripped: Cellar | Seen on Phone, 00:06']);
  expect(of.on('webhook'), 'it is over there').toEqual([
    ['armed', 'Cellar', false],
    ['armed', 'Cellar', true]
  ]);
});

it('an armed episode is over when it is disarmed, and the next one is told at once', async () => {
  const of = await world();
  breakIn(of);
  await of.clock.advance(5_000);
  of.trip(DOOR, false, { Armed: false });
  await of.clock.advance(5_000);
  breakIn(of);
  await of.clock.advance(2_000);
  expect(of.on('ntfy').map(([, , isOver]) => isOver)).toEqual([false, true, false]);
});

it('a new sensor rings though all was seen, and is told again from the first minute on', async () => {
  const of = await world();
  of.trip(SMOKE);
  await of.clock.advance(15 * MINUTE);
  await of.see();
  of.trip(SMOKES);
  expect(await ringsOf(of, 7 * MINUTE)).toEqual([0, 1, 3, 5]);
});

it.each([
  [undefined, [30]],
  [true, []]
] as const)(
  'a hazard that still stands 30 min after it was seen is told once more, unless it is quiet: %s',
  async (isQuiet, rings) => {
    const of = await world();
    of.trip(SMOKE);
    await of.clock.advance(10_000);
    await of.see('all', 'Phone', isQuiet);
    expect(await ringsOf(of, 24 * HOUR)).toEqual(rings);
    of.trip(SMOKES);
    expect(await ringsOf(of, MINUTE), 'a new sensor rings all the same').toEqual([0]);
  }
);

it('what was seen at a wall rings less often, and phones are told where', async () => {
  const of = await world({ phones: { phone: everything, guest: { rooms: [2] } } });
  of.trip(SMOKE);
  await of.clock.advance(10_000);
  await of.see('told', 'Hall tablet');
  expect(await ringsOf(of, 3 * HOUR + 1_000)).toEqual(
    [59, 119, 179].map((minute) => expect.closeTo(minute, -0.5) as number)
  );
  expect(of.words('phone')[1]).toBe('Smoke: Kitchen | Seen on Hall tablet, 00:00');
  expect(of.words('guest')[1], 'it does not see the room').toBe('Smoke: Kitchen | Seen, 00:00');
  expect(of.words('ntfy')[1], 'names of screens stay in the house').toBe('Smoke: Kitchen | Seen, 00:00');
});

it('a server that asks to wait is not asked before that, but once at once for each new sensor', async () => {
  let tries = 0;
  const answers = {
    ntfy: () => {
      tries += 1;
      return {
        ok: false,
        error: { code: 'not-delivered', message: 'busy', detail: { retryAfterMs: 50 * MINUTE } }
      } as const;
    }
  };
  const of = await world({ answers });
  of.trip(LEAK);
  await of.clock.advance(45 * MINUTE);
  expect(tries).toBe(1);
  of.trip(SMOKE);
  await of.clock.advance(2_000);
  expect(tries, 'of another episode').toBe(2);
  await of.clock.advance(40 * MINUTE);
  of.trip(SMOKES);
  await of.clock.advance(2_000);
  expect(tries, 'of the same').toBe(3);
  await of.clock.advance(45 * MINUTE);
  expect(tries).toBe(3);
});

it('a trip of a tenth of a second is told as one that was', async () => {
  const of = await world();
  of.trip(SMOKE);
  await of.clock.advance(100);
  of.trip(SMOKE, false);
  await of.clock.advance(2_000);
  expect(of.on('ntfy')).toEqual([BEGUN]);
});

it('a drill rings once, each press sends anew, and tells of what was really sent alone', async () => {
  let isHanging = true;
  const of = await world({
    phones: { phone: everything },
    answers: {
      webhook: () => (isHanging ? new Promise(() => undefined) : { ok: true, value: { status: 200 } })
    }
  });
  const press = async () => {
    const drill = of.delivery.drill('box');
    for (let n = 0; n < 15; n += 1) {
      await of.clock.advance(1_000);
      await settle();
    }
    return (await drill).map(({ way, outcome }) => [way, outcome]);
  };
  of.trip(LEAK);
  await of.clock.advance(1_000);
  expect(await press()).toEqual([
    ['ntfy', 'told'],
    ['webhook', 'untried'],
    ['push', 'told']
  ]);
  await press();
  await of.clock.advance(10 * MINUTE);
  const drills = of.words('phone').filter((text) => text.includes('Drill'));
  expect(drills).toHaveLength(2);
  isHanging = false;
});

it('forty armed doors that are opened together are one message', async () => {
  const of = await world();
  for (let n = 0; n < 40; n += 1) breakIn(of, DOORS + n);
  await of.clock.advance(2_000);
  expect(of.words('ntfy')).toEqual(['!Armed sensor tripped: Kitchen | Thu 00:00']);
});

it('behind a message that hangs until its timeout, a new episode is told within 12 s', async () => {
  let isHanging = true;
  const clock = new FakeClock();
  const hang = () => new Promise<Sent>((resolve) => clock.after(SEND_TIMEOUT_MS, () => resolve(FAILED)));
  const of = await world({ clock, answers: { ntfy: () => (isHanging ? hang() : TOLD) } });
  of.trip(LEAK);
  await clock.advance(1_000);
  of.trip(SMOKE);
  isHanging = false;
  await clock.advance(11_000);
  expect(of.on('ntfy')[0]).toEqual(BEGUN);
});

it('a webhook gets each sensor once, and the end once', async () => {
  const of = await world();
  const flap = async (device: number) => {
    of.trip(device);
    await of.clock.advance(10_000);
    of.trip(device, false);
    await of.clock.advance(3 * MINUTE);
  };
  for (const device of [SMOKE, SMOKE, HAZARDS.co, SMOKE]) await flap(device);
  await of.clock.advance(11 * MINUTE);
  expect(of.on('webhook')).toEqual([BEGUN, ['co', 'Cellar', false], ['co', 'Cellar', true]]);
});

it.each([
  ['too hot', MOTOR_HEAT, 'is too hot: switch it off'],
  ['overloaded', MOTOR_LOAD, 'is overloaded: switch it off']
])(
  'a motor that is %s is told once by every way, by its name, and is no alarm',
  async (_name, sensor, words) => {
    const phones = { phone: everything, guest: { rooms: [1] } };
    const of = await world({ phones });
    of.trip(sensor);
    await of.clock.advance(24 * HOUR);
    for (const way of ['ntfy', 'webhook', 'phone'])
      expect(of.words(way)).toEqual([`!Bedroom shutter ${words} | Thu 00:00`]);
    expect(of.words('guest'), 'of another room').toEqual([]);
    const viewer = {
      screen: { id: 'phone', controller: 'box', rights: everything },
      device: (id: number) => of.home.journal.device(id)
    };
    expect(JSON.parse(String(of.alarms.whole(viewer as never)[0]))).toMatchObject({ alarms: [] });
  }
);

it('a message of a leak that is nine days old says its date', () => {
  const at = Date.UTC(2026, 0, 1, 9, 55);
  const message = {
    tag: 'a',
    controller: 'box',
    lines: [{ kind: 'leak', room: 'Cellar' }],
    at,
    forMs: 9 * 24 * HOUR,
    rings: true,
    alarms: []
  } as const satisfies AlarmMessage;
  const reader = { language: 'en-GB', timeZone: 'UTC' };
  expect(messageText(message, reader).body).toBe('for 9 days · 1 Jan 2026, 09:55');
  expect(messageText({ ...message, forMs: 5 * 24 * HOUR }, reader).body).toBe('for 5 days · Thu 09:55');
  expect(messageText({ ...message, over: at + HOUR }, reader).body).toBe('1 Jan 2026, 09:55–10:55');
});

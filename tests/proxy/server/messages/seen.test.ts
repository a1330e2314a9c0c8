import { expect, it } from 'vitest';
import { household, KITCHEN, LIVING_ROOM, SMOKE } from './message-household';

type House = Awaited<ReturnType<typeof household>>;

/** A screen of the household, of a kind. */
interface Role {
  readonly enter: (house: House) => Promise<string>;
  /** What it says with the alarms. */
  readonly body?: object;
  /** Whether it ends the alarm for all. */
  readonly isForAll: boolean;
  /** What the owner's phone is told; null for nothing. */
  readonly phone: RegExp | null;
  /** Whether the screen itself is silent then. */
  readonly isSilent: boolean;
}

const PIN = { pin: '4711' };
const TOLD = /^Seen on .+, \d\d:\d\d$/;

const signIn =
  (name: string, then?: (house: House, cookie: string) => Promise<unknown>) => async (house: House) => {
    const cookie = await house.signIn(name);
    await then?.(house, cookie);
    return cookie;
  };
const withPin = ({ call }: House, cookie: string) => call(cookie, 'PUT', '/pin', PIN);
const lock = async (house: House, cookie: string) => {
  await withPin(house, cookie);
  await house.call(cookie, 'POST', '/pin/lock');
};
const asWall = ({ call }: House, cookie: string) => call(cookie, 'PUT', '/sound', { plays: true });
const limited = (room: number) => async (house: House) => (await house.limited(room)).cookie;

it.each<[string, Role]>([
  ['a phone', { enter: signIn('Phone'), isForAll: true, phone: TOLD, isSilent: true }],
  ['a guest of the room', { enter: limited(KITCHEN), isForAll: false, phone: TOLD, isSilent: true }],
  ['a guest of another room', { enter: limited(LIVING_ROOM), isForAll: false, phone: null, isSilent: true }],
  ['a wall', { enter: signIn('Wall', asWall), isForAll: false, phone: TOLD, isSilent: true }],
  [
    'a wall that says so',
    { enter: signIn('Wall'), body: { at: 'wall' }, isForAll: false, phone: TOLD, isSilent: true }
  ],
  [
    'a wall whose PIN was typed',
    {
      enter: signIn('Wall', async (house, cookie) => {
        await asWall(house, cookie);
        await withPin(house, cookie);
      }),
      body: { at: 'wall' },
      isForAll: true,
      phone: TOLD,
      isSilent: true
    }
  ],
  ['a phone behind its PIN', { enter: signIn('Phone', lock), isForAll: false, phone: TOLD, isSilent: true }],
  [
    'the notice of a phone',
    { enter: signIn('Phone'), body: { at: 'notice' }, isForAll: true, phone: TOLD, isSilent: true }
  ],
  [
    'the notice of a phone with a PIN, typed or not',
    {
      enter: signIn('Phone', withPin),
      body: { at: 'notice' },
      isForAll: false,
      phone: null,
      isSilent: false
    }
  ],
  [
    'the notice of a guest',
    { enter: limited(KITCHEN), body: { at: 'notice' }, isForAll: false, phone: null, isSilent: false }
  ]
])('“I’ve seen it” at %s', async (_name, { enter, body = {}, isForAll, phone, isSilent }) => {
  const house = await household();
  const { choose, subscribe, owner, proxy, id, call } = house;
  await choose({ isPushOn: true });
  const { notices } = await subscribe(owner);
  const cookie = await enter(house);
  const own = proxy.live(cookie, id);
  const other = proxy.live(owner, id);
  for (const each of [own, other]) await each.next('alarms');
  house.smoke();
  const { alarms } = await own.next('alarms', (message) => message.alarms.length > 0);
  await expect.poll(() => notices().length).toBe(1);
  const pressed = { alarms: alarms.map((alarm) => alarm.id), ...body };
  expect((await call(cookie, 'POST', '/alarms/seen', pressed)).json).toEqual({ isForAll });
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(notices().slice(1), 'the owner’s phone').toEqual(
    phone
      ? [
          expect.objectContaining({
            title: 'Smoke: Kitchen',
            silent: true,
            body: expect.stringMatching(phone) as string
          })
        ]
      : []
  );
  const silentOf = (live: typeof own) =>
    live.messages.findLast((each) => each.type === 'alarms')?.alarms[0]?.isSilent === true;
  expect([silentOf(own), silentOf(other)], 'itself, and the others').toEqual([isSilent, isForAll]);
  const happened = await proxy.call(owner, 'GET', `/api/controllers/${id}/happened`);
  const seen = (happened.json as { happenings: { kind: string }[] }).happenings.filter(
    ({ kind }) => kind === 'seen'
  );
  expect(seen).toMatchObject(
    phone ? [{ alarms: [{ kind: 'smoke', device: SMOKE }], by: { name: expect.any(String) as string } }] : []
  );
});

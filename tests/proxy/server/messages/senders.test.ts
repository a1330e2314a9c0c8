import { expect, it } from 'vitest';
import webPush from 'web-push';
import { MAX_ROOM_NAME_LENGTH } from '#shared/alarms';
import { systemClock } from '#shared/clock';
import { fail, succeed } from '#shared/errors';
import { Outgoing } from '../../../../proxy/server/base/net/outgoing';
import type { AlarmMessage } from '../../../../proxy/server/messages/message-text';
import { noticeLink, Senders } from '../../../../proxy/server/messages/senders';
import { startWays, vapidClaims, VirtualPhone, type Received } from '../../../support/ways';

const AT = Date.UTC(2026, 1, 7, 16, 56);
const READER = { language: 'uk', timeZone: 'Europe/Kyiv' };
const ORIGIN = 'https://mantel.local:8443';
const SMOKE: AlarmMessage = {
  tag: 'a1',
  controller: '0123456789ab',
  lines: [{ kind: 'smoke', room: 'Кухня' }],
  at: AT,
  forMs: 0,
  rings: true,
  alarms: ['i1']
};
const TOLD = succeed({ status: 201 });
const NOTHING: Pick<Received, 'headers' | 'body'> = { headers: {}, body: Buffer.alloc(0) };
const OVER: AlarmMessage = { ...SMOKE, over: AT + 8 * 60_000, rings: false, alarms: [] };

async function startSenders() {
  const ways = await startWays();
  const keys = webPush.generateVAPIDKeys();
  const outgoing = new Outgoing({ allowLoopback: true, controllers: () => [], clock: systemClock });
  const phone = new VirtualPhone();
  const subscription = { ...phone.subscription(`${ways.url}/push/1`), ...READER, origin: ORIGIN };
  return { ways, keys, phone, subscription, senders: new Senders({ outgoing, keys }) };
}

const to = (url: string) => ({ ...READER, url, origin: ORIGIN });

const jsonOf = ({ body }: { body: Buffer }) => JSON.parse(body.toString());

it('a phone alone can read its push, which says what, where and when, signed by the box for its service', async () => {
  const { ways, keys, phone, subscription, senders } = await startSenders();
  expect(await senders.push(subscription, SMOKE)).toEqual(TOLD);
  const [received = NOTHING] = ways.at('/push/1');
  expect(phone.read(received)).toEqual({
    web_push: 8030,
    notification: {
      title: 'Дим: Кухня',
      body: expect.stringMatching(/^сб.*18:56$/),
      tag: 'a1',
      lang: 'uk',
      navigate: `${ORIGIN}/h/0123456789ab/now/alarms?tag=a1&kind=smoke&room=%D0%9A%D1%83%D1%85%D0%BD%D1%8F&at=${AT}`,
      silent: false,
      renotify: true,
      requireInteraction: true,
      actions: [{ action: 'seen', title: 'Бачу', navigate: `${ORIGIN}/h/0123456789ab/now/alarms` }],
      data: { controller: '0123456789ab', alarms: ['i1'] }
    }
  });
  expect(() => new VirtualPhone().read(received)).toThrow();
  expect(received.headers).toMatchObject({ ttl: '86400', urgency: 'high', topic: 'a1' });
  const claims = { aud: ways.url, sub: 'mailto:noreply@example.com', exp: expect.any(Number) };
  expect(vapidClaims(received)).toEqual({ key: keys.publicKey, ...claims });
});

it('a push fits into 4 kB with the longest names and fifty alarms to be seen', async () => {
  const { ways, phone, subscription, senders } = await startSenders();
  const room = '🔥'.repeat(MAX_ROOM_NAME_LENGTH);
  const lines: AlarmMessage['lines'] = [
    { kind: 'unguarded', room, name: room },
    { kind: 'co2', room },
    { kind: 'co', room }
  ];
  const alarms = Array.from({ length: 50 }, (_, n) => `alarm-id-${100 + n}`);
  const message = { ...SMOKE, lines, alarms, home: room };
  expect(await senders.push(subscription, message)).toEqual(TOLD);
  const [received = NOTHING] = ways.received;
  expect(received.body.length).toBeLessThanOrEqual(4_096);
  const title = `Без охорони: ${room}, Вуглекислий газ: ${room} і ще 1 · ${room}`;
  expect(phone.read(received).notification).toMatchObject({ title, tag: message.tag });
});

it('a subscription that its service has forgotten is gone; all else is a failure with its reason', async () => {
  const { ways, subscription, senders } = await startSenders();
  const push = (parts = {}) => senders.push({ ...subscription, ...parts }, SMOKE);
  for (const status of [404, 410]) {
    ways.behave(status);
    expect(await push()).toEqual(fail('gone', `answered ${status}`));
  }
  expect(await senders.heartbeat(ways.url)).toEqual(fail('gone', 'answered 410'));
  ways.behave(403);
  expect(await push()).toEqual(fail('not-delivered', 'answered 403'));
  const keys = { p256dh: 'AAAA', auth: 'AAAA' };
  expect(await push({ keys })).toEqual(fail('not-delivered', 'the keys of its browser are not valid'));
  const refused = await push({ endpoint: 'https://evil.example/x' });
  expect(refused).toMatchObject({ ok: false, error: { code: 'bad-address' } });
});

it('ntfy gets JSON at the root of its server, with one sequence an alarm', async () => {
  const { ways, senders } = await startSenders();
  const link = noticeLink(ORIGIN, SMOKE);
  expect(await senders.ntfy(to(`${ways.url}/ntfy/home?auth=x`), SMOKE)).toEqual(TOLD);
  await senders.ntfy(to(`${ways.url}/topic/`), OVER);
  expect(ways.received.map(({ path }) => path)).toEqual(['/ntfy/?auth=x', '/']);
  expect(ways.received.map(jsonOf)).toEqual([
    {
      topic: 'home',
      title: 'Дим: Кухня',
      message: expect.stringMatching(/^сб.*18:56$/),
      sequence_id: 'a1',
      priority: 5,
      tags: ['rotating_light'],
      click: link
    },
    {
      topic: 'topic',
      title: 'Минулося · Дим: Кухня',
      message: expect.stringMatching(/18:56.*19:04$/),
      sequence_id: 'a1',
      priority: 3,
      tags: ['white_check_mark'],
      click: noticeLink(ORIGIN, OVER)
    }
  ]);
});

it('ntfy needs a topic at the end of its address', async () => {
  const { senders } = await startSenders();
  const failure = 'no topic at the end of the address';
  const urls = ['https://ntfy.sh', 'https://ntfy.sh/', 'https://ntfy.sh/?topic=x', 'https://ntfy.sh/a%2Fb'];
  for (const url of urls) expect(await senders.ntfy(to(url), SMOKE)).toEqual(fail('bad-address', failure));
});

it('a webhook gets what, where and when, and nothing else; a watchdog gets a GET', async () => {
  const { ways, senders } = await startSenders();
  await senders.webhook({ ...to(`${ways.url}/hook`), language: 'en' }, OVER);
  await senders.heartbeat(`${ways.url}/beat`);
  expect(ways.at('/hook').map(jsonOf)).toEqual([
    {
      kind: 'smoke',
      room: 'Кухня',
      at: '2026-02-07T16:56:00.000Z',
      over: '2026-02-07T17:04:00.000Z',
      tag: 'a1',
      title: 'Over · Smoke: Кухня',
      text: expect.stringMatching(/^Sat.*6:56.*7:04/)
    }
  ]);
  expect(ways.at('/beat').map(({ method, body }) => [method, body.length])).toEqual([['GET', 0]]);
});

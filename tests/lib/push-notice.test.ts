import { expect, test, vi } from 'vitest';
import { pressSeen, readNoticeData, readPush } from '../../src/lib/push-notice';

const ORIGIN = 'https://mantel.test';
const read = (body: unknown, languages = ['en']) =>
  readPush(typeof body === 'string' ? body : JSON.stringify(body), ORIGIN, languages);

test('a push shows what its body says, and leads to its page', () => {
  const navigate = `${ORIGIN}/now/alarms?tag=a1&kind=smoke`;
  const notification = { title: 'Smoke · Kitchen', body: 'Sat 18:56', tag: 'a1', lang: 'en', navigate };
  expect(read({ web_push: 8030, notification: { ...notification, requireInteraction: true } })).toMatchObject(
    {
      title: 'Smoke · Kitchen',
      options: { body: 'Sat 18:56', tag: 'a1', lang: 'en', requireInteraction: true, data: { url: navigate } }
    }
  );
});

test.each(['', '{', 'null', '7', '{"notification":"smoke"}', '{"notification":{"title":7,"tag":{}}}'])(
  'a push that cannot be read (%j) says to look at home, in a language of the browser',
  (body) => {
    const options = { body: '', tag: '', data: { url: `${ORIGIN}/now/alarms` } };
    expect(read(body)).toMatchObject({ title: 'Look at home', options });
    expect(read(body, ['de', 'uk-UA']).title).toBe('Погляньте на дім');
  }
);

test.each([
  'https://elsewhere.test/',
  `${ORIGIN}.elsewhere.test/`,
  'javascript:alert(1)',
  '//elsewhere.test'
])('a notice never leads to another origin: %s', (navigate) => {
  expect(read({ notification: { title: 'Smoke', navigate } }).options.data).toEqual({
    url: `${ORIGIN}/now/alarms`
  });
});

const seen = { controller: '0123456789ab', alarms: ['a1'] };
const actions = [{ action: 'seen', title: 'I’ve seen it' }];

test('a notice is silent or vibrates, and is told again only with a tag: a browser throws at the rest', () => {
  const of = (more: object) => read({ notification: { title: 'Smoke', ...more } }).options;
  expect(of({ silent: true, tag: 'a1', renotify: true })).toMatchObject({ silent: true, renotify: true });
  expect(of({ silent: true })).not.toHaveProperty('vibrate');
  expect(of({ silent: false })).toHaveProperty('vibrate');
  expect(of({ silent: false })).not.toHaveProperty('silent');
  expect(of({ renotify: true })).not.toHaveProperty('renotify');
});

test('a notice has the one button that is known, in the words of its push, and keeps what that says', () => {
  const given = [{ action: 'delete', title: 'Delete' }, ...actions, 7];
  const { options } = read({ notification: { title: 'Smoke', actions: given, data: seen } });
  expect(options).toMatchObject({ actions, data: { url: `${ORIGIN}/now/alarms`, seen } });
  expect(readNoticeData(options.data, ORIGIN)).toEqual(options.data);
});

test.each([
  undefined,
  'a1',
  { controller: '../../sign-out', alarms: ['a1'] },
  { controller: 'a/b', alarms: ['a1'] },
  { controller: '', alarms: ['a1'] },
  { ...seen, alarms: [] },
  { ...seen, alarms: [7, 'x'.repeat(65)] }
])('a notice whose button could say nothing has none: %j', (data) => {
  const { options } = read({ notification: { title: 'Smoke', actions, data } });
  expect(options).not.toHaveProperty('actions');
  expect(options.data).toEqual({ url: `${ORIGIN}/now/alarms` });
});

test('a notice leads to its page, and none to another origin', () => {
  const url = `${ORIGIN}/now/alarms?tag=a`;
  expect(readNoticeData({ url }, ORIGIN)).toEqual({ url });
  expect(readNoticeData(undefined, ORIGIN)).toEqual({ url: `${ORIGIN}/now/alarms` });
  expect(readNoticeData({ url: 'https://elsewhere.test/' }, ORIGIN)).toEqual({ url: `${ORIGIN}/now/alarms` });
});

test('the button tells the proxy which alarms were seen, from a notice', async () => {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => Response.json({ isForAll: true }));
  expect(await pressSeen(seen, fetch)).toBe(true);
  const [path, init] = fetch.mock.calls[0] ?? [];
  expect(path).toBe('/api/controllers/0123456789ab/alarms/seen');
  const body = JSON.stringify({ alarms: ['a1'], at: 'notice' });
  expect(init).toMatchObject({ method: 'POST', credentials: 'same-origin', body });
});

test.each([
  ['it is for this phone alone', async () => Response.json({ isForAll: false })],
  ['this screen is signed out', async () => Response.json({ isForAll: true }, { status: 401 })],
  ['no JSON comes', async () => new Response('<html>')],
  ['there is no connection', () => Promise.reject(new TypeError('offline'))]
])('the button leads to the page where %s', async (_, fetch) => {
  expect(await pressSeen(seen, fetch)).toBe(false);
});

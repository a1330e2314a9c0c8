import { expect, test } from 'vitest';
import { readPush } from '../../src/lib/push-notice';

const ORIGIN = 'https://mantel.test';
const read = (body: unknown, languages = ['en']) =>
  readPush(typeof body === 'string' ? body : JSON.stringify(body), ORIGIN, languages);

test('a push shows what its body says, and leads to its page', () => {
  const navigate = `${ORIGIN}/now/alarms?tag=a1&kind=smoke`;
  const notification = { title: 'Smoke · Kitchen', body: 'Sat 18:56', tag: 'a1', lang: 'en', navigate };
  expect(read({ web_push: 8030, notification: { ...notification, requireInteraction: true } })).toMatchObject(
    {
      title: 'Smoke · Kitchen',
      options: { body: 'Sat 18:56', tag: 'a1', lang: 'en', requireInteraction: true, data: navigate }
    }
  );
});

test.each(['', '{', 'null', '7', '{"notification":"smoke"}', '{"notification":{"title":7,"tag":{}}}'])(
  'a push that cannot be read (%j) says to look at home, in a language of the browser',
  (body) => {
    const options = { body: '', tag: '', data: `${ORIGIN}/now/alarms` };
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
  expect(read({ notification: { title: 'Smoke', navigate } }).options.data).toBe(`${ORIGIN}/now/alarms`);
});

import { expect, test } from 'vitest';
import { errorCodeOf, type Answer, type Client } from '../../../../support/controller-client';
import { startForFile } from './start-for-file';

const { client } = await startForFile();

/** Errors: an HTTP status, with the document's body on each (document 7) [D]. */
const cases: readonly [string, number, (client: Client) => Promise<Answer>][] = [
  ['a path that is not there', 404, (to) => to.get('/scenes')],
  ['a path that goes on', 404, (to) => to.get('/devices/1/2/3')],
  ['an id that is no number', 404, (to) => to.get('/devices/one')],
  ['a section that is not there', 404, (to) => to.get('/sections/999999')],
  ['a room that is not there', 404, (to) => to.get('/rooms/999999')],
  ['a device that is not there', 404, (to) => to.get('/devices/999999')],
  ['the actions of a device that is not there', 404, (to) => to.get('/devices/999999/actions')],
  ['a command to a device that is not there', 404, (to) => to.act(999_999, 'setStatus', { status: true })],
  ['the history of a device that is not there', 404, (to) => to.get('/devices/999999/parameter-history')],
  ['a method that a path does not take', 405, (to) => to.request('DELETE', '/devices')]
];

test.each(cases)('the answer to %s: %i with the error body', async (_what, status, ask) => {
  const answer = await ask(client);
  expect(answer.status).toBe(status);
  expect(errorCodeOf(answer)).toBeGreaterThan(0);
});

test('a refusal names the methods of the path', async () => {
  const { headers } = await client.request('PUT', '/devices');
  expect(headers.get('allow')).toBe('GET');
});

test('refusals and answers are JSON in UTF-8, with a length, and not cacheable', async () => {
  for (const path of ['/devices', '/nothing-here']) {
    const { headers } = await client.get(path);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(Number(headers.get('content-length'))).toBeGreaterThan(0);
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { EMPTY_LAYOUT } from '#shared/layout';
import { testProxy } from '../../../support/test-proxy';

const LAYOUT = JSON.stringify({ ...EMPTY_LAYOUT, favourites: [21] });

/**
 * A proxy with two screens of one user. One of them has started to put a layout and holds the rest of the
 * body.
 */
async function puttingSlowly() {
  const { origin, port, id, cookie, ask } = await testProxy();
  const slow = await cookie();
  const other = await cookie();
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.setEncoding('utf8');
  const head = [
    `PUT /api/controllers/${id}/layout HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Origin: ${origin}`,
    `Cookie: ${slow}`,
    'Content-Type: application/json',
    `Content-Length: ${LAYOUT.length}`,
    'Expect: 100-continue',
    'Connection: close'
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const [welcome] = (await once(socket, 'data')) as [string];
  expect(welcome).toContain('100 Continue');
  const asOther = (method: string, path: string) => ask(path, { method, headers: { cookie: other, origin } });
  return {
    asOther,
    layout: async () => (await asOther('GET', `/api/controllers/${id}/layout`)).json,
    async goOn() {
      socket.write(LAYOUT);
      const [answer] = (await once(socket, 'data')) as [string];
      return answer;
    }
  };
}

it('a screen that was ended while its body arrived is refused, and nothing is changed', async () => {
  const { asOther, layout, goOn } = await puttingSlowly();
  expect((await asOther('DELETE', '/own/screens')).status).toBe(204);
  const answer = await goOn();
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer).toContain('not-signed-in');
  expect(await layout()).toEqual(EMPTY_LAYOUT);
});

it('a signed-in screen may send its body slowly', async () => {
  const { layout, goOn } = await puttingSlowly();
  expect(await goOn()).toMatch(/^HTTP\/1\.1 204 /);
  expect(await layout()).toMatchObject({ favourites: [21] });
});

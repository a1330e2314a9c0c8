import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../support/temporary-folder';
import { askAt, exchangeRaw, testProxy } from '../../../support/test-proxy';

/** The headers of the first request of `curl --http2`. */
const OFFER = {
  connection: 'Upgrade, HTTP2-Settings',
  upgrade: 'h2c',
  'http2-settings': 'AAMAAABkAAQCAAAAAAIAAAAA'
};

async function proxyWithPage() {
  const webFolder = await temporaryFolder();
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>The app</title>');
  return testProxy({ webFolder });
}

it.each(['origin', 'secureOrigin'] as const)(
  'a client that offers to upgrade to h2c gets the page at %s',
  async (door) => {
    const proxy = await proxyWithPage();
    const page = await askAt(proxy[door], '/', { headers: OFFER });
    expect(page).toMatchObject({ status: 200, headers: { connection: 'close' } });
    expect(page.text).toContain('The app');
  }
);

it('a body with an upgrade to h2c is read and checked like any other', async () => {
  const { port } = await proxyWithPage();
  const head = ['POST /api/pair HTTP/1.1', `Host: 127.0.0.1:${port}`, `Origin: http://127.0.0.1:${port}`];
  const sent = ['Connection: Upgrade', 'Upgrade: h2c', 'Content-Type: application/json', 'Content-Length: 2'];
  const answer = await exchangeRaw(port, `${[...head, ...sent].join('\r\n')}\r\n\r\n[]`);
  expect(answer).toMatch(/^HTTP\/1.1 400 .*"This is not a body of POST \/api\/pair: see code."/s);
});

it.each(['h2c', 'websocket, h2c', 'x'])('an upgrade to %s opens no protected route', async (upgrade) => {
  const { port } = await proxyWithPage();
  const host = `Host: 127.0.0.1:${port}`;
  const head = ['GET /api/me HTTP/1.1', host, 'Connection: Upgrade', `Upgrade: ${upgrade}`];
  expect(await exchangeRaw(port, `${head.join('\r\n')}\r\n\r\n`)).toMatch(/^HTTP\/1.1 401 /);
});

it('a CONNECT request closes the connection', async () => {
  const { port } = await proxyWithPage();
  expect(await exchangeRaw(port, 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n')).toBe('');
});

import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { body, type Behaviour } from '../../../../tools/support/misbehaving-controller';
import { settle } from '../../../support/fake-clock';
import type { Upstream } from '../../../support/upstream';
import { withMisbehavingController, upstreamPath } from '../../../support/upstream-test';
import { slowness } from '../../../support/yardstick';

const long = JSON.stringify([{ id: 1, name: 'x'.repeat(600_000) }]);

/** Headers of a controller that screens must not receive. */
const FOREIGN = {
  'set-cookie': 'a=b',
  'access-control-allow-origin': '*',
  'cache-control': 'max-age=1',
  etag: '"1"',
  'content-type': 'application/json, text/html',
  'content-security-policy': 'x'
};

/** Asks for the devices on a connection whose answer the test reads as it likes. */
async function askForDevices(upstream: Upstream) {
  const { hostname, port } = new URL(upstream.origin);
  const path = upstreamPath(upstream, '/devices');
  const asked = request({ hostname, port, path, headers: upstream.headers });
  asked.on('error', () => undefined);
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { asked, response };
}

it.each<[string, Behaviour]>([
  ['with its length', body(long, { ...FOREIGN, 'content-length': String(long.length) })],
  ['in chunks', body(long, FOREIGN)]
])('forwarding passes a long answer on %s, and none of its other headers', async (_name, behave) => {
  const { upstream, controller } = await withMisbehavingController();
  controller.on('GET /devices', behave);
  const answer = await upstream.call('/v2/devices');
  expect(answer.status).toBe(200);
  expect((await answer.text()) === long).toBe(true);
  for (const name of ['set-cookie', 'access-control-allow-origin', 'etag'])
    expect(answer.headers.get(name)).toBeNull();
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none'; frame-ancestors 'none'; form-action 'none'; sandbox"
  );
});

it('forwarding a long answer answers the next request at once after two hundred clients disconnected in the middle', async () => {
  const { upstream, controller } = await withMisbehavingController();
  controller.on('GET /devices', body(long, { 'content-length': String(long.length) }));
  for (let batch = 0; batch < 10; batch++) {
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { asked, response } = await askForDevices(upstream);
        response.on('error', () => undefined);
        await once(response, 'readable');
        asked.destroy();
      })
    );
  }
  const begun = performance.now();
  expect((await upstream.call('/v2/rooms')).status).toBe(200);
  expect(performance.now() - begun).toBeLessThan(1_000 * slowness());
  expect((await (await upstream.call('/v2/devices')).text()) === long).toBe(true);
});

it('forwarding a long answer does not read ahead of a slow client', async () => {
  const { upstream, controller } = await withMisbehavingController();
  let written = 0;
  const part = ' '.repeat(64 * 1024);
  controller.on('GET /devices', (response) => {
    response.writeHead(200, { 'content-length': String(part.length * 79 + 2) });
    response.write('[]');
    const more = () => {
      while (written < 79 && response.write(part)) written++;
    };
    response.on('drain', more);
    more();
  });
  const { response } = await askForDevices(upstream);
  response.pause();
  for (let turn = 0; turn < 200; turn++) await settle();
  let length = 0;
  for await (const chunk of response) length += (chunk as Buffer).length;
  expect(length).toBe(part.length * 79 + 2);
});

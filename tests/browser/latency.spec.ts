import type { Locator, Page } from '@playwright/test';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { openRoom } from './demo-home';
import { openHomeByAddress, test } from './harness/controller';
import { expect } from './harness/test';

/** The maximum delay beyond a bare socket's, in ms, and as a factor. */
const BOUND_MS = 300;
const MAX_RATIO = 10;
const ROUNDS = 9;

/** Records each change of a switch, in ms since the epoch; both processes share the system clock. */
async function watchTurns(lamp: Locator): Promise<() => Promise<number[]>> {
  await lamp.evaluate((element) => {
    new MutationObserver(() => {
      element.setAttribute('data-turns', `${element.getAttribute('data-turns') ?? ''} ${Date.now()}`);
    }).observe(element, { attributeFilter: ['aria-checked'] });
  });
  return async () => (await lamp.getAttribute('data-turns'))?.trim().split(' ').map(Number) ?? [];
}

/** Delays of changes from a bare socket straight into a page, in ms. */
async function bareDelays(page: Page): Promise<number[]> {
  // The server serves the page itself, because a browser asks the user before other pages may connect to this
  // machine.
  const server = createServer((_, reply) => {
    reply.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Bare</title>');
  }).listen(0, '127.0.0.1');
  const sockets = new WebSocketServer({ server });
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const connected = once(sockets, 'connection');
  await page.goto(`http://127.0.0.1:${address.port}`);
  await page.evaluate(() => {
    new WebSocket(location.href.replace('http', 'ws')).onmessage = () => {
      document.body.append(`${Date.now()} `);
    };
  });
  await connected;
  const delays: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const at = Date.now();
    for (const client of sockets.clients) client.send('');
    const readWords = async () => (await page.locator('body').innerText()).trim().split(' ').filter(Boolean);
    await expect.poll(async () => (await readWords()).length).toBe(round + 1);
    delays.push(Number((await readWords()).at(-1)) - at);
  }
  for (const client of sockets.clients) client.terminate();
  server.closeAllConnections();
  server.close();
  return delays;
}

const sortedOf = (delays: readonly number[]) => delays.toSorted((a, b) => a - b);
const medianOf = (delays: readonly number[]) => sortedOf(delays)[Math.floor(delays.length / 2)] ?? NaN;

test(`a change at the controller reaches a tile in under ${BOUND_MS} ms more than a bare socket takes`, async ({
  page,
  second,
  controller
}) => {
  await openHomeByAddress(page);
  await openRoom(page, 'Living room');
  const lamp = page.getByRole('switch', { name: 'Floor lamp' });
  await expect(lamp).not.toBeChecked();

  const turnsOf = await watchTurns(lamp);
  const delays: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const at = Date.now();
    controller.setDevice(21, { params: { Status: round % 2 === 0 } });
    await expect.poll(async () => (await turnsOf()).length).toBe(round + 1);
    delays.push(((await turnsOf()).at(-1) ?? Infinity) - at);
  }

  const bare = await bareDelays(await second.newPage());
  const summary = `${sortedOf(delays).join(', ')} ms; bare ${sortedOf(bare).join(', ')} ms`;
  test.info().annotations.push({ type: 'delays', description: summary });
  expect(medianOf(delays), `median of ${summary}`).toBeLessThan(BOUND_MS + MAX_RATIO * medianOf(bare));
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { testProxy } from '../../../support/test-proxy';
import { slowness } from '../../../support/yardstick';

/** Interval of a slow client's bytes, and of the other requests, in ms. */
const DRIP_MS = 500;
const ASK_MS = 50;
/** The promise of 6 s plus two seconds, for an idle machine. */
const CLOSED_MS = 8_000;
/** Others get a response at least this often. */
const ANSWERED_MS = 1_000;

it('two hundred slow connections are closed, and others get responses meanwhile', async () => {
  const { origin } = await testProxy();
  const { longest, answered } = await openSlowConnections(origin, 200);
  const times = slowness();
  expect(longest).toBeLessThan(CLOSED_MS * times);
  expect(answered).toBeGreaterThan(longest / (ANSWERED_MS * times));
});

/**
 * Opens `sockets` slow connections. Returns the longest lifetime of them, in ms, and the number of responses to
 * others.
 */
async function openSlowConnections(origin: string, sockets: number) {
  const port = Number(new URL(origin).port);
  const lives = Array.from({ length: sockets }, () => drip(port));
  const over = new AbortController();
  const asking = requestRepeatedly(`${origin}/api/status`, over.signal);
  const longest = Math.max(...(await Promise.all(lives)));
  over.abort();
  return { longest, answered: await asking };
}

/** The lifetime of one slow connection, in ms. */
async function drip(port: number): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect');
  const begun = performance.now();
  socket.write('GET /api/status HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ');
  const dripping = setInterval(() => socket.write('a'), DRIP_MS);
  await once(socket, 'close');
  clearInterval(dripping);
  return performance.now() - begun;
}

async function requestRepeatedly(url: string, signal: AbortSignal): Promise<number> {
  let answered = 0;
  while (!signal.aborted) {
    const reply = await fetch(url);
    await reply.text();
    if (!reply.ok) throw new Error(`Another request failed with ${reply.status}.`);
    answered++;
    await sleep(ASK_MS);
  }
  return answered;
}

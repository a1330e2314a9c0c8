import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, reported, Durations, type Finding } from '../support/figures';
import { startVirtual } from '../../proxy/virtual/start';
import { openWorld } from '../support/world';

const SOCKETS = 200;
const CLOSED_MS = 6_000;
const OTHERS_MS = 200;
/** Interval of a slow client's bytes, and of the other requests, in ms. */
const DRIP_MS = 500;
const ASK_MS = 50;

/** Two hundred clients send their request byte by byte, while others send normal requests. */
export async function loris(): Promise<readonly Finding[]> {
  const world = await openWorld(await startVirtual());
  try {
    const { longest, answers } = await openSlowConnections(world.program.url, SOCKETS);
    return [
      reported('Slow connections', SOCKETS),
      atMost(CLOSED_MS, 'The last of them closed after', longest, 'ms'),
      reported('Other requests meanwhile', answers.count),
      atMost(OTHERS_MS, 'Response time of other requests, p99', answers.percentile(0.99), 'ms')
    ];
  } finally {
    await world.stop();
  }
}

/**
 * Opens `sockets` slow connections. Returns the longest lifetime of them, in ms, and the response times of
 * others.
 */
export async function openSlowConnections(
  origin: string,
  sockets: number
): Promise<{ readonly longest: number; readonly answers: Durations }> {
  const port = Number(new URL(origin).port);
  const lives = Array.from({ length: sockets }, () => drip(port));
  const over = new AbortController();
  const asking = requestRepeatedly(`${origin}/api/status`, over.signal);
  const longest = Math.max(...(await Promise.all(lives)));
  over.abort();
  return { longest, answers: await asking };
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

async function requestRepeatedly(url: string, signal: AbortSignal): Promise<Durations> {
  const answers = new Durations();
  while (!signal.aborted) {
    const begun = performance.now();
    const reply = await fetch(url);
    await reply.text();
    if (!reply.ok) throw new Error(`Another request failed with ${reply.status}.`);
    answers.add(performance.now() - begun);
    await sleep(ASK_MS);
  }
  return answers;
}

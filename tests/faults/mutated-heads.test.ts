import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { expect, it } from 'vitest';
import { LogCapture } from '../support/log-capture';
import { redirectServer } from '../support/redirect-server';
import { testProxy } from '../support/test-proxy';
import { sampleHeads } from './mutated-heads';
import { stormSize } from './storm';

/** Simultaneous connections. */
const AT_ONCE = 32;

/**
 * Sends a head and disconnects after the response, or after half a second without one. Returns the status
 * line.
 */
function send(dial: () => Socket, head: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = dial();
    let answer = '';
    socket.setTimeout(500, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      socket.destroy();
    });
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
    // Ending our side makes the parser judge incomplete heads at once.
    socket.end(head);
  });
}

async function storm(dial: () => Socket, heads: readonly Buffer[]): Promise<string[]> {
  const answers: string[] = [];
  const rest = [...heads];
  const worker = async () => {
    for (let head = rest.pop(); head; head = rest.pop()) answers.push(await send(dial, head));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return answers;
}

/** No response is a 5xx, and some heads were refused, so the requests reached the listener. */
function expectRefusals(answers: readonly string[], log: LogCapture) {
  expect(answers.filter((line) => / 5\d\d /.test(line))).toEqual([]);
  expect(log.lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  for (const status of ['400', '421'])
    expect(answers.some((line) => line.includes(` ${status} `))).toBe(true);
}

it('http survives mutated request heads', async () => {
  const { port, ask, log } = await testProxy();
  expectRefusals(await storm(() => connect(port, '127.0.0.1'), sampleHeads(stormSize(4_000), 1)), log);
  expect((await ask('/healthz')).status).toBe(200);
});

it('the https redirect survives mutated request heads', async () => {
  const log = new LogCapture();
  const port = await redirectServer(log);
  const dial = () => connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false });
  const answers = await storm(dial, sampleHeads(stormSize(3_000), 2));
  expectRefusals(answers, log);
  expect(answers.some((line) => line.includes(' 308 '))).toBe(true);
});

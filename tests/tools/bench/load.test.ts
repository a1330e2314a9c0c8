import { createServer, type RequestListener } from 'node:http';
import { expect, it } from 'vitest';
import { slowness } from '../../support/yardstick';
import { listening } from '../../support/listening';
import { load } from '../../../tools/bench/load';

async function targetOf(listener: RequestListener) {
  const port = await listening(createServer(listener));
  return { origin: `http://127.0.0.1:${port}`, path: '/', headers: {}, pid: process.pid };
}

it('a load counts responses and measures their times and sizes', async () => {
  let answers = 0;
  const target = await targetOf((_, reply) => {
    answers++;
    setTimeout(() => reply.end('12345'), 20);
  });
  const { perSecond, p50, p99, cpu, bytes } = await load(target, 300);
  expect(bytes).toBe(5);
  // 32 connections, each with a response every 20 ms at best.
  const least = 64 / slowness();
  expect(answers).toBeGreaterThan(least);
  expect(perSecond).toBeGreaterThan(least);
  expect(perSecond).toBeLessThanOrEqual(1_600);
  expect(p50).toBeGreaterThanOrEqual(19);
  expect(p99).toBeGreaterThanOrEqual(p50);
  expect(cpu).toBeGreaterThan(0);
});

it('a load rejects on a response other than 200', async () => {
  const target = await targetOf((_, reply) => reply.writeHead(503).end());
  await expect(load(target, 300)).rejects.toThrow('503');
});

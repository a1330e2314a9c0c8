import { setTimeout as sleep } from 'node:timers/promises';
import type { Measurements } from './bystander';
import { ask, targetOf, type AttackRequest, type Target } from './dial';

/** Intervals in ms. Commands use a small part of the controller's rate limit. */
const COMMAND_INTERVAL_MS = 400;
const PAGE_INTERVAL_MS = 500;
const CHECK_INTERVAL_MS = 100;

const [origin = '', secureOrigin = '', cookie = '', commandPath = ''] = process.argv.slice(2);

const nothing = () => ({ commands: [], pages: [], checks: [], failures: [] });
let seen: { [Key in keyof Measurements]: Measurements[Key][number][] } = nothing();

const underWay = new Set<Promise<void>>();

async function time(waits: 'commands' | 'pages' | 'checks', target: Target, asked: AttackRequest) {
  const begun = performance.now();
  const { status } = await ask(target, asked);
  seen[waits].push(performance.now() - begun);
  if (status !== 200) seen.failures.push(`${waits}: ${status}`);
}

async function repeat(intervalMs: number, doOnce: () => Promise<void>) {
  for (;;) {
    const done = doOnce();
    underWay.add(done);
    await done;
    underWay.delete(done);
    await sleep(intervalMs);
  }
}

let isOn = false;
const command = () => {
  isOn = !isOn;
  const body = { method: 'setStatus', params: { status: isOn } };
  return time('commands', targetOf(origin), { method: 'POST', path: commandPath, headers: { cookie }, body });
};
const page = () => time('pages', targetOf(secureOrigin), { path: '/connect', from: '127.0.0.3' });
const check = () => time('checks', targetOf(origin), { path: '/healthz', from: '127.0.0.4' });

async function sendMeasurements() {
  await Promise.all(underWay);
  process.send?.(seen);
  seen = nothing();
}

process.on('message', () => void sendMeasurements());
process.on('disconnect', () => process.exit());
await Promise.all([
  repeat(COMMAND_INTERVAL_MS, command),
  repeat(PAGE_INTERVAL_MS, page),
  repeat(CHECK_INTERVAL_MS, check)
]);

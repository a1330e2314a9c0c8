import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { systemClock } from '#shared/clock';
import { FoundControllers } from '../../../../../proxy/server/controllers/discovery/found-controllers';
import { SEARCH_DURATION_MS } from '../../../../../proxy/server/controllers/discovery/search';
import { FakeClock, settle } from '../../../../support/fake-clock';
import { slowness } from '../../../../support/yardstick';
import { open, replyOf, type Network } from './search-network';

/** The limits of a flood: bytes, and delay of the event loop in ms. */
const MAX_GROWTH_BYTES = 10 * 1024 * 1024;
const MAX_DELAY_MS = 50;

/** Sends ten thousand replies. */
async function flood(network: Network) {
  for (let n = 0; n < 10_000; n++) {
    await network.say(replyOf(n));
    if (n % 50 === 0) await settle();
  }
}

/** The 99th percentile of the event loop's delay during a task, in ms. */
async function delayWhile(work: () => Promise<void>) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await work();
  delay.disable();
  return delay.percentile(99) / 1e6;
}

it.each<[string, (n: number) => string, number, ((n: number) => string)?]>([
  ['claims seventy MACs', (n) => JSON.stringify(replyOf(n)), 70],
  ['sends three hundred datagrams of one byte', () => 'x', 300],
  ['sends eight datagrams each of 130 addresses', () => 'x', 1_040, (n) => `127.0.1.${(n % 130) + 1}`]
])('a search finds a controller that answers after a device that %s', async (_, text, count, from) => {
  const clock = new FakeClock();
  const found = new FoundControllers(clock);
  const { search, network } = await open({ clock }, found);
  search.start();
  await network.heard(1);
  for (let n = 0; n < count; n++) {
    await network.say(text(n), from?.(n));
    if (n % 50 === 0) await settle();
  }
  await network.say({ ...replyOf(500), ip: '127.0.0.2' }, '127.0.0.2');
  while (!found.list().some(({ address }) => address === '127.0.0.2')) await settle();
  expect(found.list().length).toBeLessThanOrEqual(3);
  expect(search.isSearching).toBe(true);
  // A search for a controller that has moved joins it.
  const joined = search.run();
  await clock.advance(SEARCH_DURATION_MS);
  expect((await joined).map(({ address }) => address)).toContain('127.0.0.2');
});

it('a search reads eight of ten thousand datagrams of one sender, and stays within its limits', async () => {
  // Other work of this process and machine can spoil a measurement, so the best of three counts.
  const grown: number[] = [];
  // In ms, for an idle machine.
  const delayed: number[] = [];
  const isLight = () => Math.min(...grown) < MAX_GROWTH_BYTES && Math.min(...delayed) < MAX_DELAY_MS;
  for (let round = 0; round < 3 && !isLight(); round++) {
    // The cost of sending is measured separately, without a listener.
    const over = await open({ clock: systemClock });
    over.search.start();
    await over.network.heard(1);
    over.search.stop();
    const yardstick = await delayWhile(() => flood(over.network));

    const { search, network, log, found } = await open({ clock: systemClock });
    search.start();
    await network.heard(1);
    const before = process.memoryUsage.rss();
    delayed.push(((await delayWhile(() => flood(network))) - yardstick) / slowness());
    grown.push(process.memoryUsage.rss() - before);
    expect(found).toHaveLength(8);
    expect(log.entries).toHaveLength(1);
    search.stop();
  }
  expect(Math.min(...grown)).toBeLessThan(MAX_GROWTH_BYTES);
  expect(Math.min(...delayed)).toBeLessThan(MAX_DELAY_MS);
});

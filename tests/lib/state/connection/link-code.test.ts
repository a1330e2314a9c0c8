import { beforeEach, expect, it } from 'vitest';
import { lazy } from '../../../../src/lib/lazy.svelte';
import { connectionCode, type ConnectionModule } from '../../../../src/lib/state/connection/link.svelte';
import { settled } from '../test-environment';
import { aLink } from './a-link';

let loads: { come(code: ConnectionModule): void; fail(): void }[];
let page: ReturnType<typeof aLink>;
beforeEach(async () => {
  loads = [];
  const load = () =>
    new Promise<ConnectionModule>((come, reject) => {
      loads.push({ come, fail: () => reject(new TypeError('Failed to fetch')) });
    });
  page = aLink(lazy(load));
  await settled();
});
const arrive = async (load = loads.at(-1)) => {
  load?.come(await connectionCode.load());
  await settled();
};
const fail = async () => {
  loads.at(-1)?.fail();
  await settled();
};

it('a link whose code is on the way holds presses, and a second longer', async () => {
  const { link, world, connect } = page;
  world.clock.pass(60_000);
  expect({ state: link.state, isResuming: link.isResuming, socketCount: world.sockets.all.length }).toEqual({
    state: 'connecting',
    isResuming: true,
    socketCount: 0
  });
  await arrive();
  expect({ isResuming: link.isResuming, socketCount: world.sockets.all.length }).toEqual({
    isResuming: true,
    socketCount: 1
  });
  world.clock.pass(1000);
  expect(link.isResuming).toBe(false);
  connect();
  expect(link.isLive).toBe(true);
});

it('a link whose code cannot be fetched is offline, and tries again by itself and when the page resumes', async () => {
  const { link, world } = page;
  await fail();
  expect({ state: link.state, isResuming: link.isResuming, loadCount: loads.length }).toEqual({
    state: 'offline',
    isResuming: false,
    loadCount: 1
  });
  await world.clock.advance(1000);
  await fail();
  await world.page.told('visible');
  expect(loads).toHaveLength(3);
  await arrive();
  expect(world.sockets.all).toHaveLength(1);
});

it('a link does not connect after its stop, and leaves no timer', async () => {
  const { world, stop } = page;
  stop();
  await arrive();
  expect({
    socketCount: world.sockets.all.length,
    timers: world.clock.waiting,
    listeners: world.page.listeners
  }).toEqual({ socketCount: 0, timers: 0, listeners: 0 });
});

it('a link of a page with controls loads its code at once, and not when the browser is idle', async () => {
  const { link, world, stop } = page;
  stop();
  const before = loads.length;
  world.environment.idle = () => new Promise(() => undefined);
  link.start('ffffffffffff');
  await settled();
  expect(loads).toHaveLength(before);
  link.hurry();
  await settled();
  expect(loads).toHaveLength(before + 1);
});

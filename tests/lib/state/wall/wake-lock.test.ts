import { expect, it } from 'vitest';
import { WakeLock, type HeldWakeLock } from '../../../../src/lib/state/wall/wake-lock.svelte';
import { createTestEnvironment, settled } from '../test-environment';

/** A browser whose wake lock the test controls. */
function aScreen() {
  const { clock, page } = createTestEnvironment();
  const browser = {
    isRefusing: false,
    requests: 0,
    released: 0,
    end(): void {
      throw new Error('no lock is held');
    }
  };
  const requestLock = async (): Promise<HeldWakeLock> => {
    browser.requests += 1;
    if (browser.isRefusing) throw new DOMException('not allowed', 'NotAllowedError');
    return {
      release: async () => void (browser.released += 1),
      onRelease: (listener) => (browser.end = listener)
    };
  };
  return { clock, page, browser, requestLock };
}

function start({ clock, page, requestLock }: ReturnType<typeof aScreen>) {
  const lock = new WakeLock({ clock, page, requestLock });
  return { lock, stop: lock.start() };
}

it('the wake lock is held once the browser grants it, and is released at the end', async () => {
  const world = aScreen();
  const { lock, stop } = start(world);
  expect(lock.state).toBe('waiting');
  await settled();
  expect(lock.state).toBe('held');
  stop();
  expect({ state: lock.state, released: world.browser.released }).toEqual({ state: 'waiting', released: 1 });
  expect({ listeners: world.page.listeners, timers: world.clock.waiting }).toEqual({
    listeners: 0,
    timers: 0
  });
});

it('the wake lock shows that the browser ended it, and asks again when the page returns', async () => {
  const world = aScreen();
  const { lock } = start(world);
  await settled();
  world.page.tell('hidden');
  world.browser.end();
  expect(lock.state).toBe('waiting');
  await world.page.told('visible');
  expect({ state: lock.state, requests: world.browser.requests }).toEqual({ state: 'held', requests: 2 });
});

it('the wake lock shows a refusal, and asks again a minute later and at a touch', async () => {
  const world = aScreen();
  world.browser.isRefusing = true;
  const { lock } = start(world);
  await settled();
  expect(lock.state).toBe('refused');
  await world.clock.advance(60_000);
  expect(world.browser.requests).toBe(2);
  world.browser.isRefusing = false;
  await world.page.told('touched');
  expect(lock.state).toBe('held');
});

it('the wake lock does not ask while the page is hidden', async () => {
  const world = aScreen();
  world.page.tell('hidden');
  start(world);
  await settled();
  expect(world.browser.requests).toBe(0);
});

it('the wake lock releases a lock that is granted after the end', async () => {
  const world = aScreen();
  const { lock, stop } = start(world);
  stop();
  await settled();
  expect({ state: lock.state, released: world.browser.released }).toEqual({ state: 'waiting', released: 1 });
});

it('the wake lock says that the browser has none', () => {
  const { clock, page } = aScreen();
  const lock = new WakeLock({ clock, page, requestLock: null });
  lock.start();
  expect(lock.state).toBe('absent');
});

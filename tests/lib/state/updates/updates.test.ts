import { beforeEach, expect, it, vi } from 'vitest';
import {
  trustWorkerUrl,
  untilActive,
  WORKER_POLICY,
  WORKER_URL,
  type AppWorkerListener
} from '../../../../src/lib/state/updates/app-worker';
import { Updates, type ShellState } from '../../../../src/lib/state/updates/updates.svelte';
import { createTestEnvironment, settled } from '../test-environment';

let world: ReturnType<typeof createTestEnvironment>;
let listener: AppWorkerListener | null;
const AT_REST = { isBusy: false, isAutomatic: false, isIdle: true, isReachable: true };
const page = { ...AT_REST };
let updates: Updates;
let stop: () => void;
const register = vi.fn(async (given: AppWorkerListener) => void (listener = given));
const worker = { register, update: vi.fn(async () => undefined), takeOver: vi.fn() };
const openWorker = vi.fn(async (): Promise<typeof worker | null> => worker);
const reload = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  world = createTestEnvironment();
  listener = null;
  Object.assign(page, AT_REST);
  updates = new Updates(
    { ...world.environment, openWorker, reload },
    {
      isBusy: () => page.isBusy,
      isAutomatic: () => page.isAutomatic,
      isIdle: () => page.isIdle,
      isReachable: async () => page.isReachable
    }
  );
  stop = updates.start();
});

/** Resolves once the lazily loaded code has run. */
async function loaded(): Promise<void> {
  await import('../../../../src/lib/state/updates/update-watch');
  await settled();
}

async function registered(): Promise<AppWorkerListener> {
  world.clock.pass(2000);
  await loaded();
  if (!listener) throw new Error('not registered');
  return listener;
}

it('Updates offer a newer version that waits, and never activate it by themselves', async () => {
  const { waiting } = await registered();
  expect(updates.isOffered).toBe(false);
  waiting();
  world.clock.pass(86_400_000);
  expect({
    isOffered: updates.isOffered,
    takeOver: worker.takeOver.mock.calls,
    reload: reload.mock.calls
  }).toEqual({ isOffered: true, takeOver: [], reload: [] });
});

it('Updates activate on request, asking again, and reload once the newer version controls the page', async () => {
  const { waiting, replaced } = await registered();
  waiting();
  updates.takeOver();
  expect([worker.takeOver.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0]);
  world.clock.pass(5_000);
  replaced();
  world.clock.pass(60_000);
  expect([worker.takeOver.mock.calls.length, reload.mock.calls.length]).toEqual([2, 1]);
});

it('Updates offer the version of a worker that took over while the page was loading, and reload at once on request', async () => {
  const { differs } = await registered();
  differs();
  expect(updates.isOffered).toBe(true);
  await world.clock.advance(600_000);
  expect(reload, 'without a request').not.toHaveBeenCalled();
  updates.takeOver();
  expect(reload).toHaveBeenCalledOnce();
});

it('Updates reload an idle wall tablet a minute after that', async () => {
  page.isAutomatic = true;
  const { differs } = await registered();
  differs();
  await world.clock.advance(59_000);
  expect(reload).not.toHaveBeenCalled();
  await world.clock.advance(1_000);
  expect(reload).toHaveBeenCalledOnce();
});

it('Updates reload once if the newer version does not take over: a browser looks again then', async () => {
  const { waiting } = await registered();
  waiting();
  updates.takeOver();
  await world.clock.advance(5_000);
  expect([worker.takeOver.mock.calls.length, reload.mock.calls.length]).toEqual([2, 0]);
  await world.clock.advance(5_000);
  expect([worker.takeOver.mock.calls.length, reload.mock.calls.length]).toEqual([3, 1]);
  await world.clock.advance(500_000);
  expect(reload, 'not again, should it not help').toHaveBeenCalledOnce();
  expect(worker.takeOver.mock.calls.length).toBeGreaterThan(100);
});

it.each([
  ['the proxy does not answer', { isReachable: false }],
  ['a command is pending', { isBusy: true }]
])('Updates do not reload for that while %s', async (_, hindrance) => {
  const { waiting } = await registered();
  waiting();
  updates.takeOver();
  Object.assign(page, hindrance);
  await world.clock.advance(15_000);
  expect(reload).not.toHaveBeenCalled();
});

it('Updates do not reload while a command is pending', async () => {
  const { replaced } = await registered();
  page.isBusy = true;
  replaced();
  world.clock.pass(1000);
  expect(reload).not.toHaveBeenCalled();
  page.isBusy = false;
  world.clock.pass(200);
  expect(reload).toHaveBeenCalledOnce();
});

it('Updates do not wait for a device that sleeps for an hour', async () => {
  await registered();
  page.isBusy = true;
  updates.takeOver();
  world.clock.pass(9999);
  expect(worker.takeOver).not.toHaveBeenCalled();
  world.clock.pass(201);
  expect(worker.takeOver).toHaveBeenCalledOnce();
});

it('Updates check for a newer version hourly, and when the page becomes visible', async () => {
  await registered();
  await world.clock.advance(3_600_000);
  expect(worker.update).toHaveBeenCalledTimes(1);
  world.page.tell('visible');
  expect(worker.update).toHaveBeenCalledTimes(1);
  world.clock.pass(60_000);
  world.page.tell('visible');
  expect(worker.update).toHaveBeenCalledTimes(2);
});

it('Updates wait for a wall tablet that is in use, however long ago it was touched', async () => {
  const { waiting } = await registered();
  page.isAutomatic = true;
  page.isIdle = false;
  waiting();
  await world.clock.advance(600_000);
  expect(worker.takeOver).not.toHaveBeenCalled();
  page.isIdle = true;
  await world.clock.advance(60_000);
  expect(worker.takeOver).toHaveBeenCalledOnce();
});

it('Updates do not activate if the screen is touched while the proxy is asked', async () => {
  const { waiting } = await registered();
  page.isAutomatic = true;
  waiting();
  world.clock.pass(60_000);
  await world.page.told('touched');
  expect(worker.takeOver).not.toHaveBeenCalled();
});

it('Updates reload once if a file of this version is missing, and only with the proxy', async () => {
  await registered();
  page.isReachable = false;
  await world.page.told('incomplete');
  expect(reload).not.toHaveBeenCalled();
  page.isReachable = true;
  world.page.tell('incomplete');
  await world.page.told('incomplete');
  world.clock.pass(599_999);
  await world.page.told('incomplete');
  expect(reload).toHaveBeenCalledOnce();
  world.clock.pass(1);
  await world.page.told('incomplete');
  expect(reload).toHaveBeenCalledTimes(2);
});

it('Updates do not reload a page that the user is leaving, for what its browser no longer loads', async () => {
  await registered();
  world.page.tell('unloading');
  await world.page.told('incomplete');
  expect(reload).not.toHaveBeenCalled();
  world.page.tell('incomplete');
  await world.page.told('unloading');
  expect(reload, 'while the proxy was asked').not.toHaveBeenCalled();

  world.clock.pass(30_000);
  await world.page.told('incomplete');
  expect(reload, 'the navigation has failed').toHaveBeenCalledOnce();
});

it('Updates report whether the app itself is cached for offline use', async () => {
  expect(updates.shell).toBe('unknown');
  await registered();
  expect(updates.shell).toBe('kept');
});

it('Updates go on checking after a failed check', async () => {
  await registered();
  worker.update.mockRejectedValueOnce(new TypeError('offline'));
  await world.clock.advance(3_600_000);
  world.clock.pass(3_600_000);
  expect(worker.update).toHaveBeenCalledTimes(2);
});

it.each<[name: string, open: () => Promise<null>, shell: ShellState]>([
  ['there is no service worker', async () => null, 'absent'],
  ['it cannot be loaded', () => Promise.reject(new TypeError('offline')), 'refused']
])('Updates do nothing if %s', async (_, open, shell) => {
  openWorker.mockImplementationOnce(open);
  world.clock.pass(2000);
  await loaded();
  world.page.tell('visible');
  updates.takeOver();
  expect({ isOffered: updates.isOffered, reload: reload.mock.calls, shell: updates.shell }).toEqual({
    isOffered: false,
    reload: [],
    shell
  });
});

it('Updates leave nothing behind when stopped, even during the registration', async () => {
  world.clock.pass(2000);
  stop();
  await loaded();
  expect({ timers: world.clock.waiting, listeners: world.page.listeners }).toEqual({
    timers: 0,
    listeners: 0
  });
});

it('the URL of the worker is created by a policy that creates nothing else', () => {
  const rules: { createScriptURL?: (url: string) => string | null | undefined } = {};
  const createPolicy = vi.fn((_name: string, given: typeof rules) => {
    Object.assign(rules, given);
    return { createScriptURL: (url: string) => `trusted ${given.createScriptURL?.(url)}` };
  });
  // The used part of the engine's own factory.
  const factory = { createPolicy } as unknown as Parameters<typeof trustWorkerUrl>[0];
  expect(trustWorkerUrl(factory)).toBe(`trusted ${WORKER_URL}`);
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual([WORKER_POLICY]);
  expect(Object.keys(rules)).toEqual(['createScriptURL']);
  for (const url of ['/evil.js', 'https://evil.test/service-worker.js', '/service-worker.js?', ''])
    expect(() => rules.createScriptURL?.(url)).toThrow(TypeError);
});

class InstallingWorker extends EventTarget {
  state: ServiceWorkerState = 'installing';
  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

const install = (state: ServiceWorkerState = 'installing') => {
  const worker = new InstallingWorker();
  worker.state = state;
  const ended = vi.fn();
  const registration = { active: null, waiting: null, installing: worker as unknown as ServiceWorker };
  untilActive(registration).then(
    () => ended('cached'),
    () => ended('failed')
  );
  return { worker, ended };
};

it('the first service worker has cached the app once it is active, and not when it is registered', async () => {
  const { worker, ended } = install();
  worker.become('installed');
  await settled();
  expect(ended).not.toHaveBeenCalled();
  worker.become('activated');
  await settled();
  expect(ended).toHaveBeenCalledExactlyOnceWith('cached');
});

it.each<[string, ServiceWorkerState, ServiceWorkerState, string]>([
  ['is discarded', 'installing', 'redundant', 'failed'],
  ['became active before it was watched', 'activated', 'activated', 'cached']
])('the first service worker that %s from %s to %s has %s the app', async (_, before, after, end) => {
  const { worker, ended } = install(before);
  if (after !== before) worker.become(after);
  await settled();
  expect(ended).toHaveBeenCalledExactlyOnceWith(end);
});

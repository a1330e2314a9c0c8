import { beforeEach, expect, it } from 'vitest';
import { ProxyClient } from '../../../../src/lib/state/proxy/proxy-client';
import { ControllerSearch } from '../../../../src/lib/state/sign-in/controller-search.svelte';
import { createTestEnvironment, settled } from '../test-environment';

const entry = (id: string) => ({ id, name: id, address: '192.168.1.5', source: 'search', lastSeen: 1 });
const one = entry('000000000001');
const two = entry('000000000002');

let world: ReturnType<typeof createTestEnvironment>;
let search: ControllerSearch;

beforeEach(() => {
  world = createTestEnvironment();
  search = new ControllerSearch(world.environment, new ProxyClient(world.environment));
});

async function answer(controllers: unknown[], searching: boolean, more = {}): Promise<void> {
  world.proxy.waiting[0]?.answer(200, { controllers, searching, ...more });
  await settled();
}

/** Starts a search of a screen that may search, without known controllers. */
async function startSearch(): Promise<() => void> {
  const stop = search.start();
  await answer([], false);
  return stop;
}

const CODE = 'ABCDEFGH2345';
/** The code that goes with a sign-in to each of these. */
const codesOf = (...homes: (string | undefined)[]) => homes.map((home) => search.codeOf(home));
const codes = () => world.proxy.waiting.map(({ headers }) => headers['mantel-setup-code']);

it('ControllerSearch shows the known controllers first, then others as they answer, until the search ends', async () => {
  search.start();
  expect({ mayAdd: search.mayAdd, isSearching: search.isSearching }).toEqual({
    mayAdd: null,
    isSearching: true
  });
  await answer([one], false);
  expect({ controllers: search.controllers, mayAdd: search.mayAdd, isSearching: search.isSearching }).toEqual(
    { controllers: [one], mayAdd: true, isSearching: true }
  );
  await answer([one], true);
  await world.clock.advance(300);
  await answer([one, two], false);
  expect({
    controllers: search.controllers,
    isSearching: search.isSearching,
    failure: search.failure
  }).toEqual({ controllers: [one, two], isSearching: false, failure: null });
  expect(world.proxy.asked).toEqual([
    'GET /api/controllers',
    'POST /api/controllers/search',
    'GET /api/controllers'
  ]);
  expect(world.clock.waiting).toBe(0);
});

it('ControllerSearch does not search without the right to', async () => {
  search.start();
  await answer([one], false, { mayAdd: false });
  expect({ controllers: search.controllers, mayAdd: search.mayAdd, isSearching: search.isSearching }).toEqual(
    { controllers: [one], mayAdd: false, isSearching: false }
  );
  expect({ askedCount: world.proxy.asked.length, timers: world.clock.waiting }).toEqual({
    askedCount: 1,
    timers: 0
  });
});

it('ControllerSearch searches with a setup code, which it sends with each request', async () => {
  search.start();
  await answer([one], false, { mayAdd: false });
  const unlocked = search.unlock(CODE);
  expect({ asked: world.proxy.asked.at(-1), codes: codes() }).toEqual({
    asked: 'GET /api/controllers',
    codes: [CODE]
  });
  await answer([one], false, { codeFor: 'box' });
  expect({ unlocked: await unlocked, asked: world.proxy.asked.at(-1), codes: codes() }).toEqual({
    unlocked: null,
    asked: 'POST /api/controllers/search',
    codes: [CODE]
  });
  await answer([one], true, { codeFor: 'box' });
  expect({
    mayAdd: search.mayAdd,
    codeFor: search.codeFor,
    codes: codesOf(one.id, two.id, undefined)
  }).toEqual({
    mayAdd: true,
    codeFor: 'box',
    codes: [CODE, CODE, CODE]
  });
  await world.clock.advance(300);
  expect(codes()).toEqual([CODE]);
  await answer([one, two], false);
  expect({ controllers: search.controllers, isSearching: search.isSearching }).toEqual({
    controllers: [one, two],
    isSearching: false
  });
  search.sweep();
  expect(codes()).toEqual([CODE]);
});

it('ControllerSearch keeps the recovery code of a home for that home alone, and does not search with it', async () => {
  const unlocked = search.unlock(CODE);
  await answer([one, two], false, { mayAdd: false, codeFor: two.id });
  expect({
    unlocked: await unlocked,
    codeFor: search.codeFor,
    codes: codesOf(one.id, two.id, undefined)
  }).toEqual({
    unlocked: null,
    codeFor: two.id,
    codes: [null, CODE, null]
  });
  expect({ controllers: search.controllers, mayAdd: search.mayAdd, failure: search.failure }).toEqual({
    controllers: [one, two],
    mayAdd: false,
    failure: null
  });
  expect(world.proxy.asked).toEqual(['GET /api/controllers']);
});

it('ControllerSearch loses the recovery code of a home, and says so, once it was used', async () => {
  void search.unlock(CODE);
  await answer([two], false, { mayAdd: false, codeFor: two.id });
  search.start();
  await answer([two], false, { mayAdd: false });
  expect({ codes: codesOf(two.id), failureCode: search.failure?.code }).toEqual({
    codes: [null],
    failureCode: 'wrong-setup-code'
  });
});

it('ControllerSearch sends a code no more that was dropped', async () => {
  void search.unlock(CODE);
  await answer([two], false, { mayAdd: false, codeFor: two.id });
  search.dropCode();
  expect({ codeFor: search.codeFor, codes: codesOf(two.id) }).toEqual({ codeFor: null, codes: [null] });
  search.start();
  expect(codes()).toEqual([undefined]);
  await answer([two], false, { mayAdd: false });
  expect(search.failure).toBeNull();
});

it('ControllerSearch says that there were too many tries, not that the code is wrong', async () => {
  const unlocked = search.unlock(CODE);
  await world.proxy.refuse('/controllers', 429, 'too-many-attempts');
  expect({ failureCode: (await unlocked)?.code, codes: codesOf(one.id) }).toEqual({
    failureCode: 'too-many-attempts',
    codes: [null]
  });
});

it('ControllerSearch takes no code that is good for nothing', async () => {
  const unlocked = search.unlock(CODE);
  await answer([one], false, { mayAdd: true });
  expect({ failureCode: (await unlocked)?.code, codes: codesOf(one.id, undefined) }).toEqual({
    failureCode: 'wrong-setup-code',
    codes: [null, null]
  });
});

it('ControllerSearch loses its rights, and says so, once its setup code has expired', async () => {
  const unlocked = search.unlock(CODE);
  await answer([one], false, { codeFor: 'box' });
  await answer([one, two], true, { codeFor: 'box' });
  await unlocked;
  await world.clock.advance(300);
  await answer([one], false, { mayAdd: false });
  expect({
    mayAdd: search.mayAdd,
    setupCode: search.codeOf(one.id),
    failureCode: search.failure?.code
  }).toEqual({
    mayAdd: false,
    setupCode: null,
    failureCode: 'wrong-setup-code'
  });
});

it('ControllerSearch shows why a search may have found nothing, and sweeps on request', async () => {
  await startSearch();
  await answer([], false, { hints: ['wsl', 'no-reply'] });
  expect(search.hints).toEqual(['wsl', 'no-reply']);
  search.sweep();
  expect({ isSearching: search.isSearching, hints: search.hints }).toEqual({ isSearching: true, hints: [] });
  expect(world.proxy.waiting[0]?.body).toEqual({ sweep: true });
  await answer([one], false);
  expect({ controllers: search.controllers, isSearching: search.isSearching, hints: search.hints }).toEqual({
    controllers: [one],
    isSearching: false,
    hints: []
  });
});

it('ControllerSearch shows why it failed, and can be repeated', async () => {
  await startSearch();
  await world.proxy.cut('/search');
  expect({ failureCode: search.failure?.code, isSearching: search.isSearching }).toEqual({
    failureCode: 'offline',
    isSearching: false
  });
  await startSearch();
  await answer([one], false);
  expect({ failure: search.failure, controllers: search.controllers }).toEqual({
    failure: null,
    controllers: [one]
  });
});

it('ControllerSearch ends even if the proxy says that it searches without an end', async () => {
  await startSearch();
  for (let attempt = 0; attempt < 100 && search.isSearching; attempt += 1) {
    await answer([one], true);
    await world.clock.advance(300);
  }
  expect(search.isSearching).toBe(false);
});

it('ControllerSearch leaves nothing behind when stopped', async () => {
  const stop = await startSearch();
  await answer([one], true);
  stop();
  await settled();
  expect({
    isSearching: search.isSearching,
    timers: world.clock.waiting,
    requests: world.proxy.waiting
  }).toEqual({ isSearching: false, timers: 0, requests: [] });
  await startSearch();
  await answer([two], false);
  expect(search.controllers).toEqual([two]);
});

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

const codes = () => world.proxy.waiting.map(({ headers }) => headers['mantel-setup-code']);

it('ControllerSearch shows the known controllers first, then others as they answer, until the search ends', async () => {
  search.start();
  expect([search.mayAdd, search.isSearching]).toEqual([null, true]);
  await answer([one], false);
  expect([search.controllers, search.mayAdd, search.isSearching]).toEqual([[one], true, true]);
  await answer([one], true);
  await world.clock.advance(300);
  await answer([one, two], false);
  expect([search.controllers, search.isSearching, search.failure]).toEqual([[one, two], false, null]);
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
  expect([search.controllers, search.mayAdd, search.isSearching]).toEqual([[one], false, false]);
  expect([world.proxy.asked.length, world.clock.waiting]).toEqual([1, 0]);
});

it('ControllerSearch searches with a setup code, which it sends with each request', async () => {
  search.start();
  await answer([one], false, { mayAdd: false });
  const unlocked = search.unlock('ABCDEFGH2345');
  expect([world.proxy.asked.at(-1), codes()]).toEqual(['POST /api/controllers/search', ['ABCDEFGH2345']]);
  await answer([one], true);
  expect([await unlocked, search.mayAdd, search.code]).toEqual([null, true, 'ABCDEFGH2345']);
  await world.clock.advance(300);
  expect(codes()).toEqual(['ABCDEFGH2345']);
  await answer([one, two], false);
  expect([search.controllers, search.isSearching]).toEqual([[one, two], false]);
  search.sweep();
  expect(codes()).toEqual(['ABCDEFGH2345']);
});

it('ControllerSearch loses its rights, and says so, once its setup code has expired', async () => {
  const unlocked = search.unlock('ABCDEFGH2345');
  await answer([one, two], true);
  await unlocked;
  await world.clock.advance(300);
  await answer([one], false, { mayAdd: false });
  expect([search.mayAdd, search.code, search.failure?.code]).toEqual([false, null, 'wrong-setup-code']);
});

it('ControllerSearch shows why a search may have found nothing, and sweeps on request', async () => {
  await startSearch();
  await answer([], false, { hints: ['wsl', 'no-reply'] });
  expect(search.hints).toEqual(['wsl', 'no-reply']);
  search.sweep();
  expect([search.isSearching, search.hints]).toEqual([true, []]);
  expect(world.proxy.waiting[0]?.body).toEqual({ sweep: true });
  await answer([one], false);
  expect([search.controllers, search.isSearching, search.hints]).toEqual([[one], false, []]);
});

it('ControllerSearch shows why it failed, and can be repeated', async () => {
  await startSearch();
  await world.proxy.cut('/search');
  expect([search.failure?.code, search.isSearching]).toEqual(['offline', false]);
  await startSearch();
  await answer([one], false);
  expect([search.failure, search.controllers]).toEqual([null, [one]]);
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
  expect([search.isSearching, world.clock.waiting, world.proxy.waiting]).toEqual([false, 0, []]);
  await startSearch();
  await answer([two], false);
  expect(search.controllers).toEqual([two]);
});

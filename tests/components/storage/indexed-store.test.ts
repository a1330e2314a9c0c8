import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deleteForeignCaches } from '$lib/storage/caches';
import { IndexedStore } from '$lib/storage/indexed-store';

const NAME = 'mantel-test';
const HOME = '0123456789ab';
let store: IndexedStore;

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('the request failed', { cause: request.error }));
  });

const openDatabase = (version?: number) => resultOf(indexedDB.open(NAME, version));
const deleteDatabase = () => resultOf(indexedDB.deleteDatabase(NAME));

beforeEach(() => {
  // However long the machine takes, an open database has answered in time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  store = new IndexedStore(NAME);
});

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  store.close();
  await deleteDatabase();
});

it('IndexedStore keeps values for the next visit', async () => {
  await store.write('home', HOME, { rooms: [1] });
  store.close();
  const next = new IndexedStore(NAME);
  expect(await next.read('home', HOME)).toEqual({ rooms: [1] });
  expect({ stored: await next.read('session', HOME), isPersisted: next.isPersisted }).toEqual({
    stored: undefined,
    isPersisted: true
  });
  next.close();
});

it('IndexedStore deletes everything of a home by name, and leaves the other homes and the database', async () => {
  const names = ['home', 'session', 'layout'] as const;
  for (const name of names) for (const home of [HOME, 'other']) await store.write(name, home, home);
  await store.wipe(HOME);
  for (const name of names) expect(await store.read(name, HOME), name).toBeUndefined();
  expect(await store.read('home', 'other')).toBe('other');
  expect((await indexedDB.databases()).map(({ name }) => name)).toContain(NAME);
});

it('IndexedStore deletes after a pending write', async () => {
  const write = store.write('home', HOME, 1);
  const wipe = store.wipe(HOME);
  await Promise.all([write, wipe]);
  expect(await store.read('home', HOME)).toBeUndefined();
});

it('IndexedStore works without a database, and says so', async () => {
  vi.stubGlobal('indexedDB', undefined);
  expect(await store.read('home', HOME)).toBeUndefined();
  await store.write('home', HOME, 1);
  await store.wipe(HOME);
  expect(store.isPersisted).toBe(false);
});

it('IndexedStore works if the browser forbids a database', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect({ stored: await store.read('home', HOME), isPersisted: store.isPersisted }).toEqual({
    stored: undefined,
    isPersisted: false
  });
});

it('IndexedStore stores nothing when it is full, and the old value stays', async () => {
  await store.write('home', HOME, 'old');
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await store.write('home', HOME, 'new');
  expect(store.isPersisted).toBe(false);
  put.mockRestore();
  expect({ stored: await store.read('home', HOME), isPersisted: store.isPersisted }).toEqual({
    stored: 'old',
    isPersisted: true
  });
});

it('IndexedStore waits a second for a database that does not answer', async () => {
  const holder = await openDatabase();
  indexedDB.deleteDatabase(NAME);
  const reading = store.read('home', HOME);
  await vi.advanceTimersByTimeAsync(999);
  expect(store.isPersisted).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect({ reading: await reading, isPersisted: store.isPersisted }).toEqual({
    reading: undefined,
    isPersisted: false
  });
  holder.close();
  expect({ stored: await store.read('home', HOME), isPersisted: store.isPersisted }).toEqual({
    stored: undefined,
    isPersisted: true
  });
});

it('IndexedStore does not change a newer version’s database', async () => {
  (await openDatabase(7)).close();
  await store.write('home', HOME, 1);
  expect({ stored: await store.read('home', HOME), isPersisted: store.isPersisted }).toEqual({
    stored: undefined,
    isPersisted: false
  });
});

it('IndexedStore closes for a newer version of the app', async () => {
  await store.write('home', HOME, 1);
  const newer = await openDatabase(7);
  expect(newer.version).toBe(7);
  newer.close();
});

it('IndexedStore starts again after the database was evicted', async () => {
  await store.write('home', HOME, 1);
  await deleteDatabase();
  expect(await store.read('home', HOME)).toBeUndefined();
  await store.write('home', HOME, 2);
  expect({ stored: await store.read('home', HOME), isPersisted: store.isPersisted }).toEqual({
    stored: 2,
    isPersisted: true
  });
});

it('the content of caches is deleted, except for the app’s own cache', async () => {
  await caches.open('of-some-version-before');
  await caches.open('workbox-precache-v2-test');
  await deleteForeignCaches();
  expect(await caches.keys()).toEqual(['workbox-precache-v2-test']);
  await caches.delete('workbox-precache-v2-test');
});

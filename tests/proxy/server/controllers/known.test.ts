import { beforeEach, expect, it } from 'vitest';
import type { StoredFile } from '../../../../proxy/server/base/store/sealed-file';
import { NONE } from '../../../../proxy/server/controllers/card';
import { KnownControllers, type StoredControllers } from '../../../../proxy/server/controllers/known';
import { FakeClock } from '../../../support/fake-clock';
import { memoryFile } from '../../../support/memory-file';

const CARD = '02005e100001';
const demo = {
  id: '024d616e74ff',
  name: 'Demo home',
  isSetUp: true,
  isDemo: true,
  connect: async () => null,
  stop: async () => undefined
};
const box = { name: 'Home', address: '192.168.1.5', mac: CARD, card: CARD };

let file: StoredFile<StoredControllers>;
let clock: FakeClock;
let known: KnownControllers;

async function open(stored?: StoredControllers) {
  if (stored) file = memoryFile(stored);
  const opened = new KnownControllers({ file, clock, port: 80, sources: new Map([['source:demo', demo]]) });
  await opened.load();
  return opened;
}

beforeEach(async () => {
  clock = new FakeClock();
  known = await open([]);
});

it('known controllers get random ids, even if two claim one MAC', () => {
  const ids = Array.from({ length: 50 }, () => known.add(box).id);
  expect(new Set(ids).size).toBe(50);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}$/);
  expect(ids).not.toContain(CARD);
});

it('known controllers are stored with their learned cards', async () => {
  const { id } = known.add(box);
  known = await open();
  expect(known.get(id)).toMatchObject({
    id,
    name: 'Home',
    address: '192.168.1.5',
    port: 80,
    source: 'known',
    mac: CARD,
    lastSeen: clock.now()
  });
  expect(known.cardsOf(id)).toEqual([CARD]);
  expect(known.at('192.168.1.5').map((each) => each.id)).toEqual([id]);
});

it('a known controller whose card was never learned learns it once, at its own address', async () => {
  const stored = {
    id: '0123456789ab',
    name: 'Home',
    address: box.address,
    lastSeen: 5,
    addedAt: 4,
    links: null
  };
  known = await open([{ ...stored, identity: { mac: CARD } }]);
  expect(known.get(stored.id)).toMatchObject({ address: box.address, mac: CARD });
  known.learn(stored.id, '192.168.1.77', NONE);
  expect(known.cardsOf(stored.id)).toBeNull();
  known.learn(stored.id, box.address, CARD);
  known.learn(stored.id, box.address, '02005e100099');
  known = await open();
  expect(known.cardsOf(stored.id)).toEqual([CARD]);
});

it('known controllers keep the last four cards of their moves', () => {
  const { id } = known.add(box);
  const moved: string[] = [];
  known.onMoved((each) => moved.push(each));
  for (const card of ['a', 'b', 'c', CARD, 'd']) known.move(id, '192.168.1.6', card);
  expect(known.cardsOf(id)).toEqual(['b', 'c', CARD, 'd']);
  expect(known.get(id)?.address).toBe('192.168.1.6');
  expect(moved).toHaveLength(5);
});

it('known controllers emit an event when one is added, and offer the demo home until it is dropped', () => {
  let added = 0;
  known.onAdded(() => added++);
  known.add(box);
  expect({ added, listCount: known.list().length }).toEqual({ added: 1, listCount: 2 });
  known.dropDemo();
  expect(known.get(demo.id)).toBeUndefined();
  expect(known.list()).toHaveLength(1);
});

it('known controllers have a source at its own address, learn no card of it, and do not store it', async () => {
  known.learn(demo.id, 'source:demo', CARD);
  expect(known.at('source:demo')).toMatchObject([{ id: demo.id, source: 'demo' }]);
  expect(known.cardsOf(demo.id)).toEqual([NONE]);
  known.add(box);
  expect((await file.read()).map(({ name }) => name)).toEqual([box.name]);
});

it('a controller that is not known may have no card', () => {
  const { id } = known.add(box);
  known.remove(id);
  expect(known.cardsOf(id)).toEqual([]);
});

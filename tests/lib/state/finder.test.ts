import { beforeEach, describe, expect, it } from 'vitest';
import { Finder } from '../../../src/lib/state/finder.svelte';
import { ProxyClient } from '../../../src/lib/state/proxy-client';
import { aWorld, settled } from './a-world';

const entry = (id: string) => ({ id, name: id, address: '192.168.1.5', source: 'search', lastSeen: 1 });
const one = entry('000000000001');
const two = entry('000000000002');

let world: ReturnType<typeof aWorld>;
let finder: Finder;

beforeEach(() => {
  world = aWorld();
  finder = new Finder(world.environment, new ProxyClient(world.environment));
});

async function answer(controllers: unknown[], searching: boolean): Promise<void> {
  world.proxy.waiting[0]?.answer(200, { controllers, searching });
  await settled();
}

describe('Finder', () => {
  it('shows controllers as they answer, until the search is over', async () => {
    finder.search();
    expect([world.proxy.asked, finder.isSearching]).toEqual([['POST /api/controllers/search'], true]);
    await answer([], true);
    world.clock.advance(300);
    await settled();
    await answer([one], true);
    expect([finder.controllers, finder.isSearching]).toEqual([[one], true]);
    world.clock.advance(300);
    await settled();
    await answer([one, two], false);
    expect([finder.controllers, finder.isSearching, finder.failure]).toEqual([[one, two], false, null]);
    expect([world.proxy.asked.length, world.clock.pending]).toEqual([3, 0]);
  });

  it('tells why a search may have been in vain, and asks each neighbour when it is told to', async () => {
    finder.search();
    world.proxy.waiting[0]?.answer(200, { controllers: [], searching: false, hints: ['wsl', 'no-reply'] });
    await settled();
    expect(finder.hints).toEqual(['wsl', 'no-reply']);
    finder.sweep();
    expect([finder.isSearching, finder.hints]).toEqual([true, []]);
    expect(world.proxy.asked.at(-1)).toBe('POST /api/controllers/search');
    world.proxy.waiting[0]?.answer(200, { controllers: [one], searching: false });
    await settled();
    expect([finder.controllers, finder.isSearching, finder.hints]).toEqual([[one], false, []]);
  });

  it('joins a search that is under way', () => {
    finder.search();
    finder.search();
    expect(world.proxy.asked).toHaveLength(1);
  });

  it('says why it came to nothing, and can be asked again', async () => {
    finder.search();
    world.proxy.request('/search').cut();
    await settled();
    expect([finder.failure?.code, finder.isSearching]).toEqual(['offline', false]);
    finder.search();
    await answer([one], false);
    expect([finder.failure, finder.controllers]).toEqual([null, [one]]);
  });

  it('ends although the proxy says that it searches for ever', async () => {
    finder.search();
    for (let look = 0; look < 100 && finder.isSearching; look += 1) {
      await answer([one], true);
      world.clock.advance(300);
      await settled();
    }
    expect(finder.isSearching).toBe(false);
  });

  it('leaves nothing behind when stopped', async () => {
    const stop = finder.search();
    await answer([one], true);
    stop();
    await settled();
    expect([finder.isSearching, world.clock.pending, world.proxy.waiting]).toEqual([false, 0, []]);
    finder.search();
    await answer([two], false);
    expect(finder.controllers).toEqual([two]);
  });
});

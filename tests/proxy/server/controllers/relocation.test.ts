import { beforeEach, expect, it } from 'vitest';
import { NONE, OWN, type NetworkCard } from '../../../../proxy/server/controllers/card';
import type { DiscoveryReply } from '../../../../proxy/server/controllers/discovery/reply';
import { KnownControllers } from '../../../../proxy/server/controllers/known';
import { Relocation } from '../../../../proxy/server/controllers/relocation';
import { FakeClock } from '../../../support/fake-clock';
import { memoryFile } from '../../../support/memory-file';
import { FakeCards } from '../../../support/test-cards';

const CARD = '02005e100001';
const OTHER = '02005e100099';
const OLD = '192.168.1.5';
const NEW = '192.168.1.77';
const LATER = '192.168.1.78';
const MINUTE = 60_000;

let clock: FakeClock;
let known: KnownControllers;
let cards: FakeCards;
let answering: Set<string>;
let candidates: DiscoveryReply[];
let dialled: string[];
let most: number;
let relocation: Relocation;

const candidate = (address: string, claims: Partial<DiscoveryReply> = {}): DiscoveryReply => ({
  address,
  name: 'Box',
  mac: null,
  ...claims
});

/** A controller at its old address with this learned card. */
function learn(card: NetworkCard): string {
  cards.set(OLD, card);
  return known.add({ name: 'Home', address: OLD, mac: CARD, card }).id;
}

/** Machines that reply to the search and answer at these addresses, with these cards and claims. */
function machines(...all: [address: string, card: NetworkCard, claims?: Partial<DiscoveryReply>][]) {
  for (const [address, card, claims] of all) {
    candidates.push(candidate(address, claims));
    answering.add(address);
    cards.set(address, card);
  }
}

/** Advances time while the controller stays unreachable. */
async function lose(id: string, ms = 6_000) {
  for (let passed = 0; passed < ms; passed += 3_000) {
    relocation.lost(id);
    await clock.advance(3_000);
  }
}

const addressOf = (id: string) => known.get(id)?.address;

beforeEach(() => {
  clock = new FakeClock();
  known = new KnownControllers({ file: memoryFile([]), clock, port: 80 });
  cards = new FakeCards();
  answering = new Set();
  candidates = [];
  dialled = [];
  let underWay = 0;
  most = 0;
  relocation = new Relocation({
    known,
    cards,
    clock,
    search: async () => {
      await new Promise<void>((resolve) => void clock.after(1_000, resolve));
      return candidates;
    },
    dial: async (address) => {
      dialled.push(address);
      most = Math.max(most, ++underWay);
      await new Promise<void>((resolve) => void clock.after(10, resolve));
      underWay--;
      return answering.has(address);
    }
  });
  return () => relocation.stop();
});

it('a lost controller is followed to the only address at which its network card answers, whatever others claim', async () => {
  const id = learn(CARD);
  machines([LATER, OTHER, { mac: CARD, name: 'Home' }], [NEW, CARD]);
  await lose(id);
  expect(addressOf(id)).toBe(NEW);
  expect(known.cardsOf(id)).toEqual([CARD]);
});

it.each<[string, NetworkCard, () => void]>([
  [
    'even if another web server has its old address',
    CARD,
    () => {
      answering.add(OLD);
      cards.set(OLD, OTHER);
    }
  ],
  ["on this machine to the machine's new address", OWN, () => undefined],
  ['although the table has its card at an old, silent address', CARD, () => cards.set('192.168.1.4', CARD)]
])('a lost controller is followed %s', async (_what, card, arrange) => {
  const id = learn(card);
  machines([NEW, card]);
  arrange();
  await lose(id);
  expect(addressOf(id)).toBe(NEW);
});

it('a lost controller is found among 64 machines that answer, with eight connections at a time', async () => {
  const id = learn(CARD);
  candidates = Array.from({ length: 64 }, (_, host) => candidate(`10.0.0.${host}`));
  answering = new Set(['10.0.0.50', '10.0.0.3']);
  // Its row is missing when the search ends, so all addresses must be tried.
  let probes = 0;
  const cardOf = cards.cardOf.bind(cards);
  cards.cardOf = (address) => (address !== '10.0.0.50' ? cardOf(address) : probes++ > 0 ? CARD : NONE);
  await lose(id);
  expect(addressOf(id)).toBe('10.0.0.50');
  expect(most).toBeLessThanOrEqual(9);
});

it.each<[string, () => void]>([
  ['if another card claims its MAC', () => machines([NEW, OTHER, { mac: CARD, name: 'Home' }])],
  [
    'if it answers at its old address',
    () => {
      machines([NEW, CARD]);
      answering.add(OLD);
    }
  ],
  ['if two candidates have its card', () => machines([NEW, CARD], [LATER, CARD])],
  [
    'if a third address answers with its card',
    () => {
      machines([NEW, CARD], [LATER, CARD]);
      candidates.pop();
    }
  ],
  [
    'if another controller has the same card',
    () => {
      known.add({ name: 'Second', address: NEW, mac: null, card: CARD });
      machines([NEW, CARD]);
    }
  ],
  ['if nothing answers the search', () => undefined]
])('a lost controller is not followed %s', async (_what, arrange) => {
  const id = learn(CARD);
  arrange();
  await lose(id, 3 * MINUTE);
  expect(addressOf(id)).toBe(OLD);
});

it('a lost controller is not searched for if its network card was never visible', async () => {
  const id = learn(NONE);
  machines([NEW, CARD, { mac: CARD, name: 'Home' }]);
  await lose(id, 3 * MINUTE);
  expect(addressOf(id)).toBe(OLD);
  expect(dialled).toEqual([]);
});

it.each([
  ['every 6 s during the first ten minutes', 1, 10],
  ['once a minute after ten minutes', 10, 1]
])('a lost controller is searched for %s', async (_when, minutes, searches) => {
  const id = learn(CARD);
  await lose(id, minutes * MINUTE);
  dialled = [];
  await lose(id, MINUTE);
  expect(dialled).toEqual(Array.from({ length: searches }, () => OLD));
});

it('the search ends once no controller is missing, and no timer is left', async () => {
  const id = learn(CARD);
  await lose(id, 3_000);
  await clock.advance(2 * MINUTE);
  dialled = [];
  await clock.advance(2 * MINUTE);
  expect(dialled).toEqual([]);
  expect(clock.waiting).toBe(0);
});

import { expect, it } from 'vitest';
import type { Happening } from '#shared/happenings';
import { dayOf } from '../../../src/features/chronicle/chronicle-rows';
import { Happened } from '../../../src/features/chronicle/happened.svelte';
import { follow, rendered } from '../../lib/state/follow.svelte';
import { snapshot } from '../../lib/state/test-screen';
import { settle } from '../../support/fake-clock';
import { aBench } from '../bulk-actions/test-bench';
import { aLamp } from '../bulk-actions/test-devices';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 10, 22, 12);

const changed = (at: number, device = 1): Happening => ({ kind: 'changed', at, device, params: {} });
const commanded = (at: number, state: 'accepted' | 'confirmed'): Happening => ({
  kind: 'commanded',
  at,
  id: 'b',
  by: null,
  commands: [{ device: 1, method: 'setStatus', params: { status: false }, state }]
});

/** A page that follows what happens. The test answers each of its readings. */
async function aFollower() {
  const { opened, proxy, sockets, clock } = await aBench([aLamp(1)]);
  const happened = opened.service(Happened);
  const stop = happened.follow();
  return {
    happened,
    stop,
    /** Answers the reading that is under way, and returns its query. */
    async answer(since: number, happenings: readonly Happening[], next?: number) {
      await settle();
      const [, query = ''] = (proxy.waiting.find(({ path }) => path.includes('/happened'))?.path ?? '').split(
        '/happened'
      );
      proxy
        .request(`/happened${query}`)
        .answer(200, { since, happenings, ...(next !== undefined && { next }) });
      await settle();
      return query;
    },
    /** The alarms are told anew, and the page reads soon after. */
    async tellAlarms(alarms: readonly object[]) {
      sockets.last.say({ type: 'alarms', alarms, unguarded: [] });
      await clock.advance(2_000);
    },
    /** The link is lost and live again, and the page reads soon after. */
    async reconnect() {
      sockets.last.close();
      await clock.advance(5_000);
      sockets.last.open();
      sockets.last.say(snapshot);
      await clock.advance(2_000);
    },
    /** A device reports something, and the page reads soon after. */
    async change(revision: string) {
      sockets.last.say({ type: 'changes', revision, changes: [{ device: 1, params: { Status: false } }] });
      await clock.advance(2_000);
    }
  };
}

it('a page that follows what happens reads the whole day once, and after a change only what can be new', async () => {
  const { happened, answer, change } = await aFollower();
  expect(await answer(0, [changed(NOON - HOUR), changed(NOON - 1_000), changed(NOON)])).toBe(
    '?since=0&from=0'
  );
  await change('e.2');
  const since = NOON - HOUR / 4;
  expect(await answer(since, [changed(NOON - 1_000, 2), changed(NOON + 5)])).toBe(`?since=${since}&from=0`);
  expect(happened.happenings).toEqual([changed(NOON - HOUR), changed(NOON - 1_000, 2), changed(NOON + 5)]);
});

it('a page that follows what happens shows a long day once it has all its parts', async () => {
  const { happened, answer } = await aFollower();
  await answer(0, [changed(NOON - HOUR)], 17);
  expect(happened.happenings).toBeNull();
  expect(await answer(0, [changed(NOON)])).toBe('?since=0&from=17');
  expect(happened.happenings).toEqual([changed(NOON - HOUR), changed(NOON)]);
});

it('a day of a home that reports without end is read in at most 100 parts', async () => {
  const { happened, answer } = await aFollower();
  for (let part = 1; part <= 100; part++) await answer(0, [changed(NOON + part)], part);
  expect(happened.happenings).toHaveLength(100);
  await expect(answer(0, []), 'no further part').rejects.toThrow('nothing asked');
});

it('a page that follows what happens reads on once somebody has seen an alarm, until nobody looks', async () => {
  const { happened, answer, tellAlarms, stop } = await aFollower();
  await answer(0, [changed(NOON - HOUR)]);
  const alarm = { id: 'a', kind: 'smoke', room: 'Hall' };
  const alarms = [{ kind: 'smoke', device: 1 }] as const;
  const seen: Happening = { kind: 'seen', at: NOON, alarms, by: { name: 'Phone' } };
  await tellAlarms([{ ...alarm, seen: { forMs: 5, by: 'Phone' } }]);
  await answer(NOON - 2 * HOUR, [changed(NOON - HOUR), seen]);
  expect(happened.happenings).toEqual([changed(NOON - HOUR), seen]);
  stop();
  await tellAlarms([alarm]);
  await expect(answer(0, [])).rejects.toThrow('nothing asked');
});

it('a page that follows what happens reads from the begin of a command that is still under way', async () => {
  const { happened, answer, change } = await aFollower();
  await answer(0, [commanded(NOON - HOUR, 'accepted'), changed(NOON)]);
  await change('e.2');
  const done = [commanded(NOON - HOUR, 'confirmed'), changed(NOON)];
  expect(await answer(NOON - HOUR, done)).toBe(`?since=${NOON - HOUR}&from=0`);
  expect(happened.happenings).toEqual(done);
});

it('a page that follows what happens forgets what is older than two days', async () => {
  const { happened, answer, change } = await aFollower();
  await answer(0, [changed(NOON - 47 * HOUR), changed(NOON)]);
  await change('e.2');
  await answer(NOON, [changed(NOON), changed(NOON + 2 * HOUR)]);
  expect(happened.happenings).toEqual([changed(NOON), changed(NOON + 2 * HOUR)]);
});

it('a page that follows what happens tells a time without a watcher once, although its end is new', async () => {
  const { happened, answer, change } = await aFollower();
  const gap: Happening = { kind: 'gap', at: NOON - HOUR, until: NOON };
  await answer(0, [gap]);
  await change('e.2');
  await answer(NOON - HOUR / 4, [gap, changed(NOON + 1)]);
  expect(happened.happenings).toEqual([gap, changed(NOON + 1)]);
});

it('a page that follows what happens asks no more once nobody looks', async () => {
  const { stop, answer, change, happened } = await aFollower();
  await answer(0, [changed(NOON)]);
  stop();
  await change('e.2');
  await expect(answer(0, [])).rejects.toThrow('nothing asked');
  expect(happened.happenings).toEqual([changed(NOON)]);
});

it('what a page shows stays when the program has started again, and a day of the record as long as its page', async () => {
  const { happened, answer, reconnect } = await aFollower();
  const today = dayOf(NOON - 1);
  await answer(NOON, [changed(NOON)]);
  void happened.readEarlier();
  await answer(0, [changed(today + HOUR)]);
  await reconnect();
  await answer(NOON + 2 * HOUR, [changed(NOON + 3 * HOUR)]);
  expect([...happened.earlier, ...(happened.happenings ?? [])].map(({ at }) => at - NOON)).toEqual([
    today + HOUR - NOON,
    0,
    3 * HOUR
  ]);
  expect(happened.since).toBe(NOON);
  happened.forgetEarlier();
  expect({ earlier: happened.earlier, earliest: happened.earliest }).toEqual({ earlier: [], earliest: NOON });
});

it('days before are read from the record one by one, to where it begins', async () => {
  const { happened, answer } = await aFollower();
  await answer(NOON, [changed(NOON)]);
  const today = dayOf(NOON - 1);
  const before = dayOf(dayOf(NOON - 1) - 1);
  void happened.readEarlier();
  expect(await answer(before + HOUR, [changed(today + HOUR)])).toBe(`?since=${today}&until=${NOON}&from=0`);
  expect({ earlier: happened.earlier, earliest: happened.earliest }).toEqual({
    earlier: [changed(today + HOUR)],
    earliest: today
  });
  void happened.readEarlier();
  expect(await answer(before + HOUR, [changed(before + HOUR)])).toBe(
    `?since=${before}&until=${today}&from=0`
  );
  expect(happened.earlier).toEqual([changed(before + HOUR), changed(today + HOUR)]);
  expect({ earliest: happened.earliest, happenings: happened.happenings }).toEqual({
    earliest: null,
    happenings: [changed(NOON)]
  });
});

it('an alarm does not begin the reading of a page anew, so that an opened day stays', async () => {
  const { happened, answer, tellAlarms, stop } = await aFollower();
  await answer(0, [changed(NOON)]);
  stop();
  const page = follow(() => happened.follow());
  await rendered();
  await answer(0, [changed(NOON)]);
  await tellAlarms([{ id: 'a', kind: 'smoke', room: 'Hall' }]);
  await rendered();
  expect(page.runs).toBe(1);
});

it('a page that follows for days knows since when it still knows all', async () => {
  const { happened, answer, change } = await aFollower();
  await answer(NOON - 48 * HOUR, [changed(NOON - 47 * HOUR), changed(NOON)]);
  await change('e.2');
  await answer(NOON - HOUR / 4, [changed(NOON), changed(NOON + 24 * HOUR)]);
  expect({ since: happened.since, earliest: happened.earliest }).toEqual({
    since: NOON - 24 * HOUR,
    earliest: NOON - 24 * HOUR
  });
});

it('a day of the record that comes once its page is left is not kept', async () => {
  const { happened, answer } = await aFollower();
  await answer(NOON, [changed(NOON)]);
  void happened.readEarlier();
  happened.forgetEarlier();
  await answer(0, [changed(NOON - HOUR)]);
  expect({ earlier: happened.earlier, earliest: happened.earliest }).toEqual({ earlier: [], earliest: NOON });
});

it('a command that was under way when the program started again is not said to be under way for ever', async () => {
  const { happened, answer, reconnect, change } = await aFollower();
  await answer(0, [commanded(NOON, 'accepted')]);
  await reconnect();
  await answer(NOON + HOUR, [changed(NOON + 2 * HOUR)]);
  expect(happened.happenings).toMatchObject([{ commands: [{ state: 'unconfirmed' }] }, { kind: 'changed' }]);
  await change('e.2');
  const since = NOON + 2 * HOUR - HOUR / 4;
  expect(await answer(since, [changed(NOON + 2 * HOUR)])).toBe(`?since=${since}&from=0`);
});

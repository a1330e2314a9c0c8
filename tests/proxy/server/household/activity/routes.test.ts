import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeActivities, type Pairing } from '#shared/household';
import { FULL_RIGHTS, MANAGING_RIGHTS } from '#shared/rights';
import type { LiveClient } from '../../../../support/live-client';
import {
  activities,
  carryAway,
  EVENTS,
  household,
  LOOKING,
  move,
  movedSignIn,
  NEW_ADDRESS,
  pair,
  see,
  signedInBy,
  nextActivity,
  withCode,
  type Household
} from '../managed-household';
import { at, ELSEWHERE, HOME, refusal, restarted } from '../owner';

describe('a managing screen', () => {
  it.each(EVENTS)(
    'receives %s at once on all its pages, and has it in the list',
    async (_name, kind, happen) => {
      const home = await household();
      const lives = [0, 1].map(() => home.live(home.tablet.cookie, home.id));
      for (const live of lives) expect((await nextActivity(live, null)).unseen).toEqual([]);
      const row = await happen(home);
      for (const live of lives)
        expect(
          decodeActivities((await nextActivity(live, kind)).unseen).find((each) => each.kind === kind)
        ).toMatchObject(row);
      expect((await activities(home, home.tablet)).find((each) => each.kind === kind)).toMatchObject(row);
    }
  );

  it('receives what happened after a restart too, until it is seen', async () => {
    const home = await household();
    const paired = await pair(home, home.phone);
    const again = await restarted(home);
    const later = [0, 1].map(() => again.live(home.tablet.cookie, home.id));
    for (const live of later)
      expect((await nextActivity(live, 'paired')).unseen).toMatchObject([{ screen: { id: paired.id } }]);
    await see(again, home.tablet);
    for (const live of later) await nextActivity(live, null);
    const last = await restarted(again);
    expect((await nextActivity(last.live(home.tablet.cookie, home.id), null)).unseen).toEqual([]);
  });

  it.each([
    ['a password', async ({ proxy }: Household) => signedInBy(await proxy.signIn(at(HOME)))],
    ['a pairing', (home: Household) => pair(home, home.phone, MANAGING_RIGHTS)]
  ])('receives later events after it came in by %s', async (_way, comeIn) => {
    const home = await household();
    await pair(home, home.tablet);
    const { cookie } = await comeIn(home);
    const live = home.live(cookie, home.id);
    expect((await live.next('activity')).unseen).toEqual([]);
    await move(home, ELSEWHERE, 'secret');
    expect(await nextActivity(live, 'move-refused')).toMatchObject({ unseen: [{ kind: 'move-refused' }] });
  });

  it('receives no secret and no address, and a setup code is in no log', async () => {
    const home = await household();
    // The home must be read once before a different one can be recognised.
    await home.live(home.tablet.cookie, home.id).next('home');
    const code = await home.proxy.makeSetupCode();
    const offered = await home.call(home.phone.cookie, 'POST', '/own/pairing', { rights: LOOKING });
    const pairing = offered.json as Pairing;
    await home.call('', 'POST', '/api/pair', { code: pairing.digits, screen: 'Wall' });
    await home.proxy.signIn(movedSignIn(home, ELSEWHERE), await withCode(home, 'CANARY77CODE'));
    await home.proxy.signIn(movedSignIn(home, ELSEWHERE), await withCode(home, code));
    await carryAway(home);
    await home.proxy.signIn(movedSignIn(home, NEW_ADDRESS), await withCode(home, code));
    const rows = await activities(home, home.tablet);
    const text = JSON.stringify(rows, (key, value: unknown) => (key === 'at' ? 0 : value));
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(
      new Set(['signed-in', 'moved', 'setup-code-used', 'move-refused', 'setup-code-failed', 'paired'])
    );
    expect(home.proxy.log.lines.join()).not.toContain(code);
    await home.proxy.stop();
    const stored = (await readFile(join(home.proxy.dataDir, 'activity'))).toString('latin1');
    for (const secret of ['secret', code, 'CANARY', pairing.code, pairing.digits, '-refresh', '127.0.0.'])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    for (const name of ['Tablet', 'owner', 'signed-in']) expect(stored).not.toContain(name);
  });

  it("receives events after the log's file was lost", async () => {
    const home = await household();
    await home.proxy.stop();
    await rm(join(home.proxy.dataDir, 'activity'));
    const again = await restarted(home);
    const live = again.live(home.tablet.cookie, home.id);
    expect((await nextActivity(live, null)).unseen).toEqual([]);
    await again.proxy.signIn(at(HOME));
    expect((await nextActivity(live, 'signed-in')).unseen).toMatchObject([{ seq: 3 }]);
  });

  it('receives an empty list when it loses the right to manage, and the rest when it has it again', async () => {
    const home = await household();
    const { call, tablet, phone } = home;
    const live = home.live(tablet.cookie, home.id);
    await nextActivity(live, null);
    await pair(home, phone);
    await nextActivity(live, 'paired');
    const path = `/own/screens/${tablet.id}`;
    const received = live.messages.length;
    expect((await call(phone.cookie, 'PATCH', path, { rights: LOOKING })).status).toBe(204);
    await nextActivity(live, null, received);
    await pair(home, phone, LOOKING);
    expect((await call(phone.cookie, 'PATCH', path, { rights: MANAGING_RIGHTS })).status).toBe(204);
    const { unseen } = await nextActivity(live, 'paired', received);
    expect(decodeActivities(unseen).map(({ kind }) => kind)).toEqual(['paired', 'paired']);
    const kinds = live.messages.slice(received).map(({ type }) => type);
    expect(kinds.filter((type) => type === 'activity')).toHaveLength(2);
  });
});

describe('a screen without the right to manage', () => {
  const REFUSED = refusal(403, 'limited-screen');

  it.each([
    ['may only look', LOOKING],
    ['has the whole home', FULL_RIGHTS]
  ])('receives no events and is refused the lists, if it %s', async (_what, rights) => {
    const home = await household();
    const guest = await pair(home, home.phone, rights);
    const lives = [guest, home.tablet].map(({ cookie }) => home.live(cookie, home.id));
    for (const live of lives) await live.next('controller', ({ state }) => state === 'online');
    await home.proxy.signIn(at(HOME));
    await nextActivity(lives[1] as LiveClient, 'signed-in');
    expect(lives[0]?.messages.map(({ type }) => type)).not.toContain('activity');
    for (const path of ['/own/activity', '/own/attention'])
      expect(await home.call(guest.cookie, 'GET', path)).toMatchObject(REFUSED);
    expect(await home.call(guest.cookie, 'POST', '/own/activity/seen', { upTo: 1 })).toMatchObject(REFUSED);
  });
});

it('only a whole number of a row is taken as the number of a seen event', async () => {
  const { call, tablet } = await household();
  for (const body of [{}, { upTo: -1 }, { upTo: 1.5 }, { upTo: '1' }, { upTo: 1, more: 1 }, [1]])
    expect(await call(tablet.cookie, 'POST', '/own/activity/seen', body)).toMatchObject(
      refusal(400, 'bad-request')
    );
});

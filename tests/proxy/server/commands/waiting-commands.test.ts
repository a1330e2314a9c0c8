import { expect, it } from 'vitest';
import { FULL_RIGHTS, type Rights } from '#shared/rights';
import { json, refusal } from '../../../../tools/support/misbehaving-controller';
import { allOff, besideLamps, GUEST, statesOf } from '../../../support/lamp-upstream';

type Beside = Awaited<ReturnType<typeof besideLamps>>;

/** A batch for the lamps of room 1. */
const roomOff = (count: number) => ({
  commands: allOff(2 * count).commands.filter(({ device }) => device % 2 === 1)
});
/** Changes the rights of a screen. */
const limit =
  (rights: Rights) =>
  ({ upstream }: Beside, id: string) =>
    upstream.screens.change(id, { rights });

it.each<[string, Rights, (beside: Beside, screen: string) => unknown]>([
  ['was ended', FULL_RIGHTS, ({ upstream }, id) => upstream.screens.end(id)],
  ['may only look now', FULL_RIGHTS, limit({ ...FULL_RIGHTS, commands: false })],
  ['has other rooms now', FULL_RIGHTS, limit({ ...FULL_RIGHTS, rooms: [2] })],
  ['came to its hour', { ...GUEST, until: 900 }, () => undefined],
  [
    'came to its hour by a jump of the wall clock',
    { ...FULL_RIGHTS, until: 3_600_000 },
    ({ clock }) => clock.jump(3_600_000)
  ],
  [
    'sees its device in another room now',
    GUEST,
    ({ house }) => {
      for (let id = 1; id <= 40; id++) house.move(id, 2);
    }
  ]
])('a queued command is cancelled and not sent if its screen %s', async (_name, rights, meanwhile) => {
  const beside = await besideLamps(40);
  const { clock, house, pass } = beside;
  const until = rights.until === null ? null : clock.now() + rights.until;
  const tablet = beside.addScreen({ ...rights, until });
  await tablet.post(roomOff(20));
  await pass(300);
  expect(house.received).toHaveLength(10);
  meanwhile(beside, tablet.id);
  await pass(5_000);
  expect(house.received).toHaveLength(10);
  const ten = (state: string) => Array<string>(10).fill(state);
  expect(statesOf(await beside.list())).toEqual([...ten('confirmed'), ...ten('cancelled')]);
  const { jobs } = beside.upstream.commands;
  expect(jobs.filter(({ state, isUnanswered }) => isUnanswered || state === 'queued')).toEqual([]);
});

it('a queued command is sent if its screen changed and still has the right, and for the rooms that it still has', async () => {
  const { addScreen, upstream, house, pass } = await besideLamps(40);
  const tablet = addScreen();
  await tablet.post(allOff(40));
  await pass(300);
  upstream.screens.change(tablet.id, { rights: GUEST, name: 'Child' });
  await pass(10_000);
  const after = house.received.slice(10);
  expect(after).toEqual(Array.from({ length: 15 }, (_, at) => 11 + 2 * at));
});

it.each<[string, number, (beside: Beside, screen: string) => unknown, object]>([
  [
    'is refused and not sent again if its screen was ended meanwhile',
    1,
    ({ upstream }, id) => upstream.screens.end(id),
    { state: 'cancelled' }
  ],
  [
    'is not sent again beyond its time',
    1,
    ({ clock }) => clock.advance(1_500),
    { state: 'failed', failure: { code: 'controller-unreachable' } }
  ],
  ['is sent again if its screen has the right, limited or not', 2, limit(GUEST), { state: 'unconfirmed' }]
])('a command that waits for new tokens %s', async (_name, times, meanwhile, entry) => {
  const beside = await besideLamps(1);
  const { controller, pass } = beside;
  const action = 'POST /devices/1/actions';
  let renew: () => void = () => undefined;
  const asked = new Promise<void>((resolve) =>
    controller.on('POST /auth/get-new-access-token', (response, seen) => {
      renew = () => json({ token: 'access-2', refresh_token: 'refresh-2' })(response, seen);
      resolve();
    })
  );
  controller.on(action, refusal(401));
  const tablet = beside.addScreen();
  await tablet.post({ expiresMs: 1_000, ...allOff(1) });
  await asked;
  controller.on(action, json({}));
  await meanwhile(beside, tablet.id);
  renew();
  await pass(8_000);
  expect(controller.count(action)).toBe(times);
  expect((await beside.list()).entries).toMatchObject([entry]);
});

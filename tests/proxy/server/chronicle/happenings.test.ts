import { expect, it } from 'vitest';
import { allOff, besideLamps, GUEST, level, OFF } from '../../../support/lamp-upstream';

/** Lamps that are watched. */
async function watchedLamps(count: number) {
  const beside = await besideLamps(count);
  await beside.client().next('timers');
  return beside;
}

it('what happened says of commands which screen sent them, and how each ended, and of a hand that lights one of the lamps again', async () => {
  const { post, house, happened, pass } = await watchedLamps(3);
  await post({ id: 'off', ...allOff(3) });
  await pass(4_000);
  house.set(2, { Status: true, Level: 30 });
  await pass(500);
  const { happenings } = await happened();
  expect(happenings).toMatchObject([
    { kind: 'commanded', id: 'off', what: 'lights-off', scope: 'home', by: { name: 'test' } },
    { kind: 'changed', device: 2, params: { Status: true, Level: 30 } }
  ]);
  const [first] = happenings;
  const sent = first?.kind === 'commanded' ? first.commands : [];
  expect(sent.map(({ device, state }) => [device, state])).toEqual(
    house.received.map((device) => [device, 'confirmed'])
  );
});

it('what happened names the scene or the timer', async () => {
  const { post, send, putScene, happened, pass } = await watchedLamps(2);
  await putScene('evening', [level(1, 7)]);
  await post({ scene: 'evening' });
  await send('POST', '/timers', { device: 2, ...OFF, inMs: 5_000 });
  await pass(7_000);
  const { happenings } = await happened();
  expect(happenings).toMatchObject([
    { kind: 'commanded', what: 'scene', scene: 'evening' },
    { kind: 'timer', what: 'set', commands: [{ device: 2 }] },
    { kind: 'commanded', timer: expect.any(String) as string, commands: [{ device: 2, state: 'confirmed' }] }
  ]);
});

it('what happened says when nobody was looking', async () => {
  const { house, happened, pass, client, clock, list } = await watchedLamps(1);
  client().close();
  await pass(6_000);
  const from = clock.now();
  await clock.advance(10 * 60_000);
  house.set(1, { Status: false, Level: 0 });
  await list();
  await pass(500);
  const { happenings } = await happened();
  expect(happenings).toMatchObject([{ kind: 'gap' }]);
  const [gap] = happenings;
  expect(gap?.kind === 'gap' && gap.until - gap.at).toBeGreaterThan(9 * 60_000);
  expect(Math.abs((gap?.at ?? 0) - from)).toBeLessThan(6_000);
});

it('what happened is of its own rooms alone for a guest, who does not see who did it', async () => {
  const { post, addScreen, house, pass } = await watchedLamps(4);
  await post({ id: 'off', ...allOff(4) });
  await pass(12_000);
  for (const id of [1, 2]) house.set(id, { Status: true, Level: 30 });
  await pass(500);
  // What comes into its room later brings nothing of what happened to it elsewhere.
  house.move(2, 1);
  await pass(500);
  const guest = addScreen(GUEST);
  const { happenings } = await guest.happened();
  const [first, second, ...more] = happenings;
  expect(first).toMatchObject({ kind: 'commanded', by: null, commands: [{ device: 1 }, { device: 3 }] });
  expect(first).not.toHaveProperty('scope');
  expect({ second, more }).toMatchObject({ second: { kind: 'changed', device: 1 }, more: [] });
});

it('what happened goes back as far as it is asked', async () => {
  const { house, happened, pass, clock } = await watchedLamps(1);
  house.set(1, { Status: false, Level: 0 });
  await pass(15_000);
  const later = clock.now();
  house.set(1, { Status: true, Level: 40 });
  await pass(300);
  expect((await happened(`?since=${later}`)).happenings).toHaveLength(1);
});

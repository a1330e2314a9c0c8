import { expect, it } from 'vitest';
import { FULL_RIGHTS } from '#shared/rights';
import { allOff, besideLamps, codeOf, GUEST, off } from '../../../support/lamp-upstream';

it('a limited screen commands only devices in its rooms, and nothing is sent of a batch that asks for more', async () => {
  const { addScreen, house, pass } = await besideLamps(4);
  const guest = addScreen(GUEST);
  expect(codeOf(await guest.post(allOff(4)))).toBe('limited-screen');
  expect(codeOf(await guest.post({ commands: off(1, 3) }))).toBe('taken');
  await pass(1_000);
  expect(house.received).toEqual([1, 3]);
});

it('a limited screen that may only look is refused everything but the list', async () => {
  const { addScreen, post, house, pass } = await besideLamps(2);
  await post({ id: 'mine', ...allOff(2) });
  const viewer = addScreen({ ...FULL_RIGHTS, commands: false });
  expect(codeOf(await viewer.post(allOff(1)))).toBe('limited-screen');
  expect(codeOf((await viewer.cancel('mine')).answer)).toBe('limited-screen');
  expect((await viewer.list()).entries).toHaveLength(2);
  await pass(500);
  expect(house.received).toHaveLength(2);
});

it('a limited screen sees and cancels only what is in its rooms, and does not see who began it', async () => {
  const { addScreen, post, house, pass } = await besideLamps(40);
  await post({ id: 'all', name: 'Good night', ...allOff(40) });
  const guest = addScreen(GUEST);
  const { entries, batches } = await guest.list();
  expect(entries.map(({ device }) => device % 2)).toEqual(Array(20).fill(1));
  expect(new Set(entries.map(({ by }) => by))).toEqual(new Set([null]));
  expect(batches).toMatchObject([{ id: 'all', what: 'lights-off', by: null }]);
  expect({ name: batches[0]?.name, scope: batches[0]?.scope }).toEqual({ name: undefined, scope: undefined });
  const { cancelled } = await guest.cancel('all');
  await pass(5_000);
  expect(cancelled).toBeGreaterThan(5);
  expect(house.received).toHaveLength(40 - cancelled);
  expect(house.received.filter((id) => id % 2 === 0)).toHaveLength(20);
});

it('a limited screen gets not-found for a batch that is in other rooms', async () => {
  const { addScreen, post } = await besideLamps(4);
  await post({ id: 'kitchen', commands: off(2) });
  const guest = addScreen(GUEST);
  for (const id of ['kitchen', 'nothing']) expect(codeOf((await guest.cancel(id)).answer)).toBe('not-found');
});

it('a screen that posts much more than a radio carries is refused for a while, and others are not', async () => {
  const { addScreen, post, pass } = await besideLamps(200);
  const guest = addScreen(FULL_RIGHTS);
  for (let flood = 0; flood < 3; flood++) expect(codeOf(await guest.post(allOff(200)))).toBe('taken');
  expect(await guest.post(allOff(1))).toMatchObject({
    error: { code: 'too-many-commands', retryMs: expect.any(Number) as number }
  });
  expect(codeOf(await post(allOff(1)))).toBe('taken');
  await pass(10_000);
  expect(codeOf(await guest.post(allOff(1)))).toBe('taken');
});

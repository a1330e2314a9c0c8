import { expect, it } from 'vitest';
import { aLiveScreen, ann, aScreen, changed, keptHome, snapshot } from '../test-screen';

it('caching the home writes it a second after a change, and not with each change', async () => {
  const { app, store, clock, sockets } = await aLiveScreen();
  for (let n = 6; n < 30; n += 1) {
    sockets.last.say(changed(`e.${n}`, { n }));
    clock.pass(30);
  }
  expect(store.writes).toBe(0);
  await clock.advance(1000);
  expect(store.writes).toBe(1);
  expect(store.kept('home')).toEqual({
    controller: ann.controller.id,
    rooms: null,
    revision: 'e.29',
    asOf: app.opened?.state.asOf,
    clockOffsetMs: 0,
    home: app.opened?.state.home,
    touches: {},
    unguarded: [],
    scenes: []
  });
});

it('caching the home does not write back what it has read, and when hidden only if it was live since', async () => {
  const { start, store, clock, page, sockets } = aScreen({ session: ann, kept: keptHome });
  await start();
  clock.pass(14_000);
  await page.told('hidden');
  expect(store.writes).toBe(0);
  sockets.last.open();
  sockets.last.beat(1_000);
  sockets.last.say(snapshot);
  await page.told('hidden');
  expect(store.writes).toBe(1);
});

it('caching the home spares a slow tablet: writes at most every 15 s while values keep changing', async () => {
  const { store, clock, sockets } = await aLiveScreen();
  for (let second = 0; second < 60; second += 1) {
    sockets.last.say(changed(`e.${second}`, { second }));
    clock.pass(1000);
  }
  expect(store.writes).toBeLessThanOrEqual(5);
});

it.each(['hidden', 'leaving'] as const)('the home is cached at the last moment when %s', async (event) => {
  const { store, page, sockets } = await aLiveScreen();
  sockets.last.say(changed('e.9', { Status: true }));
  await page.told(event);
  expect(store.kept('home')).toMatchObject({ revision: 'e.9' });
});

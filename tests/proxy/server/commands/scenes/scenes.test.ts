import { expect, it } from 'vitest';
import { FULL_RIGHTS } from '#shared/rights';
import { MAX_SCENES } from '#shared/scenes';
import { besideLamps, codeOf, GUEST, level } from '../../../../support/lamp-upstream';

it('a scene is kept with its commands, is sent to all screens at once, and can be removed', async () => {
  const { putScene, scenes, send, connect } = await besideLamps(2);
  const screen = connect();
  await screen.next('scenes', ({ scenes }) => scenes.length === 0);
  expect(await putScene('evening', [level(1, 30), level(2, 0)])).toBe(204);
  const told = await screen.next('scenes', (message) => message.scenes.length === 1);
  expect(told.scenes).toMatchObject([
    { id: 'evening', name: 'Evening', icon: 'evening', commands: [{ device: 1, params: { level: 30 } }, {}] }
  ]);
  // It does not say who stored it.
  expect(Object.keys(told.scenes[0] ?? {}).sort()).toEqual(['commands', 'icon', 'id', 'name']);
  expect(await scenes()).toEqual(told.scenes);
  expect((await send('DELETE', '/scenes/evening')).status).toBe(204);
  expect(await scenes()).toEqual([]);
  expect((await send('DELETE', '/scenes/evening')).status).toBe(404);
});

it('a scene is run by its id alone, as it is now, as one batch that says which scene it is', async () => {
  const { putScene, post, house, pass } = await besideLamps(3);
  await putScene('evening', [level(1, 7)]);
  await putScene('evening', [level(1, 30), level(3, 5)]);
  expect(await post({ id: 'run', scene: 'evening' })).toMatchObject({
    type: 'taken',
    batch: { what: 'scene', scene: 'evening' },
    entries: [{ device: 1 }, { device: 3 }]
  });
  await pass(1_000);
  expect([1, 2, 3].map((id) => house.device(id)?.params['Level'])).toEqual([30, 40, 5]);
});

it('a scene is undone by its batch', async () => {
  const { putScene, post, house, pass } = await besideLamps(3);
  await putScene('evening', [level(1, 30), level(2, 0), level(3, 40)]);
  await post({ id: 'run', scene: 'evening' });
  await pass(2_000);
  await post({ undo: 'run' });
  await pass(2_000);
  expect([1, 2, 3].map((id) => house.device(id)?.params['Level'])).toEqual([40, 40, 40]);
});

it.each<[string, readonly object[], number, object?]>([
  ['a lock', [{ device: 0, method: 'setStatus', params: { status: true } }], 403],
  ['a device that is not there', [level(99, 1)], 404],
  ['a method that its device does not offer', [{ device: 1, method: 'setColor', params: {} }], 400],
  ['invalid parameters', [level(1, 101)], 400],
  ['no command', [], 400],
  ['201 commands', Array.from({ length: 201 }, () => level(1, 1)), 400],
  ['no name', [level(1, 1)], 400, { name: '  ' }],
  ['a name of 61 letters', [level(1, 1)], 400, { name: 'x'.repeat(61) }],
  ['an icon that is no word', [level(1, 1)], 400, { icon: '../night' }],
  ['an unknown key', [level(1, 1)], 400, { colour: 'red' }]
])('a scene with %s is refused', async (_what, commands, status, more = {}) => {
  const { putScene, scenes } = await besideLamps(1);
  expect(await putScene('evening', commands, more)).toBe(status);
  expect(await scenes()).toEqual([]);
});

it('a scene is one of fifty at most, and each of them can still be changed', async () => {
  const { putScene } = await besideLamps(1);
  for (let n = 0; n < MAX_SCENES; n++) expect(await putScene(`scene-${n}`, [level(1, 1)])).toBe(204);
  expect(await putScene('one-more', [level(1, 1)])).toBe(409);
  expect(await putScene('scene-7', [level(1, 2)])).toBe(204);
});

it('a scene is refused if all of them would be longer than 250 kB', async () => {
  const { upstream } = await besideLamps(1);
  const viewer = { screen: upstream.screen, device: () => undefined };
  const commands = Array.from({ length: 200 }, (_, device) => level(device, 5));
  const put = (n: number) =>
    upstream.scenes.put(viewer, { id: `s${n}`, name: 'x', icon: 'night', commands }).ok;
  const taken = Array.from({ length: 50 }, (_, n) => put(n)).filter(Boolean).length;
  expect(taken).toBeGreaterThan(10);
  expect(taken).toBeLessThan(25);
});

it('a scene leaves out a device that has gone, and acts on no other one that has its id', async () => {
  const { putScene, post, scenes, house, pass, upstream } = await besideLamps(2);
  const second = { ...level(2, 5), model: '00000000' };
  const scene = { id: 'evening', name: 'Evening', icon: 'evening', commands: [second] };
  upstream.scenes.put({ screen: upstream.screen, device: () => undefined }, scene);
  expect(await putScene('evening', [level(1, 5), second])).toBe(204);
  expect((await scenes())[0]?.commands[1]).toMatchObject({ device: 2, model: '00000000' });
  expect(await putScene('evening', [level(1, 5), { ...second, params: { level: 99 } }])).toBe(404);
  expect(await post({ scene: 'evening' })).toMatchObject({ entries: [{ device: 1 }] });
  await pass(1_000);
  expect(house.received).toEqual([1]);
  await putScene('evening', [second]);
  expect(codeOf(await post({ scene: 'evening' }))).toBe('not-found');
});

it('a scene is seen and run by a screen of some rooms only if all of it is in them, and edited by no such screen', async () => {
  const { putScene, addScreen, house, pass } = await besideLamps(4);
  await putScene('own', [level(1, 5), level(3, 5)]);
  await putScene('shared', [level(1, 9), level(2, 9)]);
  const guest = addScreen(GUEST);
  const ownAlone = [{ id: 'own' }];
  expect(await guest.scenes()).toMatchObject(ownAlone);
  expect(await guest.client().next('scenes')).toMatchObject({ scenes: ownAlone });
  expect(codeOf(await guest.post({ scene: 'shared' }))).toBe('not-found');
  expect(codeOf(await guest.post({ scene: 'own' }))).toBe('taken');
  await pass(1_000);
  expect(house.received).toEqual([1, 3]);
  expect((await guest.send('DELETE', '/scenes/own')).status).toBe(403);
  expect(await guest.putScene('mine', [level(1, 5)])).toBe(403);
});

it('a scene disappears for a guest once one of its devices moves to another room', async () => {
  const { putScene, addScreen, house, pass } = await besideLamps(3);
  await putScene('own', [level(1, 5), level(3, 5)]);
  const guest = addScreen(GUEST);
  await guest.client().next('scenes', ({ scenes }) => scenes.length === 1);
  const from = guest.client().messages.length;
  house.move(3, 2);
  await pass(500);
  await guest.client().next('scenes', ({ scenes }) => scenes.length === 0, from);
  expect(codeOf(await guest.post({ scene: 'own' }))).toBe('not-found');
});

it('a scene is not run by a screen that may only look', async () => {
  const { putScene, addScreen } = await besideLamps(1);
  await putScene('own', [level(1, 5)]);
  const viewer = addScreen({ ...FULL_RIGHTS, commands: false });
  expect(codeOf(await viewer.post({ scene: 'own' }))).toBe('limited-screen');
});

import { describe, expect, it } from 'vitest';
import { FULL_RIGHTS, type Rights } from '#shared/rights';
import { MAX_SCENES, type Scene } from '#shared/scenes';
import { besideLamps, codeOf } from '../../support/lamp-upstream';

const GUEST: Rights = { ...FULL_RIGHTS, rooms: [1] };

const level = (device: number, to: number) => ({ device, method: 'setLevel', params: { level: to } });

/** Lamps, and a way to keep scenes by HTTP. */
async function withScenes(count: number) {
  const beside = await besideLamps(count);
  const { upstream } = beside;
  const ask = async (method: string, id: string, body?: object, headers = {}) => {
    const answer = await upstream.call(`/scenes/${id}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers }
    });
    return answer.status;
  };
  const put = (id: string, commands: readonly object[], more: object = {}) =>
    ask('PUT', id, { name: 'Evening', icon: 'evening', commands, ...more });
  const list = async (headers = {}) => {
    const answer = await upstream.call('/scenes', { headers });
    return ((await answer.json()) as { scenes: Scene[] }).scenes;
  };
  return { ...beside, ask, put, list };
}

describe('a scene', () => {
  it('is kept with its commands, is sent to all screens at once, and can be removed', async () => {
    const { put, list, ask, connect } = await withScenes(2);
    const screen = connect();
    await screen.next('scenes', ({ scenes }) => scenes.length === 0);
    expect(await put('evening', [level(1, 30), level(2, 0)])).toBe(204);
    const { scenes } = await screen.next('scenes', (message) => message.scenes.length === 1);
    expect(scenes).toMatchObject([
      {
        id: 'evening',
        name: 'Evening',
        icon: 'evening',
        commands: [{ device: 1, params: { level: 30 } }, {}]
      }
    ]);
    expect(await list()).toEqual(scenes);
    expect(await ask('DELETE', 'evening')).toBe(204);
    expect(await list()).toEqual([]);
    expect(await ask('DELETE', 'evening')).toBe(404);
  });

  it('is run by its id alone, as one batch that says which scene it is', async () => {
    const { put, post, house, pass } = await withScenes(3);
    await put('evening', [level(1, 30), level(3, 5)]);
    expect(await post({ id: 'run', scene: 'evening' })).toMatchObject({
      type: 'taken',
      batch: { what: 'scene', scene: 'evening' },
      entries: [{ device: 1 }, { device: 3 }]
    });
    await pass(1_000);
    expect([1, 2, 3].map((id) => house.device(id)?.params['Level'])).toEqual([30, 40, 5]);
  });

  it('runs as it is now, and not as it was when a page last saw it', async () => {
    const { put, post, house, pass } = await withScenes(1);
    await put('evening', [level(1, 30)]);
    await put('evening', [level(1, 7)]);
    await post({ scene: 'evening' });
    await pass(1_000);
    expect(house.device(1)?.params['Level']).toBe(7);
  });

  it('is undone by its batch', async () => {
    const { put, post, house, pass } = await withScenes(3);
    await put('evening', [level(1, 30), level(2, 0), level(3, 40)]);
    await post({ id: 'run', scene: 'evening' });
    await pass(2_000);
    await post({ undo: 'run' });
    await pass(2_000);
    expect([1, 2, 3].map((id) => house.device(id)?.params['Level'])).toEqual([40, 40, 40]);
  });

  it('has no second meaning: a frame with commands says nothing of a scene', async () => {
    const { post } = await withScenes(1);
    expect(codeOf(await post({ scene: 'evening', commands: [level(1, 3)] }))).toBe('bad-request');
  });

  it.each([
    ['a lock', [{ device: 0, method: 'setStatus', params: { status: true } }], 403],
    ['a device that is not there', [level(99, 1)], 404],
    ['a method that its device does not offer', [{ device: 1, method: 'setColor', params: {} }], 400],
    ['invalid parameters', [level(1, 101)], 400],
    ['no command', [], 400],
    ['201 commands', Array.from({ length: 201 }, () => level(1, 1)), 400]
  ])('with %s is refused', async (_what, commands, status) => {
    const { put, list } = await withScenes(1);
    expect(await put('evening', commands)).toBe(status);
    expect(await list()).toEqual([]);
  });

  it.each([
    ['no name', { name: '  ' }],
    ['a name of 61 letters', { name: 'x'.repeat(61) }],
    ['an icon that is no word', { icon: '../night' }],
    ['an unknown key', { colour: 'red' }]
  ])('with %s is refused', async (_what, more) => {
    const { put } = await withScenes(1);
    expect(await put('evening', [level(1, 1)], more)).toBe(400);
  });

  it('is one of fifty at most, and each of them can still be changed', async () => {
    const { put } = await withScenes(1);
    for (let n = 0; n < MAX_SCENES; n++) expect(await put(`scene-${n}`, [level(1, 1)])).toBe(204);
    expect(await put('one-more', [level(1, 1)])).toBe(409);
    expect(await put('scene-7', [level(1, 2)])).toBe(204);
  });

  it('is refused if all of them would be longer than 250 kB', async () => {
    const { upstream } = await withScenes(1);
    const viewer = { screen: upstream.screen, device: () => undefined };
    const commands = Array.from({ length: 200 }, (_, device) => level(device, 5));
    const put = (n: number) =>
      upstream.scenes.put(viewer, { id: `s${n}`, name: 'x', icon: 'night', commands }).ok;
    const taken = Array.from({ length: 50 }, (_, n) => put(n)).filter(Boolean).length;
    expect(taken).toBeGreaterThan(10);
    expect(taken).toBeLessThan(25);
  });

  it('leaves out a device that has gone, and acts on no other one that has its id', async () => {
    const { put, post, list, house, pass, upstream } = await withScenes(2);
    const second = { ...level(2, 5), model: '00000000' };
    const scene = { id: 'evening', name: 'Evening', icon: 'evening', commands: [second] };
    upstream.scenes.put({ screen: upstream.screen, device: () => undefined }, scene);
    expect(await put('evening', [level(1, 5), second])).toBe(204);
    expect((await list())[0]?.commands[1]).toMatchObject({ device: 2, model: '00000000' });
    expect(await put('evening', [level(1, 5), { ...second, params: { level: 99 } }])).toBe(404);
    expect(await post({ scene: 'evening' })).toMatchObject({ entries: [{ device: 1 }] });
    await pass(1_000);
    expect(house.received).toEqual([1]);
    await put('evening', [second]);
    expect(codeOf(await post({ scene: 'evening' }))).toBe('not-found');
  });

  it('is seen and run by a screen of some rooms only if all of it is in them, and edited by no such screen', async () => {
    const { put, list, ask, addScreen, house, pass } = await withScenes(4);
    await put('own', [level(1, 5), level(3, 5)]);
    await put('shared', [level(1, 9), level(2, 9)]);
    const guest = addScreen(GUEST);
    expect((await list(guest.headers)).map(({ id }) => id)).toEqual(['own']);
    const { scenes } = await guest.client().next('scenes');
    expect(scenes.map(({ id }) => id)).toEqual(['own']);
    expect(codeOf(await guest.post({ scene: 'shared' }))).toBe('not-found');
    expect(codeOf(await guest.post({ scene: 'own' }))).toBe('taken');
    await pass(1_000);
    expect(house.received).toEqual([1, 3]);
    expect(await ask('DELETE', 'own', undefined, guest.headers)).toBe(403);
    const body = { name: 'Mine', icon: 'night', commands: [level(1, 5)] };
    expect(await ask('PUT', 'mine', body, guest.headers)).toBe(403);
  });

  it('disappears for a guest once one of its devices moves to another room', async () => {
    const { put, addScreen, house, pass } = await withScenes(3);
    await put('own', [level(1, 5), level(3, 5)]);
    const guest = addScreen(GUEST);
    await guest.client().next('scenes', ({ scenes }) => scenes.length === 1);
    const from = guest.client().messages.length;
    house.move(3, 2);
    await pass(500);
    await guest.client().next('scenes', ({ scenes }) => scenes.length === 0, from);
    expect(codeOf(await guest.post({ scene: 'own' }))).toBe('not-found');
  });

  it('is not run by a screen that may only look', async () => {
    const { put, addScreen } = await withScenes(1);
    await put('own', [level(1, 5)]);
    const viewer = addScreen({ ...FULL_RIGHTS, commands: false });
    expect(codeOf(await viewer.post({ scene: 'own' }))).toBe('limited-screen');
  });
});

import { expect, it } from 'vitest';
import type { ScreenEntry } from '#shared/household';
import { FULL_RIGHTS } from '#shared/rights';
import { afterPowerCut } from '../../../../support/power-cut';
import { testProxy } from '../../../../support/test-proxy';

const LOOKING = { ...FULL_RIGHTS, commands: false };

/** A proxy with two screens, seen by the first of them. */
async function twoScreens() {
  const proxy = await testProxy();
  const kitchen = await proxy.cookie();
  const phone = await proxy.cookie({ screen: 'Phone' });
  const ask = (method: string, path: string, body?: unknown, cookie = kitchen) =>
    proxy.call(cookie, method, path, body);
  const entries = async () => ((await ask('GET', '/own/screens')).json as { screens: ScreenEntry[] }).screens;
  const idOf = async (name: string) => (await entries()).find((entry) => entry.name === name)?.id ?? '';
  const statusOf = async (cookie: string) => (await proxy.call(cookie, 'GET', '/api/me')).status;
  return { ...proxy, kitchen, phone, ask, entries, idOf, statusOf };
}

it('a screen in the list gets another name and other rights; for itself only the name', async () => {
  const { ask, entries, idOf, phone } = await twoScreens();
  const path = `/own/screens/${await idOf('Phone')}`;
  expect((await ask('PATCH', path, { name: ' Ann’s phone ', rights: LOOKING })).status).toBe(204);
  expect(await entries()).toContainEqual(
    expect.objectContaining({ name: 'Ann’s phone', rights: LOOKING, lastSeen: expect.any(Number) as number })
  );
  const { json } = await ask('GET', '/api/me', undefined, phone);
  expect(json).toMatchObject({ screen: { name: 'Ann’s phone' }, rights: LOOKING });
  const own = `/own/screens/${await idOf('Kitchen')}`;
  expect((await ask('PATCH', own, { name: 'Hall' })).status).toBe(204);
  expect((await ask('PATCH', own, { rights: LOOKING })).status).toBe(400);
});

it.each([
  ['an empty name', { name: ' ' }],
  ['a name without end', { name: 'x'.repeat(101) }],
  ['an unknown field', { kept: false }],
  ['an hour that is over', { rights: { ...FULL_RIGHTS, until: 1 } }]
])('a screen in the list is refused %s', async (_what, edit) => {
  const { ask, idOf } = await twoScreens();
  expect((await ask('PATCH', `/own/screens/${await idOf('Phone')}`, edit)).status).toBe(400);
});

it('a screen in the list is ended alone, or with all others except the one that asks, and told so; one that signed out itself, and a stranger, are told nothing', async () => {
  const { ask, entries, idOf, kitchen, phone, cookie, statusOf } = await twoScreens();
  const tablet = await cookie({ screen: 'Tablet' });
  expect((await ask('DELETE', `/own/screens/${await idOf('Phone')}`)).status).toBe(204);
  expect((await entries()).map(({ name }) => name).sort()).toEqual(['Kitchen', 'Tablet']);
  expect((await ask('DELETE', '/own/screens')).status).toBe(204);
  expect((await entries()).map(({ name }) => name)).toEqual(['Kitchen']);
  expect(await statusOf(kitchen)).toBe(200);
  const reason = { error: { code: 'not-signed-in', detail: { reason: 'someone' } } };
  expect((await ask('GET', '/api/me', undefined, phone)).json).toMatchObject(reason);
  expect((await ask('GET', '/own/screens', undefined, tablet)).json).toMatchObject(reason);
  await ask('POST', '/own/sign-out');
  for (const nobody of [kitchen, 'mantel=unknown'])
    expect(JSON.stringify((await ask('GET', '/api/me', undefined, nobody)).json)).not.toContain('reason');
});

it('a screen in the list stays ended, signed out or limited after a power cut, once that is acknowledged', async () => {
  const { ask, idOf, kitchen, phone, cookie, dataDir, controller } = await twoScreens();
  const tablet = await cookie({ screen: 'Tablet' });
  await ask('PATCH', `/own/screens/${await idOf('Tablet')}`, { rights: LOOKING });
  const limited = await afterPowerCut(dataDir);
  await ask('DELETE', `/own/screens/${await idOf('Phone')}`);
  const ended = await afterPowerCut(dataDir);
  await ask('POST', '/own/sign-out');
  const signedOut = await afterPowerCut(dataDir);
  const after = async (left: string, screen: string) =>
    (await testProxy({ dataDir: left, controller })).call(screen, 'GET', '/api/me');
  expect((await after(limited, tablet)).json).toMatchObject({ rights: LOOKING });
  expect((await after(ended, phone)).status).toBe(401);
  expect((await after(signedOut, kitchen)).status).toBe(401);
});

it('a screen in the list is not found if it belongs to nobody', async () => {
  const { ask } = await twoScreens();
  expect((await ask('PATCH', '/own/screens/x', { name: 'x' })).status).toBe(404);
  expect((await ask('DELETE', '/own/screens/x')).status).toBe(404);
});

import * as v from 'valibot';
import { beforeEach, expect, it } from 'vitest';
import household from '../../fixtures/household-3bdb3d6/household.json';
import { virtualForTest } from '../../support/controllers';
import { copiedFixture } from '../../support/copied-fixture';
import { testProxy, type TestProxy } from '../../support/test-proxy';

const { controller, screens, user, layout } = household;

/** The current program on a data folder, and the same controller on a free port. */
async function startOn(dataDir: string): Promise<TestProxy> {
  const virtual = await virtualForTest();
  return testProxy({
    dataDir,
    controller: virtual,
    hasDemo: false,
    argv: ['--allow-loopback', '--controller-port', String(virtual.port)]
  });
}

let dataDir: string;

beforeEach(async () => {
  dataDir = await copiedFixture('household-3bdb3d6');
});

it.each(screens)(
  'a data folder made at commit 3bdb3d6 leaves the screen $name signed in, with its name and full rights',
  async ({ name, cookie }) => {
    const { ask } = await startOn(dataDir);
    const { status, json } = await ask('/api/me', { headers: { cookie } });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      controller,
      user,
      screen: { name },
      rights: { rooms: null, commands: true }
    });
  }
);

it('a data folder made at commit 3bdb3d6 lists both screens by their names', async () => {
  const { ask } = await startOn(dataDir);
  const { json } = await ask('/api/screens', { headers: { cookie: screens[0]?.cookie ?? '' } });
  const listed = v.parse(v.object({ screens: v.array(v.looseObject({ name: v.string() })) }), json);
  expect(listed.screens.map(({ name }) => name).sort()).toEqual(screens.map(({ name }) => name).sort());
});

it('a data folder made at commit 3bdb3d6 keeps the layout with its names, favourites and hidden devices, for both screens', async () => {
  const { ask } = await startOn(dataDir);
  for (const { cookie } of screens) {
    const { json } = await ask(`/api/controllers/${controller.id}/layout`, { headers: { cookie } });
    expect(json).toMatchObject(layout);
  }
});

it('a data folder made at commit 3bdb3d6 stays the same after the current program has written to it and was started again', async () => {
  const before = await startOn(dataDir);
  const [screen = { name: '', cookie: '' }] = screens;
  const path = `/api/controllers/${controller.id}/layout`;
  const changed = { ...layout, favourites: [21] };
  const { status } = await before.call(screen.cookie, 'PUT', path, changed);
  expect(status).toBeLessThan(300);
  await before.stop();

  const { call } = await startOn(dataDir);
  expect((await call(screen.cookie, 'GET', path)).json).toMatchObject(changed);
  expect((await call(screen.cookie, 'GET', '/api/me')).status).toBe(200);
});

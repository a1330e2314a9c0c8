import { chmod, cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { beforeEach, expect, it } from 'vitest';
import household from '../../fixtures/household-3bdb3d6/household.json';
import { virtualForTest } from '../../support/controllers';
import { temporaryFolder } from '../../support/temporary-folder';
import { testProxy, type TestProxy } from '../../support/test-proxy';

const FIXTURE = fileURLToPath(new URL('../../fixtures/household-3bdb3d6/data', import.meta.url));
const { controller, screens, user, layout } = household;

/** A copy of the data folder with its file modes, which git does not store. */
async function copyOfFixture(): Promise<string> {
  const folder = join(await temporaryFolder(), 'data');
  await cp(FIXTURE, folder, { recursive: true });
  await chmod(folder, 0o700);
  for (const name of await readdir(folder)) await chmod(join(folder, name), 0o600);
  return folder;
}

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
  dataDir = await copyOfFixture();
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

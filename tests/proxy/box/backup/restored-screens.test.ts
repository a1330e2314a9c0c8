import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ScreenEntry } from '#shared/household';
import { FULL_RIGHTS } from '#shared/rights';
import { restoreBackup } from '../../../../proxy/box/backup/commands';
import { linesOf, screensIn, withScreens } from '../../../../proxy/box/backup/restore';
import type { Terminal } from '../../../../proxy/box/cli/terminal';
import { seal } from '../../../../proxy/server/base/store/seal';
import type { StoredScreens } from '../../../../proxy/server/household/screens/stored-screens';
import { aScreen } from '../../../support/screens';
import { temporaryFolder } from '../../../support/temporary-folder';
import { testProxy } from '../../../support/test-proxy';
import { plainBackUp, withoutSetupCode } from './plain';

const SEEN = Date.UTC(2026, 0, 5, 14, 3);
const SCREEN = {
  ...aScreen({ name: 'Kitchen', lastSeen: SEEN }),
  hash: 'b',
  idleLeft: 1,
  absoluteLeft: 1,
  untilLeft: null
};

/** What somebody chooses at a restore: an answer, with null for Ctrl-C, or an option. */
interface Chosen {
  readonly answer?: boolean | null;
  readonly yes?: boolean;
}

/** A backup of a household with two screens, and functions that restore it at a terminal or in a script. */
async function backedUp() {
  const proxy = await testProxy();
  const cookies = [await proxy.cookie(), await proxy.cookie({ screen: 'Phone' })];
  await proxy.stop();
  const folder = await temporaryFolder();
  const file = join(folder, 'home.backup');
  const dataDir = join(folder, 'copy');
  await plainBackUp(proxy.dataDir, file);
  const restored = async ({ answer, yes = false }: Chosen) => {
    let printed = '';
    const asked: string[] = [];
    const terminal: Terminal | null =
      answer === undefined
        ? null
        : {
            askSecret: () => Promise.reject(new Error('A passphrase was asked.')),
            askYes: async (question) => {
              asked.push(question);
              return answer ?? undefined;
            }
          };
    const options = { dataDir, plain: false, passphraseFile: undefined, yes };
    const print = (text: string) => (printed += text);
    const failure = await restoreBackup({ file, now: Date.now(), options, terminal, print });
    return { said: withoutSetupCode(printed), asked, failure };
  };
  const statuses = async () => {
    const again = await testProxy({ dataDir, controller: proxy.controller });
    return Promise.all(cookies.map(async (cookie) => (await again.call(cookie, 'GET', '/api/me')).status));
  };
  return { restored, statuses, dataDir, cookies, controller: proxy.controller };
}

it('a restore names the screens that are signed in again and asks whether to end them; by default it does not', async () => {
  const { restored, dataDir, cookies, controller } = await backedUp();
  const { said: printed, asked, failure } = await restored({ answer: false });
  expect(failure).toBeUndefined();
  const screen = (name: string) => `  ${name}, last seen \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\\n`;
  expect(printed).toMatch(
    new RegExp(
      `^These screens are signed in again:\\n(${screen('Phone')}|${screen('Kitchen')}){2}Restored \\d+ files into \\S+\\.\n$`
    )
  );
  expect(asked).toEqual(['Sign all of them out? [y/N] ']);
  const again = await testProxy({ dataDir, controller });
  for (const cookie of cookies) {
    const { status, json } = await again.call(cookie, 'GET', '/own/screens');
    expect(status).toBe(200);
    expect((json as { screens: ScreenEntry[] }).screens.map(({ cameIn }) => cameIn.how)).toEqual([
      'backup',
      'backup'
    ]);
  }
});

it.each([
  ['the answer is yes', { answer: true }],
  ['--yes says so', { yes: true }]
])('a restore ends all screens if %s', async (_what, how) => {
  const { restored, statuses } = await backedUp();
  expect((await restored(how)).failure).toBeUndefined();
  expect(await statuses()).toEqual([401, 401]);
});

it('a restore in a script ends no screen, and names the option for it', async () => {
  const { restored, statuses } = await backedUp();
  const { said: printed } = await restored({});
  expect(printed).toContain('  Phone, last seen');
  expect(printed).toMatch(/--yes signs them out\.\nRestored \d+ files into \S+\.\n$/);
  expect(await statuses()).toEqual([200, 200]);
});

it('a restore that is interrupted at its question restores nothing', async () => {
  const { restored, dataDir } = await backedUp();
  expect((await restored({ answer: null })).failure).toMatchObject({ message: 'Nothing was restored.' });
  await expect(readFile(join(dataDir, 'key'))).rejects.toThrow('ENOENT');
});

const KEY = Buffer.alloc(32);
const holding = (screens: unknown) =>
  new Map([['screens', seal(KEY, 'screens', Buffer.from(JSON.stringify(screens)))]]);

it('the screens of a backup are listed by when they were last seen, without expired ones', () => {
  const screens: StoredScreens = [
    { ...SCREEN, name: 'Old', lastSeen: SEEN - 1 },
    { ...SCREEN, name: 'Guest', rights: { ...FULL_RIGHTS, until: SEEN } },
    { ...SCREEN, name: 'New' }
  ];
  expect(screensIn(holding(screens), KEY, SEEN)?.map(({ name }) => name)).toEqual(['New', 'Old']);
  expect(screensIn(new Map(), KEY, SEEN)).toEqual([]);
});

it('the screens of a backup in an unknown format cannot be listed, but can be ended', () => {
  const newer = holding({ version: 99 });
  expect(screensIn(newer, KEY, SEEN)).toBeUndefined();
  expect(screensIn(withScreens(newer, KEY, []), KEY, SEEN)).toEqual([]);
});

it("names of a backup's screens cannot contain control sequences for the terminal", () => {
  const lines = linesOf([{ ...SCREEN, name: '\u001b[2Jwiped\n\u202e' }]);
  expect(lines).toBe('  [2Jwiped, last seen 2026-01-05 14:03 UTC\n');
});

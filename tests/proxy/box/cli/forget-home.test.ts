import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { forgetHome } from '../../../../proxy/box/cli/forget-home';
import { FORGET_NOTE } from '../../../../proxy/server/household/leaving/forget-note';
import { NO_IDS } from '../../../../proxy/sources/zwave-js/ids';
import { sealedFolder, sealFile, unsealFile } from '../../../support/sealed-folder';

const LOFT = 'aaaaaaaaaaaa';
const COTTAGE = 'bbbbbbbbbbbb';
const OTHER_COTTAGE = 'cccccccccccc';

/** A home as the list of controllers has it, beside what is of no matter here. */
const home = (id: string, name: string, more = {}) => ({
  id,
  name,
  address: '192.168.1.7',
  lastSeen: 1,
  addedAt: 0,
  identity: { mac: null },
  links: null,
  ...more
});

/** A data folder with two homes. `forget`: runs the command, and returns what it says and what was noted. */
async function twoHomes(more: readonly object[] = []) {
  const controllers = [
    home(LOFT, 'Loft', { addedAt: Date.UTC(2026, 5, 1, 12) }),
    home(COTTAGE, 'Cottage'),
    ...more
  ];
  const folder = await sealedFolder({ controllers });
  const forget = async (meant: string, now = false) => {
    let printed = '';
    const done = await forgetHome(folder, { home: meant, now, print: (text) => (printed += text) });
    const hasNote = (await readdir(folder)).includes(FORGET_NOTE);
    return {
      said: done.ok ? done.value : `${printed}${done.error.message}`,
      noted: hasNote ? await unsealFile(folder, FORGET_NOTE) : null
    };
  };
  return { folder, forget };
}

it.each([
  ['its id', COTTAGE],
  ['its name', 'Cottage'],
  ['its name in other letters', ' cOTTAGE ']
])('a home is forgotten by %s, after a day', async (_by, meant) => {
  const { forget } = await twoHomes();
  expect(await forget(meant)).toEqual({
    said: 'Cottage goes after Mantel has run for 24 h. Its phones and tablets are locked until then; one that manages it, or a setup code, takes it back.',
    noted: { controller: COTTAGE, now: false }
  });
});

it('a home is forgotten at once, also after it was to go in a day', async () => {
  const { forget } = await twoHomes();
  await forget('Cottage');
  expect(await forget('Cottage', true)).toEqual({
    said: 'Cottage goes within 10 seconds, or with the next start of Mantel.',
    noted: { controller: COTTAGE, now: true }
  });
});

it('the home of a Z-Wave JS server is forgotten like any other', async () => {
  const { folder, forget } = await twoHomes();
  await sealFile(folder, 'zwave-js', {
    id: OTHER_COTTAGE,
    server: 'ws://127.0.0.1:3000',
    homeId: 1,
    username: 'ann',
    salt: '',
    hash: '',
    tokenSecret: '',
    ids: NO_IDS
  });
  expect((await forget('z-wave js')).noted).toEqual({ controller: OTHER_COTTAGE, now: false });
});

it.each([
  ['no home', 'Attic', 'There is no home of that name or id.'],
  ['a part of a name', 'Cott', 'There is no home of that name or id.'],
  ['several homes', 'cottage', 'Several homes have that name: give an id.']
])('nothing is forgotten by the name of %s, and all homes are listed', async (_what, meant, why) => {
  const { forget } = await twoHomes([home(OTHER_COTTAGE, 'COTTAGE\u001b\n')]);
  expect(await forget(meant, true)).toEqual({
    said: [
      `Loft  ${LOFT}  added on 2026-06-01`,
      `Cottage  ${COTTAGE}  added on an unknown day`,
      `COTTAGE  ${OTHER_COTTAGE}  added on an unknown day`,
      why
    ].join('\n'),
    noted: null
  });
});

it('a home is not forgotten while the program has not read of another one', async () => {
  const { folder, forget } = await twoHomes();
  await forget('Loft');
  expect(await forget('Cottage')).toEqual({
    said: 'Loft is to be forgotten first: start Mantel, or try again in 10 seconds.',
    noted: { controller: LOFT, now: false }
  });
  await sealFile(folder, FORGET_NOTE, { controller: 'dddddddddddd', now: true });
  expect((await forget('Cottage')).noted).toEqual({ controller: COTTAGE, now: false });
});

it('nothing is forgotten while the list of homes cannot be read', async () => {
  const { folder, forget } = await twoHomes();
  await writeFile(join(folder, 'controllers'), 'damaged');
  const { said, noted } = await forget('Cottage');
  expect(said).toMatch(/^The list of homes in .+ cannot be read: `mantel doctor` says what to do\.$/);
  expect(noted).toBeNull();
});

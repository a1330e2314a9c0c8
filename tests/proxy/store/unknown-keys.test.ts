import { expect, it } from 'vitest';
import { FULL_RIGHTS } from '#shared/rights';
import { Screens } from '../../../proxy/access/screens/screens';
import { storedScreensSchema } from '../../../proxy/access/screens/stored-screens';
import { Accounts, NO_ACCOUNTS, storedAccountsSchema } from '../../../proxy/controllers/accounts';
import { HomeFingerprints, storedFingerprintsSchema } from '../../../proxy/controllers/home-fingerprints';
import { KnownControllers, storedControllersSchema } from '../../../proxy/controllers/known';
import { LinkReader } from '../../../proxy/controllers/link';
import type { SealedStore } from '../../../proxy/store/sealed-store';
import { createAuthority, issueLeaf } from '../../../proxy/tls/authority';
import { LocalCaCertificate, storedTlsSchema } from '../../../proxy/tls/local-ca-certificate';
import { FakeClock } from '../../support/fake-clock';
import { LogCapture } from '../../support/log-capture';
import { openStore, sealedFolder, unsealFile } from '../../support/sealed-folder';

const CARD = '02005e100001';
const BOX = '0123456789ab';
const clock = new FakeClock();
const log = new LogCapture();

/** Keys that a newer version might store anywhere. */
const NEW = { ofLater: { deep: [1, { deeper: null }] } };

/** Runs a function on a folder of one file. Returns the file's content afterwards. */
async function after(name: string, value: unknown, work: (store: SealedStore) => Promise<void>) {
  const folder = await sealedFolder({ [name]: value });
  const store = await openStore(folder, log, clock);
  await work(store);
  await store.close();
  return unsealFile(folder, name);
}

const controller = {
  ...{ id: BOX, name: 'Home', address: '192.168.1.5', lastSeen: 5, verifiedAddress: '192.168.1.5' },
  ...{ identity: { mac: CARD, id: null, ...NEW }, links: [CARD], ...NEW }
};

it('unknown keys of a controller survive a change', async () => {
  const left = await after('controllers', [controller], async (store) => {
    const file = store.file('controllers', storedControllersSchema, []);
    const known = new KnownControllers({ file, clock, port: 80 });
    await known.load();
    expect(known.get(BOX)).not.toHaveProperty('ofLater');
    known.displace(BOX);
  });
  expect(left).toEqual([{ ...controller, links: [], lastSeen: clock.now() }]);
});

it('unknown keys of an account, and beside the accounts, survive a change', async () => {
  const account = (user: string) => ({ controller: BOX, user, access: 'a', refresh: null, ...NEW });
  const value = { clientId: 'us', accounts: [account('ann'), account('bob')], ...NEW };
  const left = await after('accounts', value, async (store) => {
    const file = store.file('accounts', storedAccountsSchema, NO_ACCOUNTS);
    const known = new KnownControllers({
      file: store.file('controllers', storedControllersSchema, []),
      clock,
      port: 80
    });
    const accounts = new Accounts({ file, clock, known, links: new LinkReader() });
    await accounts.load();
    await accounts.setTokens(BOX, 'ann', { access: 'b', refresh: 'c' });
  });
  const ann = { ...account('ann'), access: 'b', refresh: 'c' };
  expect(left).toEqual({ ...value, accounts: [ann, account('bob')] });
});

it('unknown keys of a screen and of its rights survive a change', async () => {
  const screen = {
    ...{ id: 's', hash: 'h', name: 'Hall', controller: BOX, user: 'ann', lastSeen: 5, kept: true },
    ...{ locked: false, cameIn: { how: 'password', at: 5, ...NEW }, seenActivity: 7 },
    pin: { salt: 's', hash: 'h', ...NEW },
    ...{ rights: { ...FULL_RIGHTS, ...NEW }, idleLeft: 5_000, absoluteLeft: 5_000, untilLeft: null, ...NEW }
  };
  const left = await after('screens', [screen], async (store) => {
    const screens = new Screens({ file: store.file('screens', storedScreensSchema, []), clock });
    const stop = await screens.start();
    screens.change('s', { name: 'Kitchen', rights: { ...FULL_RIGHTS, commands: false } });
    expect(screens.current('s')).not.toHaveProperty('ofLater');
    stop();
  });
  expect(left).toEqual([{ ...screen, name: 'Kitchen', rights: { ...FULL_RIGHTS, commands: false, ...NEW } }]);
});

it('unknown keys of a home survive a change', async () => {
  const home = { controller: BOX, user: 'ann', key: 'k', hashes: ['1'], ...NEW };
  const left = await after('homes', [home], async (store) => {
    const homes = new HomeFingerprints(store.file('homes', storedFingerprintsSchema, []));
    await homes.load();
    homes.remember(BOX, 'ann', [{ id: 1, name: 'Lamp' }]);
  });
  expect(left).toEqual([{ ...home, hashes: [expect.not.stringMatching(/^1$/)] }]);
});

it('unknown keys of the CA survive a change, but not those of a replaced certificate', async () => {
  const builtAt = Date.UTC(2025, 11, 1);
  const authority = { ...createAuthority(builtAt), ...NEW };
  const leaf = { ...issueLeaf(authority, { names: ['localhost'], at: builtAt }), ...NEW };
  const left = await after('tls', { authority, leaf, ...NEW }, async (store) => {
    const file = store.file('tls', storedTlsSchema, null);
    await LocalCaCertificate.open({ file, clock, log, builtAt, names: () => ['localhost', '192.168.1.5'] });
  });
  expect(left).toMatchObject({ authority, leaf: { names: ['localhost', '192.168.1.5'] }, ...NEW });
  expect(left).not.toHaveProperty('leaf.ofLater');
});

import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { fail, succeed } from '#shared/errors';
import type { StoredFile } from '../../../../proxy/server/base/store/sealed-file';
import { Accounts, NO_ACCOUNTS, type StoredAccounts } from '../../../../proxy/server/controllers/accounts';
import { CardReader } from '../../../../proxy/server/controllers/card';
import { FoundControllers } from '../../../../proxy/server/controllers/discovery/found-controllers';
import { HomeFingerprints } from '../../../../proxy/server/controllers/home-fingerprints';
import { KnownControllers } from '../../../../proxy/server/controllers/known';
import { SignIns } from '../../../../proxy/server/controllers/sign-in';
import { signInCase } from '../../../../proxy/server/controllers/sign-in-case';
import {
  body,
  json,
  refusal,
  silence,
  type MisbehavingController
} from '../../../../tools/support/misbehaving-controller';
import { SIGN_INS } from '../../../faults/cases/sign-ins';
import { failure } from '../../../support/client';
import { misbehavingForTest } from '../../../support/controllers';
import { FakeClock } from '../../../support/fake-clock';
import { memoryFile } from '../../../support/memory-file';

let controller: MisbehavingController;
let clock: FakeClock;
let file: StoredFile<StoredAccounts>;
let known: KnownControllers;
let accounts: Accounts;
let fingerprints: HomeFingerprints;
let beforeTakeBack = () => {};

const LOGIN = 'POST /auth/login';
const readAddress = (text: string) =>
  text === '127.0.0.1' ? succeed(text) : fail('bad-address', 'Not that one.');

function signIn(
  { address = '127.0.0.1', ...chosen }: Partial<Parameters<SignIns['signIn']>[1]> & { address?: string } = {},
  signal = new AbortController().signal
) {
  const found = new FoundControllers(clock);
  const asked = signInCase({ address }, { known, found });
  if (!asked) throw new Error('There is a case for each address.');
  const signIns = new SignIns({
    accounts,
    known,
    clock,
    readAddress,
    port: controller.port,
    cards: new CardReader(),
    found,
    hasRoom: () => succeed(null),
    beforeTakeBack: async () => beforeTakeBack(),
    fingerprints
  });
  const typed = { username: 'ann', password: 'secret', screen: 'Hall tablet', ...chosen };
  return signIns.signIn(asked, typed, { pass: { use: async () => succeed(null) }, signal });
}

const ids = () => known.list().map(({ id }) => id);

/** The id of the only known controller. */
const onlyId = () => ids()[0] ?? '';

async function open() {
  const opened = new Accounts(file, { clock, known, cards: new CardReader() });
  await opened.load();
  onTestFinished(() => opened.close());
  return opened;
}

beforeEach(async () => {
  clock = new FakeClock();
  controller = await misbehavingForTest();
  file = memoryFile(NO_ACCOUNTS);
  known = new KnownControllers({ file: memoryFile([]), clock, port: controller.port });
  await known.load();
  accounts = await open();
  fingerprints = new HomeFingerprints(memoryFile([]));
});

it('a sign-in sends Basic credentials and the body that known clients send', async () => {
  expect(await signIn()).toMatchObject({ ok: true, value: { isAdded: true } });
  const { headers, body: sent } = await controller.nextRequest(LOGIN);
  expect(headers.authorization).toBe(`Basic ${Buffer.from('ann:secret').toString('base64')}`);
  expect(headers['content-type']).toBe('application/json');
  const { clientId } = await file.read();
  expect(JSON.parse(sent)).toEqual({
    client: { id: clientId, name: 'Hall tablet', type: 'other', push_type: 'Any' }
  });
});

it("a refused sign-in passes on only the controller's message", async () => {
  controller.on(LOGIN, json({ errorMessage: 'Go away', secret: 'of somebody’s printer' }, 403));
  const refused = await signIn();
  expect(refused).toMatchObject(failure('controller-refused', { message: 'Go away' }));
  expect(JSON.stringify(refused)).not.toContain('printer');
});

it("a sign-in sends Mantel as the client's name if the screen has none, and the same client id the next time", async () => {
  await signIn({ screen: ' ' });
  await signIn();
  const [first, second] = controller.seen
    .filter(({ url }) => url === '/auth/login')
    .map(({ body: sent }) => JSON.parse(sent) as { client: { id: string; name: string } });
  expect(first?.client.name).toBe('Mantel');
  expect(first?.client.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(second?.client.id).toBe(first?.client.id);
});

it('a sign-in stores the tokens and never the password', async () => {
  await signIn();
  const stored = await file.read();
  expect(stored.accounts).toEqual([
    { controller: onlyId(), user: 'ann', tokens: { access: 'access-1', refresh: 'refresh-1' } }
  ]);
  expect(JSON.stringify(stored)).not.toContain('secret');
  expect(JSON.stringify(stored)).not.toContain(Buffer.from('ann:secret').toString('base64'));
});

it.each(
  Object.entries(SIGN_INS).filter(([, { login, outcome }]) => outcome !== 'signed-in' && login !== silence)
)('a sign-in that is answered %s creates no grant', async (_name, { login, outcome }) => {
  controller.on(LOGIN, login);
  expect(await signIn()).toMatchObject(failure(outcome));
  expect(controller.count(LOGIN)).toBe(1);
  expect(known.list()).toEqual([]);
  expect((await file.read()).accounts).toEqual([]);
});

it.each(Object.entries(SIGN_INS).filter(([, { outcome }]) => outcome === 'signed-in'))(
  'a sign-in that is answered %s creates a grant',
  async (_name, { login }) => {
    controller.on(LOGIN, login);
    expect(await signIn()).toMatchObject({ ok: true });
    expect((await file.read()).accounts).toMatchObject([{ user: 'ann', tokens: { access: 'access-1' } }]);
  }
);

it('a sign-in without an answer times out after 10 s', async () => {
  controller.on(LOGIN, silence);
  const signingIn = signIn();
  await controller.nextRequest(LOGIN);
  await clock.advance(10_000);
  expect(await signingIn).toMatchObject(failure('controller-unreachable'));
});

it('a sign-in ends with its signal', async () => {
  controller.on(LOGIN, silence);
  const gone = new AbortController();
  const signingIn = signIn({}, gone.signal);
  await controller.nextRequest(LOGIN);
  gone.abort();
  expect((await signingIn).ok).toBe(false);
});

it('a sign-in sends nothing for a user name with a colon, which Basic does not allow', async () => {
  expect(await signIn({ username: 'ann:x' })).toMatchObject(failure('wrong-credentials'));
  expect(controller.seen).toEqual([]);
});

it('a sign-in survives a restart of the process', async () => {
  await signIn();
  await accounts.close();
  accounts = await open();
  expect(await accounts.client(onlyId()).read('/rooms')).toMatchObject({ ok: true });
  expect((await controller.nextRequest('GET /rooms')).headers.authorization).toBe('Bearer access-1');
});

it('a sign-in gives new tokens to the client of the account for all screens', async () => {
  await signIn();
  const client = accounts.client(onlyId());
  controller.on('GET /rooms', refusal(401));
  controller.on('POST /auth/get-new-access-token', refusal(401));
  expect(await client.read('/rooms')).toMatchObject(failure('signed-out'));
  expect((await file.read()).accounts, 'its name stays').toEqual([
    { controller: onlyId(), user: 'ann', tokens: null }
  ]);

  controller.behave('GET /rooms');
  controller.on(LOGIN, json({ token: 'access-5' }));
  await signIn();
  expect(await client.read('/rooms')).toMatchObject({ ok: true });
});

it('an account takes its home back after all screens are locked, so that a power cut between lets nobody in', async () => {
  await signIn();
  await accounts.set(onlyId(), 'bob', { access: 'access-6', refresh: null }, { by: 'Phone' });
  const users: unknown[] = [];
  beforeTakeBack = () => users.push(accounts.userOf(onlyId()));
  expect(await signIn()).toMatchObject({ ok: true, value: { isBack: true } });
  expect([...users, accounts.userOf(onlyId())]).toEqual(['bob', 'ann']);
});

it('an account that is replaced while its home is read gives its tokens to no other name', async () => {
  await signIn();
  fingerprints.remember(onlyId(), [{ id: 1, name: 'Lamp 1' }]);
  controller.on('GET /devices', (response, request) => {
    void accounts.set(onlyId(), 'bob', { access: 'access-6', refresh: null });
    json([])(response, request);
  });
  expect(await signIn()).toMatchObject(failure('account-needed'));
  expect([accounts.userOf(onlyId()), accounts.tokens(onlyId())?.access]).toEqual(['bob', 'access-6']);
});

it('a sign-in can be removed', async () => {
  await signIn();
  const client = accounts.client(onlyId());
  accounts.forget(onlyId());
  expect(await client.read('/rooms')).toMatchObject(failure('signed-out'));
  expect((await file.read()).accounts).toEqual([]);
});

it('a controller gets an id from Mantel, whatever it reports itself', async () => {
  controller.on('GET /info', json({ id: 7, name: 'Box', mac: '02:4D:61:6E:74:01' }));
  const signedIn = await signIn();
  expect(signedIn).toMatchObject({
    value: { controller: { name: 'Box', address: '127.0.0.1', mac: '024d616e7401', source: 'known' } }
  });
  const [id] = ids();
  expect(id).toMatch(/^[0-9a-f]{12}$/);
  expect(id).not.toBe('024d616e7401');
});

it("a controller's name is cleaned of invisible characters", async () => {
  controller.on('GET /info', json({ name: ' Box\u202e\u0000\u200fone ' }));
  expect(await signIn()).toMatchObject({ value: { controller: { name: 'Box one' } } });
});

it('a controller may report nothing about itself', async () => {
  controller.on('GET /info', body('<html>'));
  expect(await signIn()).toMatchObject({ ok: true, value: { controller: { name: '127.0.0.1' } } });
});

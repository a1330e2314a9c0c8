import '../../src/app.css';
import { describe, expect, it, vi } from 'vitest';
import { FULL_RIGHTS, MANAGING_RIGHTS } from '#shared/rights';
import type { Session } from '#shared/wire';
import AccountReplacedNotice from '../../src/features/notices/AccountReplacedNotice.svelte';
import AccountSheet from '../../src/features/people/AccountSheet.svelte';
import LostAccount from '../../src/features/people/LostAccount.svelte';
import SignInForm from '../../src/features/people/SignInForm.svelte';
import HomeAccount from '../../src/routes/(app)/settings/HomeAccount.svelte';
import { ann, guest, openedIn } from '../lib/state/test-screen';
import { anApp, renderIn } from './test-app';

const source: Session = { ...ann, controller: { ...ann.controller, address: '' } };
const difference = {
  before: 12,
  after: 11,
  lost: ['Boiler', 'Gate'],
  added: ['Lamp'],
  screens: [
    { name: 'Kitchen tablet', before: 12, after: 11 },
    { name: 'Phone 3', before: null, after: 4 }
  ]
};

describe('the sheet for another account of the home', () => {
  const setUp = async (of: Session = ann) => {
    const { app, proxy } = await anApp(of.rights, of);
    const ondone = vi.fn();
    const sheet = await renderIn(app, AccountSheet, { of, onclose: vi.fn(), ondone });
    const send = async () => {
      await sheet.getByLabelText('User name').fill('home');
      await sheet.getByLabelText('Password', { exact: true }).fill('new secret');
      await sheet.getByRole('button', { name: 'Continue' }).click();
      return proxy.request('/account');
    };
    const differ = (detail: object) =>
      proxy.request('/account').answer(409, { error: { code: 'account-differs', message: '', detail } });
    return { sheet, proxy, ondone, send, differ };
  };

  it.each([
    ['a controller another account', ann, 'Use another account', ''],
    ['a source of Mantel a new password', source, 'Set a new password', 'ann']
  ])('gives %s, and reads the session then', async (_, of, title, username) => {
    const { sheet, proxy, ondone, send } = await setUp(of);
    await expect.element(sheet.getByRole('heading', { name: title })).toBeVisible();
    await expect.element(sheet.getByLabelText('User name')).toHaveValue(username);
    await expect.element(sheet.getByLabelText('User name')).toHaveFocus();
    const asked = await send();
    expect(asked.body).toEqual({ username: 'home', password: 'new secret', isConfirmed: false });
    asked.answer(204);
    await expect.poll(() => proxy.waiting.some(({ path }) => path.startsWith('/api/me'))).toBe(true);
    expect(ondone).not.toHaveBeenCalled();
    proxy.request('/me').answer(200, { ...of, account: 'home', homes: [] });
    await expect.poll(() => ondone.mock.calls.length).toBe(1);
  });

  it('says what changes for whom, and replaces nothing before that is confirmed', async () => {
    const { sheet, proxy, send, differ } = await setUp();
    await send();
    differ(difference);
    for (const words of [
      'Devices: 12 now, 11 then',
      'The home loses: Boiler and Gate',
      'The home gets: Lamp',
      'Kitchen tablet: 12 devices now, 11 then',
      'Phone 3: 4 devices then'
    ])
      await expect.element(sheet.getByText(words, { exact: true })).toBeVisible();
    await expect
      .element(sheet.getByRole('heading', { name: 'The home changes with this account' }))
      .toHaveFocus();
    expect(sheet.getByText('These aren’t all of them.').elements()).toEqual([]);
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(sheet.getByLabelText('User name')).toHaveValue('home');
    expect(proxy.waiting).toEqual([]);
    await send();
    differ(difference);
    await sheet.getByRole('button', { name: 'Use this account' }).click();
    expect(proxy.request('/account').body).toMatchObject({ username: 'home', isConfirmed: true });
  });

  it.each([
    ['that not all names are there', { ...difference, after: 40 }, 'These aren’t all of them.'],
    [
      'that nobody knows which devices change',
      { ...difference, lost: [], added: [], screens: [] },
      'Nobody knows which: the controller refuses the account of now.'
    ]
  ])('says %s', async (_, detail, words) => {
    const { sheet, send, differ } = await setUp();
    await send();
    differ(detail);
    await expect.element(sheet.getByText(words)).toBeVisible();
  });

  it('asks for the password of the account of now, and goes on with it', async () => {
    const { sheet, proxy, send } = await setUp();
    (await send()).refuse(401, 'password-needed');
    await sheet.getByLabelText('Password of ann').fill('secret');
    await sheet.getByRole('button', { name: 'Continue' }).last().click();
    proxy.request('/password').answer(204);
    await expect.poll(() => proxy.waiting.some(({ path }) => path.endsWith('/account'))).toBe(true);
    expect(sheet.getByRole('alert').elements()).toEqual([]);
  });

  it.each([
    ['wrong-credentials', {}, 'Wrong user name or password.'],
    ['different-home', {}, 'This looks like a different home.'],
    ['no-whole-room', {}, 'this account sees no room of this home whole'],
    ['account-needed', {}, 'sign in with the home’s own one'],
    ['account-differs', {}, 'sees other devices than the home’s'],
    [
      'account-refused-shortly',
      { retryMs: 1_800_000 },
      'The controller has to refuse the home’s account for an hour first. Wait 30 min'
    ]
  ])('says in words that it was refused: %s', async (code, detail, words) => {
    const { sheet, send } = await setUp();
    (await send()).answer(409, { error: { code, message: '', detail } });
    await expect.element(sheet.getByRole('alert')).toHaveTextContent(words);
    await expect.element(sheet.getByLabelText('User name')).toHaveValue('home');
  });
});

describe('the account in the settings', () => {
  const CHANGES = ['Use another account', 'Set a new password'];

  it.each([
    ['managing', ann, 'Use another account'],
    ['managing a source of Mantel', source, 'Set a new password'],
    ['of the whole home', { ...ann, rights: FULL_RIGHTS }, null]
  ])('is named to a screen %s, and can be changed by one that manages', async (_, session, button) => {
    const { app } = await anApp(session.rights, session);
    const line = await renderIn(app, HomeAccount, { session });
    await expect.element(line.getByText('Account: ann')).toBeVisible();
    for (const name of CHANGES)
      expect(line.getByRole('button', { name }).elements()).toHaveLength(name === button ? 1 : 0);
  });

  it('is not named to a limited screen', async () => {
    const { app } = await anApp(guest.rights);
    const line = await renderIn(app, HomeAccount, { session: guest });
    expect(line.container.textContent.trim()).toBe('');
  });

  it.each([
    ['another account', ann, 'The home has another account now'],
    ['a new password', source, 'The home has a new password']
  ])('says once that the home has %s', async (_, session, done) => {
    const { app, proxy } = await anApp(session.rights, session);
    const line = await renderIn(app, HomeAccount, { session });
    await line.getByRole('button').click();
    await line.getByLabelText('User name').fill('home');
    await line.getByLabelText('Password', { exact: true }).fill('new secret');
    await line.getByRole('button', { name: 'Continue' }).click();
    proxy.request('/account').answer(204);
    await expect.poll(() => proxy.waiting.some(({ path }) => path.startsWith('/api/me'))).toBe(true);
    proxy.request('/me').answer(200, { ...session, account: 'home', homes: [] });
    await expect.element(line.getByText(done)).toBeVisible();
    expect(line.getByLabelText('User name').elements()).toEqual([]);
  });
});

describe('a locked screen', () => {
  it('gives the home another account, and is told how long it has to wait for that', async () => {
    const lockedSession = { ...ann, locked: true };
    const { app, proxy } = await anApp(MANAGING_RIGHTS, { locked: true });
    const section = await renderIn(app, LostAccount, { lockedSession });
    await expect.element(section.getByRole('heading', { name: 'The account is gone?' })).toBeVisible();
    await section.getByRole('button', { name: 'Use another account' }).click();
    const sheet = section.getByRole('dialog');
    await sheet.getByLabelText('User name').fill('home');
    await sheet.getByLabelText('Password', { exact: true }).fill('secret');
    await sheet.getByRole('button', { name: 'Continue' }).click();
    const detail = { retryMs: 1_800_000 };
    proxy
      .request('/account')
      .answer(409, { error: { code: 'account-refused-shortly', message: '', detail } });
    await expect.element(sheet.getByRole('alert')).toHaveTextContent('Wait 30 min');
  });

  it.each([
    ['what it had: it managed', MANAGING_RIGHTS, false, 'true'],
    ['what it had: it did not manage', FULL_RIGHTS, false, 'false'],
    ['not to manage, on a wall', MANAGING_RIGHTS, true, 'false']
  ])('is offered %s', async (_, rights, isWall, chosen) => {
    const { app } = await anApp(rights, { locked: true });
    if (isWall) app.environment.settings.write('wall', JSON.stringify({ isOn: true }));
    const lockedSession = app.session.current ?? ann;
    const form = await renderIn(app, SignInForm, {
      target: {
        kind: 'controller' as const,
        controller: { ...ann.controller, source: 'known' as const, lastSeen: 0 }
      },
      mayAdd: false,
      code: null,
      lockedSession,
      onback: vi.fn(),
      onsignedin: vi.fn()
    });
    await expect.element(form.getByLabelText('User name')).toHaveValue('ann');
    const manages = form.getByRole('switch', { name: 'May this screen manage the home?' });
    await expect.element(manages).toHaveAttribute('aria-checked', chosen);
  });
});

describe('the notice that the account was replaced', () => {
  const WORDS = 'This home has had another account since Phone 3 replaced it.';
  const replaced = { by: 'Phone 3', until: 2_000_000 };

  it('is on a screen until somebody has seen it there, and comes again with another replacement', async () => {
    const { app } = await anApp(FULL_RIGHTS);
    const { clock, settings } = openedIn(app).environment;
    const first = await renderIn(app, AccountReplacedNotice, { replaced, clock, settings });
    const region = first.getByRole('region', { name: WORDS });
    await expect
      .element(region)
      .toHaveTextContent(/^This home .* Until .*, the former account’s password takes the home back/);
    await region.getByRole('button', { name: 'Got it' }).click();
    await expect.poll(() => region.elements().length).toBe(0);
    await first.unmount();

    const again = await renderIn(app, AccountReplacedNotice, { replaced, clock, settings });
    expect(again.getByText(WORDS).elements()).toEqual([]);
    await again.unmount();

    const later = { ...replaced, until: replaced.until + 1 };
    const other = await renderIn(app, AccountReplacedNotice, { replaced: later, clock, settings });
    await expect.element(other.getByRole('region', { name: WORDS })).toBeVisible();
  });
});

import '../../src/app.css';
import { describe, expect, it, vi } from 'vitest';
import type { ControllerEntry } from '#shared/wire';
import { createApp } from '../../src/lib/state/app.svelte';
import { ControllerSearch } from '../../src/lib/state/sign-in/controller-search.svelte';
import ControllerList from '../../src/routes/connect/ControllerList.svelte';
import LostSession from '../../src/routes/connect/LostSession.svelte';
import { phoneHomes } from '../../src/routes/connect/phone-homes';
import PhoneHomes from '../../src/routes/connect/PhoneHomes.svelte';
import SignIn from '../../src/routes/connect/SignIn.svelte';
import { createTestEnvironment } from '../lib/state/test-environment';
import { ann, guest } from '../lib/state/test-screen';
import { renderIn } from './test-app';

const CODE = 'ABCDEFGH2345';
const LAKE = 'ba9876543210';
const BARN = 'aabbccddeeff';
const house: ControllerEntry = {
  id: ann.controller.id,
  name: 'Home',
  address: '',
  source: 'known',
  lastSeen: 0
};

/** A browser that is signed out, with these homes, and what the proxy lists. */
async function aStranger(homes: readonly object[], list: object, isWall = false) {
  const world = createTestEnvironment();
  if (isWall) world.settings.write('wall', JSON.stringify({ isOn: true }));
  world.settings.write('homes', JSON.stringify({ homes }));
  const app = createApp(world.environment);
  const search = new ControllerSearch(world.environment, app.proxy);
  const unlocked = search.unlock(CODE);
  await expect.poll(() => world.proxy.waiting.length).toBe(1);
  const answer = { controllers: [], searching: false, mayAdd: false, ...list };
  world.proxy.request('/controllers').answer(200, answer);
  await unlocked;
  return { ...world, app, search };
}

describe('the sign-in to a controller', () => {
  const setUp = async (
    controller: ControllerEntry,
    homes: readonly object[] = [],
    codeFor?: string,
    isWall = false
  ) => {
    const list = { controllers: [controller], ...(codeFor && { codeFor }) };
    const world = await aStranger(homes, list, isWall);
    const { app, search } = world;
    const ondone = vi.fn();
    const target = { kind: 'controller' as const, controller };
    const form = await renderIn(app, SignIn, {
      target,
      search,
      onback: vi.fn(),
      onsignedin: vi.fn(),
      ondone
    });
    const submit = async () => {
      await form.getByLabelText('User name').fill('ann');
      await form.getByLabelText('Password', { exact: true }).fill('secret');
      await form.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect.poll(() => world.proxy.waiting.some(({ path }) => path.includes('/sign-in'))).toBe(true);
      return world.proxy.request('/sign-in');
    };
    return { ...world, form, ondone, submit };
  };

  it('sends the recovery code of this home, and offers a new address with it', async () => {
    const { form, submit } = await setUp(house, [], house.id);
    await expect.element(form.getByText('Recovery code accepted')).toBeVisible();
    await expect.element(form.getByText('It has a new address')).toBeVisible();
    await expect.element(form.getByLabelText('User name')).toHaveFocus();
    expect((await submit()).headers['mantel-setup-code']).toBe(CODE);
  });

  it('sends no recovery code of another home', async () => {
    const { form, submit } = await setUp(house, [], LAKE);
    expect(form.getByText('It has a new address').elements()).toEqual([]);
    expect(form.getByText('Recovery code accepted').elements()).toEqual([]);
    expect((await submit()).headers['mantel-setup-code']).toBeUndefined();
  });

  it('goes on at once if the home has a recovery code, and else offers one', async () => {
    const first = await setUp(house);
    (await first.submit()).answer(200, ann);
    await expect.poll(() => first.ondone.mock.calls.length).toBe(1);
    await first.form.unmount();

    const { form, ondone, submit } = await setUp(house);
    (await submit()).answer(200, { ...ann, needsRecoveryCode: true });
    await expect.element(form.getByRole('heading', { name: 'A recovery code for Home' })).toHaveFocus();
    expect(form.getByLabelText('User name').elements()).toEqual([]);
    expect(ondone).not.toHaveBeenCalled();
    await form.getByRole('button', { name: 'Not now' }).click();
    expect(ondone).toHaveBeenCalledOnce();
  });

  it.each([
    [
      'is asked for whether this screen may manage the home, chosen at first',
      house,
      undefined,
      false,
      'true'
    ],
    ['is never asked on a wall with that chosen', house, undefined, true, 'false'],
    ['does not ask who brings a code for the home: they manage it', house, house.id, false, null],
    ['does not ask who adds a home', { ...house, source: 'search' as const }, undefined, false, null],
    ['does not ask who sets one up', { ...house, setsUp: true }, undefined, false, null],
    ['does not ask in the demo home', { ...house, source: 'demo' as const }, undefined, false, null]
  ])('%s', async (_, controller, codeFor, isWall, chosen) => {
    const { form } = await setUp(controller, [], codeFor, isWall);
    await expect.element(form.getByLabelText('User name')).toBeVisible();
    const manages = form.getByRole('switch', { name: 'May this screen manage the home?' });
    expect(manages.elements()).toHaveLength(chosen === null ? 0 : 1);
    if (chosen === null) return;
    await expect.element(manages).toHaveAttribute('aria-checked', chosen);
    await expect.element(manages).toHaveAccessibleDescription(/let screens in and end them/);
  });

  it.each([true, false])('sends what was chosen about managing: %s', async (isChosen) => {
    const { form, submit } = await setUp(house);
    const manages = form.getByRole('switch', { name: 'May this screen manage the home?' });
    if (!isChosen) await manages.click();
    expect((await submit()).body).toMatchObject({ manages: isChosen });
  });

  it.each([
    ['says which account a new home takes', { ...house, source: 'search' as const }, 1],
    ['does not say it where Mantel has the account itself', { ...house, setsUp: true }, 0],
    ['does not say it at a known home', house, 0],
    ['does not say it in the demo home', { ...house, source: 'demo' as const }, 0]
  ])('%s', async (_, controller, count) => {
    const { form } = await setUp(controller);
    await expect.element(form.getByLabelText('User name')).toBeVisible();
    expect(form.getByText(/^Use the account that sees every room/).elements()).toHaveLength(count);
  });

  describe('with another account than the home’s', () => {
    const until = new Date(2030, 11, 30).getTime();
    const other = (rooms: number[] | null, more: number) => ({
      ...guest,
      rights: { rooms, commands: true, until, manages: false },
      otherAccount: { more }
    });
    const USE = 'Use this account for the home';
    const MORE = /^This account sees \d+ devices? that the home does not have\./;

    it.each([
      ['some rooms', other([2], 0), /^You see 1 room, until .*2030/, false],
      ['more than the home has', other([2, 3], 4), /^You see 2 rooms, until .*2030/, true],
      ['the whole home', other(null, 0), /^You see the whole home, until .*2030/, false]
    ])('says what it got before it goes on: %s', async (_, session, got, hasMore) => {
      const { form, ondone, submit } = await setUp(house);
      (await submit()).answer(200, session);
      const title = form.getByRole('heading', { name: 'This is another account than the home’s.' });
      await expect.element(title).toHaveFocus();
      await expect.element(form.getByText(got)).toBeVisible();
      await expect.element(form.getByText('You don’t manage this home.')).toBeVisible();
      expect(form.getByText(MORE).elements()).toHaveLength(hasMore ? 1 : 0);
      expect(form.getByRole('button', { name: USE }).elements()).toEqual([]);
      expect(form.getByLabelText('User name').elements()).toEqual([]);
      expect(ondone).not.toHaveBeenCalled();
      await form.getByRole('button', { name: 'Open' }).click();
      expect(ondone).toHaveBeenCalledOnce();
    });

    it('gives the account to the home where a code was brought: what changes is confirmed, then it signs in', async () => {
      const { form, proxy, ondone, submit } = await setUp(house, [], house.id);
      (await submit()).answer(200, other([2], 1));
      await form.getByRole('button', { name: USE }).click();
      const account = { username: 'ann', password: 'secret' };
      const asked = proxy.request(`/${house.id}/account`);
      expect(asked.headers['mantel-setup-code']).toBe(CODE);
      expect(asked.body).toEqual({ ...account, isConfirmed: false });
      const detail = { before: 3, after: 2, lost: ['Boiler'], added: [], screens: [] };
      asked.answer(409, { error: { code: 'account-differs', message: '', detail } });
      await expect.element(form.getByText('The home loses: Boiler')).toBeVisible();
      await form.getByRole('button', { name: 'Use this account' }).click();
      expect(proxy.request('/account').body).toEqual({ ...account, isConfirmed: true });
      proxy.request('/account').answer(204);
      await expect.poll(() => proxy.waiting.some(({ path }) => path.includes('/sign-in'))).toBe(true);
      const again = proxy.request('/sign-in');
      expect(again.body).toMatchObject({ ...account, manages: true });
      expect(again.headers['mantel-setup-code'], 'it is used up').toBeUndefined();
      again.answer(200, ann);
      await expect.poll(() => ondone.mock.calls.length).toBe(1);
    });

    it.each([
      ['the home’s own account is refused', 409, { code: 'account-needed' }, USE],
      [
        'nobody knows the password of a Z-Wave JS home',
        401,
        { code: 'wrong-credentials', detail: 'takes-code' },
        'Set a new password'
      ]
    ])('offers what a code can do where %s, and goes back to the form', async (_, status, error, label) => {
      const { form, proxy, ondone, submit } = await setUp(house, [], house.id);
      (await submit()).answer(status, { error: { ...error, message: '' } });
      await form.getByRole('button', { name: 'Back' }).click();
      await expect.element(form.getByLabelText('User name')).toBeVisible();
      (await submit()).answer(status, { error: { ...error, message: '' } });
      await form.getByRole('button', { name: label }).click();
      proxy.request(`/${house.id}/account`).answer(204);
      await expect.poll(() => proxy.waiting.some(({ path }) => path.includes('/sign-in'))).toBe(true);
      proxy.request('/sign-in').answer(200, ann);
      await expect.poll(() => ondone.mock.calls.length).toBe(1);
    });

    it('offers nothing without a code where the home’s own account is refused', async () => {
      const { form, submit } = await setUp(house);
      (await submit()).answer(409, { error: { code: 'account-needed', message: '' } });
      await expect.element(form.getByRole('alert')).toBeVisible();
      expect(form.getByRole('button', { name: USE }).elements()).toEqual([]);
    });
  });

  it('opens the demo home with one button, whatever its fields have, and no other home', async () => {
    const { form, ondone, proxy } = await setUp({ ...house, source: 'demo' });
    await expect.element(form.getByLabelText('User name')).toHaveValue('demo');
    await form.getByLabelText('User name').fill('somebody');
    await form.getByRole('button', { name: 'Open the demo home' }).click();
    await expect.poll(() => proxy.waiting.some(({ path }) => path.includes('/sign-in'))).toBe(true);
    expect(proxy.request('/sign-in').body).toMatchObject({ username: 'demo', password: 'demo' });
    proxy.request('/sign-in').answer(200, ann);
    await expect.poll(() => ondone.mock.calls.length).toBe(1);
    await form.unmount();
    const own = await setUp(house);
    await expect.element(own.form.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    expect(own.form.getByRole('button', { name: 'Open the demo home' }).elements()).toEqual([]);
  });

  it('reads what tells it from the other homes of this browser', async () => {
    const { app, proxy, ondone, submit } = await setUp(house, [house, { id: LAKE, name: 'Home' }]);
    (await submit()).answer(200, ann);
    await expect.poll(() => ondone.mock.calls.length).toBe(1);
    const namesake = { number: 1, addedAt: 0 };
    const homes = [{ id: LAKE, name: 'Home', namesake }];
    await expect.poll(() => proxy.waiting.some(({ path }) => path.startsWith('/api/me'))).toBe(true);
    proxy.request('/me').answer(200, { ...ann, homes });
    await expect.poll(() => app.session.homes.list.find(({ id }) => id === LAKE)?.namesake).toEqual(namesake);
  });

  it('says that another home has its name', async () => {
    const { form } = await setUp({ ...house, namesake: { number: 2, addedAt: 0 } });
    await expect.element(form.getByText('Another home has this name.')).toBeVisible();
  });

  it('warns of a home where this phone never was, while one of its own has ended', async () => {
    const ended = { id: LAKE, name: 'Home', ended: true };
    const warning = 'This isn’t one of the homes of this phone.';
    const strange = await setUp(house, [ended]);
    await expect.element(strange.form.getByText(warning)).toBeVisible();
    await strange.form.unmount();
    for (const homes of [[{ ...ended, id: house.id }], []]) {
      const { form } = await setUp(house, homes);
      await expect.element(form.getByLabelText('User name')).toBeVisible();
      expect(form.getByText(warning).elements()).toEqual([]);
      await form.unmount();
    }
  });

  it('is refused to a home that is being forgotten, but its code takes it back', async () => {
    const leaving = { ...house, leaving: true as const };
    const without = await setUp(leaving, [], LAKE);
    await expect.element(without.form.getByText(/^Only a phone that manages it, or a code/)).toBeVisible();
    expect(without.form.getByRole('button', { name: 'Take it back' }).elements()).toEqual([]);
    expect(without.form.getByLabelText('User name').elements()).toEqual([]);
    await without.form.unmount();

    const { form, proxy, submit } = await setUp(leaving, [], house.id);
    await expect.element(form.getByText(/That uses the code up/)).toBeVisible();
    await form.getByRole('button', { name: 'Take it back' }).click();
    await expect.poll(() => proxy.waiting.length).toBe(1);
    const { method, headers } = proxy.request(`/${house.id}/forget`);
    expect({ method, code: headers['mantel-setup-code'] }).toEqual({ method: 'DELETE', code: CODE });
    proxy.request('/forget').answer(204);
    await expect.element(form.getByLabelText('User name')).toHaveFocus();
    // It is used up by that.
    expect(proxy.request('/controllers').headers['mantel-setup-code']).toBeUndefined();
    proxy.request('/controllers').answer(200, { controllers: [house], searching: false, mayAdd: false });
    expect((await submit()).headers['mantel-setup-code']).toBeUndefined();
  });
});

it('a list of controllers says which one of a name it is, and which one is being forgotten', async () => {
  const controllers = [
    { ...house, namesake: { number: 1, addedAt: 0 } },
    { ...house, id: LAKE, namesake: { number: 2, addedAt: 0 }, leaving: true as const },
    { ...house, id: BARN, name: 'Barn' }
  ];
  const { app } = await aStranger([], {});
  const list = await renderIn(app, ControllerList, { controllers, onchoose: vi.fn() });
  const houses = list.getByRole('button', { name: 'Home', exact: true });
  await expect.element(houses.first()).toHaveAccessibleDescription('No. 1');
  await expect.element(houses.last()).toHaveAccessibleDescription('Is being forgotten · No. 2');
  await expect.element(list.getByRole('button', { name: 'Barn' })).toHaveAccessibleDescription('');
});

describe('the homes of this phone', () => {
  const homes = [
    { id: house.id, name: 'Home', ended: true },
    { id: LAKE, name: 'Lake house', namesake: { number: 2, addedAt: 0 }, ended: true },
    { id: BARN, name: 'Barn' }
  ];

  it('come apart: those that are signed in to are links, those the server has can be chosen, ended ones be forgotten', async () => {
    const { app, search, settings } = await aStranger(homes, { controllers: [house], codeFor: house.id });
    const onchoose = vi.fn();
    const list = await renderIn(app, PhoneHomes, { search, homes: phoneHomes(app.session), onchoose });
    const region = list.getByRole('region', { name: 'Homes of this phone' });
    await region.getByRole('button', { name: 'Home', exact: true }).click();
    expect(onchoose).toHaveBeenCalledExactlyOnceWith({ kind: 'controller', controller: house });
    await expect.element(region.getByText('Lake house · No. 2')).toBeVisible();
    expect(region.getByText('No longer on this Mantel server').elements()).toHaveLength(1);
    await expect.element(region.getByRole('link', { name: 'Barn' })).toHaveAttribute('href', `/h/${BARN}`);
    expect(region.getByRole('button', { name: 'Forget on this phone: Barn' }).elements()).toEqual([]);
    await region.getByRole('button', { name: 'Forget on this phone: Lake house' }).click();
    expect(settings.read('homes')).not.toContain('Lake house');
    expect(phoneHomes(app.session).map(({ id }) => id)).toEqual([house.id, BARN]);
  });

  it('are not listed again with why the last session ended, unless none of them has ended', async () => {
    const failure = { code: 'not-signed-in' as const, message: '' };
    for (const [known, count] of [
      [homes, 0],
      [[{ id: BARN, name: 'Barn' }], 1]
    ] as const) {
      const { app } = await aStranger(known, {});
      const lost = await renderIn(app, LostSession, { failure });
      expect(lost.getByRole('link', { name: 'Barn' }).elements()).toHaveLength(count);
      await lost.unmount();
    }
  });
});

import '../../src/app.css';
import { describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { fail, succeed } from '#shared/errors';
import { EMPTY_HOME } from '#shared/home';
import type { Activity, ScreenEntry } from '#shared/household';
import { FULL_RIGHTS, MANAGING_RIGHTS, type Rights } from '#shared/rights';
import ActivityNotice from '../../src/features/chronicle/ActivityNotice.svelte';
import EndScreenDialog from '../../src/features/people/EndScreenDialog.svelte';
import { PasswordGate } from '../../src/features/people/password-gate.svelte';
import PasswordSheet from '../../src/features/people/PasswordSheet.svelte';
import PinEntry from '../../src/features/people/pin/PinEntry.svelte';
import { ScreensService } from '../../src/features/people/screens-of';
import RightsFields from '../../src/routes/(app)/settings/RightsFields.svelte';
import ScreenRow from '../../src/routes/(app)/settings/ScreenRow.svelte';
import { fieldsOf } from '../../src/routes/(app)/settings/until';
import { aRoom } from '../lib/kinds/test-home';
import { openedIn } from '../lib/state/test-screen';
import { anApp, renderIn } from './test-app';

const tablet: ScreenEntry = {
  id: 's2',
  name: 'Kitchen tablet',
  lastSeen: 1,
  current: false,
  locked: false,
  rights: FULL_RIGHTS,
  cameIn: {
    how: 'pairing',
    at: new Date(2026, 10, 3, 9, 5).getTime(),
    by: { id: 's1', name: 'Anna’s phone' }
  }
};
const by = { id: 's2', name: 'Kitchen tablet' };
/** Signed in with another account than the home's. */
const visitor: ScreenEntry = {
  ...tablet,
  name: 'Visitor',
  rights: { ...FULL_RIGHTS, rooms: [11, 12], until: Date.now() + 86_400_000 },
  cameIn: { how: 'account', at: 1 }
};
const guest: ScreenEntry = { ...tablet, id: 's3', name: 'Guest', cameIn: { how: 'pairing', at: 1, by } };

describe('the rights of a screen', () => {
  const setUp = async (own: Rights, rights: Rights) => {
    const { app } = await anApp(own);
    const screen = await renderIn(app, RightsFields, { rights });
    return { screen, manages: screen.getByRole('switch', { name: 'Manages this home' }) };
  };

  it('offer the right to manage if this screen manages the home, off at first', async () => {
    const { manages } = await setUp(MANAGING_RIGHTS, FULL_RIGHTS);
    await expect.element(manages).toHaveAttribute('aria-checked', 'false');
    await expect.element(manages).toHaveAccessibleDescription(/controllers, other people’s phones/);
    await manages.click();
    await expect.element(manages).toHaveAttribute('aria-checked', 'true');
  });

  it('do not offer the right to manage otherwise', async () => {
    const { manages } = await setUp(FULL_RIGHTS, FULL_RIGHTS);
    expect(manages.elements()).toHaveLength(0);
  });

  it('drop the right to manage with the first limit, and do not restore it with the last', async () => {
    const { screen, manages } = await setUp(MANAGING_RIGHTS, MANAGING_RIGHTS);
    const controls = screen.getByRole('switch', { name: 'Can control devices' });
    await expect.element(manages).toHaveAttribute('aria-checked', 'true');
    await controls.click();
    expect(manages.elements()).toHaveLength(0);
    await controls.click();
    await expect.element(manages).toHaveAttribute('aria-checked', 'false');
  });
});

it('the access of a screen ends at a typed day and time, and a past one is refused in words', async () => {
  const { app } = await anApp(MANAGING_RIGHTS);
  const screen = await renderIn(app, RightsFields, { rights: FULL_RIGHTS });
  await screen.getByText('Until …').click();
  const day = screen.getByLabelText('Day');
  const end = screen.getByText(/^Access ends/).last();
  await expect.element(screen.getByLabelText('Time', { exact: true })).toHaveValue('12:00');
  await day.fill('2001-01-01');
  const refused = 'Choose a time that is still to come, within a year.';
  await expect.element(screen.getByRole('alert')).toHaveTextContent(refused);
  await expect.element(day).toHaveAccessibleDescription(refused);
  expect(screen.getByText(/^Access ends \d/).elements(), 'no end is said that is none').toEqual([]);
  const now = new Date(app.environment.clock.now() + 3 * 86_400_000);
  await day.fill(fieldsOf(now.getTime()).day);
  await screen.getByLabelText('Time', { exact: true }).fill('20:15');
  expect(screen.getByRole('alert').elements()).toEqual([]);
  await expect.element(end).toHaveTextContent(/8:15|20:15/);
});

it('the rooms of a screen begin without any, so that nobody gets a room by mistake', async () => {
  const { app } = await anApp(MANAGING_RIGHTS);
  openedIn(app).state.replace(
    {
      ...EMPTY_HOME,
      sections: [{ id: 1, name: 'Floor' }],
      rooms: [aRoom({ id: 11, name: 'Hall', section_id: 1 })]
    },
    'e.1',
    1
  );
  const screen = await renderIn(app, RightsFields, { rights: FULL_RIGHTS });
  await screen.getByText('Some rooms').click();
  await expect.element(screen.getByText('0 of 1 rooms')).toBeVisible();
  const hall = screen.getByRole('switch', { name: 'Hall' });
  await expect.element(hall).toHaveAttribute('aria-checked', 'false');
  await hall.click();
  await expect.element(screen.getByText('1 of 1 rooms')).toBeVisible();
  await hall.click();
  await expect.element(screen.getByText('0 of 1 rooms')).toBeVisible();
});

describe('a row of the list', () => {
  const setUp = async (screen: ScreenEntry, mayChange = true) => {
    const onedit = vi.fn();
    const onend = vi.fn();
    const onletbackin = vi.fn();
    const onkeep = vi.fn();
    const acts = { onedit, onend, onletbackin, onkeep };
    const row = await render(ScreenRow, { screen, name: screen.name, mayChange, ...acts });
    return { row, unfold: () => row.getByText(screen.name).click(), ...acts };
  };

  it('has its name in one line and all of its state, and unfolds to its rights, who paired it, and when', async () => {
    const { row, unfold } = await setUp({ ...tablet, name: 'A long name of a tablet in a hall. '.repeat(4) });
    const part = (name: string) => row.container.querySelector(name);
    expect(part('.name')?.getBoundingClientRect().height).toBeLessThan(30);
    const state = part('.state');
    expect(state?.textContent).toContain('Last seen');
    expect(state?.scrollWidth, 'nothing is cut').toBe(state?.clientWidth);
    await expect.element(row.getByText('Full access')).not.toBeVisible();
    await unfold();
    await expect.element(row.getByText('Full access')).toBeVisible();
    await expect.element(row.getByText(/^Let in by Anna’s phone · .*9:05/)).toBeVisible();
    expect(row.container.textContent).not.toContain('Locked');
  });

  it('shows the browser, and signs out with a button in words', async () => {
    const { row, unfold, onend } = await setUp({ ...tablet, browser: 'Chrome · Android' });
    await unfold();
    await expect.element(row.getByText('Chrome · Android')).toBeVisible();
    const button = row.getByRole('button', { name: 'Sign out Kitchen tablet' });
    expect(button.element().textContent.trim()).toBe('Sign out');
    await button.click();
    expect(onend).toHaveBeenCalledOnce();
  });

  it('says that it manages the home', async () => {
    const { row, unfold } = await setUp({ ...tablet, rights: MANAGING_RIGHTS });
    await unfold();
    await expect.element(row.getByText('Manages this home')).toBeVisible();
  });

  it.each([
    ['is offered to be kept if it came in with another account for some time', visitor, 1],
    ['is kept already if its access has no end', { ...visitor, rights: FULL_RIGHTS }, 0],
    ['is ended by its end if it was let in otherwise', { ...visitor, cameIn: tablet.cameIn }, 0]
  ])('%s', async (_, screen, count) => {
    const { row, onkeep } = await setUp(screen);
    const keep = row.getByRole('button', { name: 'Keep Visitor' });
    expect(keep.elements()).toHaveLength(count);
    if (count === 0) return;
    await keep.click();
    expect(onkeep).toHaveBeenCalledOnce();
  });

  it('is marked while it is locked, and unlocked with one touch', async () => {
    const { row, onletbackin } = await setUp({ ...tablet, locked: true });
    await expect.element(row.getByText('Locked')).toBeVisible();
    await row.getByRole('button', { name: 'Let Kitchen tablet back in' }).click();
    expect(onletbackin).toHaveBeenCalledOnce();
  });

  it('offers nothing if this screen may not change it', async () => {
    const { row } = await setUp({ ...tablet, locked: true }, false);
    expect(row.getByRole('button').elements()).toHaveLength(0);
  });
});

it('ending a screen offers to end the screens that it paired', async () => {
  const onend = vi.fn();
  const screens = [tablet, guest, { ...guest, id: 's4', name: 'Guest’s guest' }];
  const asked = await render(EndScreenDialog, { screen: tablet, screens, onend, oncancel: vi.fn() });
  await expect.element(asked.getByText('It let in 2 other phones and tablets.')).toBeVisible();
  await asked.getByRole('button', { name: 'Sign out this one and 2 more' }).click();
  await asked.getByRole('button', { name: 'Sign out only this one' }).click();
  expect(onend.mock.calls).toEqual([[true], [false]]);
});

it('ending a screen asks the short question if it paired none', async () => {
  const onend = vi.fn();
  const asked = await render(EndScreenDialog, {
    screen: guest,
    screens: [tablet, guest],
    onend,
    oncancel: vi.fn()
  });
  expect(asked.getByRole('button').elements()).toHaveLength(2);
  await asked.getByRole('button', { name: 'Yes, sign out' }).click();
  expect(onend).toHaveBeenCalledExactlyOnceWith(false);
});

it('the password sheet shows the error, stays open for another attempt, and continues the original action', async () => {
  const { app, proxy } = await anApp(MANAGING_RIGHTS);
  const gate = new PasswordGate(app.proxy);
  const send = vi.fn().mockResolvedValueOnce(fail('password-needed', '')).mockResolvedValueOnce(succeed(1));
  const passed = gate.pass(send);
  await expect.poll(() => gate.isAsked).toBe(true);
  const sheet = await renderIn(app, PasswordSheet, { gate });
  const field = sheet.getByLabelText('Password of ann');
  await expect.element(field).toHaveFocus();
  await field.fill('wrong');
  await sheet.getByRole('button', { name: 'Continue' }).click();
  proxy.request('/password').refuse(401, 'wrong-credentials');
  await expect.element(sheet.getByRole('alert')).toHaveTextContent('Wrong user name or password');
  await field.fill('right');
  await sheet.getByRole('button', { name: 'Continue' }).click();
  expect(proxy.request('/password').body).toEqual({ password: 'right' });
  proxy.request('/password').answer(204);
  expect(await passed).toEqual(succeed(1));
  expect(send).toHaveBeenCalledTimes(2);
});

it.each([
  ['the account that it is of', MANAGING_RIGHTS, 'Password of ann'],
  [
    'the home, where this screen does not know the account',
    { ...FULL_RIGHTS, rooms: [1] },
    'Password of the home'
  ]
])('the password sheet names %s', async (_, rights, label) => {
  const { app } = await anApp(rights);
  const gate = new PasswordGate(app.proxy);
  void gate.pass(vi.fn().mockResolvedValue(fail('password-needed', '')));
  await expect.poll(() => gate.isAsked).toBe(true);
  const sheet = await renderIn(app, PasswordSheet, { gate });
  await expect.element(sheet.getByLabelText(label)).toBeVisible();
});

it('the password sheet says whose password it is where it is that of another home', async () => {
  const { app, proxy } = await anApp(MANAGING_RIGHTS);
  const id = 'ba9876543210';
  app.session.homes.put({ id, name: 'Lake house', namesake: { number: 2, addedAt: 0 } });
  const gate = new PasswordGate(app.proxy);
  const detail = { home: id };
  const send = vi
    .fn()
    .mockResolvedValueOnce({ ok: false, error: { code: 'password-needed', message: '', detail } })
    .mockResolvedValueOnce(succeed(1));
  const passed = gate.pass(send);
  await expect.poll(() => gate.isAsked).toBe(true);
  const sheet = await renderIn(app, PasswordSheet, { gate });
  await expect.element(sheet.getByText('Lake house · No. 2')).toBeVisible();
  await expect.element(sheet.getByText('Another home has this name.')).toBeVisible();
  await sheet.getByLabelText('Password for Lake house').fill('right');
  await sheet.getByRole('button', { name: 'Continue' }).click();
  proxy.request(`/${id}/password`).answer(204);
  expect(await passed).toEqual(succeed(1));
});

it('the PIN of another screen is removed only with the password', async () => {
  const { app, proxy } = await anApp(MANAGING_RIGHTS);
  const { gate, screens } = openedIn(app).service(ScreensService);
  const reset = screens.resetPin(tablet);
  proxy.request('/screens/s2/pin').refuse(403, 'password-needed');
  await expect.poll(() => gate.isAsked).toBe(true);
  gate.cancel();
  await expect.poll(() => proxy.waiting.some(({ path }) => path.endsWith('/screens'))).toBe(true);
  proxy.request('/screens').answer(200, { screens: [] });
  expect(await reset).toBe(false);
});

it('a forgotten PIN is removed by the password of the home, which says what that ends', async () => {
  const { app, proxy } = await anApp(MANAGING_RIGHTS, { hasPin: true, locked: true });
  const others = 'This tablet is signed out of its other homes.';
  const pad = await renderIn(app, PinEntry, {});
  await pad.getByRole('button', { name: 'Forgotten?' }).click();
  await expect.element(pad.getByText('The password of this home removes the PIN.')).toBeVisible();
  expect(pad.container.textContent).not.toContain(others);
  app.session.homes.put({ id: 'ba9876543210', name: 'Lake house' });
  await expect.element(pad.getByText(others)).toBeVisible();
  await pad.getByLabelText('Password of ann').fill('secret');
  await pad.getByRole('button', { name: 'Remove the PIN' }).click();
  expect(proxy.request('/pin/forgotten').body).toEqual({ password: 'secret' });
  proxy.request('/pin/forgotten').refuse(401, 'wrong-credentials');
  await expect.element(pad.getByRole('alert')).toHaveTextContent('Wrong user name or password');
  await pad.getByRole('button', { name: 'Back to the PIN' }).click();
  await expect.element(pad.getByLabelText('PIN', { exact: true })).toHaveFocus();
  expect(pad.container.textContent).not.toContain('Wrong user name');
});

describe('the activity notice', () => {
  const controller = { id: '0123456789ab', name: 'Villa' };
  const paired = (): Activity => ({
    controller,
    seq: 7,
    at: Date.now() - 330_000,
    kind: 'paired',
    count: 1,
    screen: { id: 's2', name: 'Kitchen tablet' },
    by: { id: 's9', name: 'Anna’s phone' }
  });
  const failed: Activity = { controller, seq: 6, at: 1, kind: 'setup-code-failed', count: 3 };

  it('shows the newest event and counts the rest; the screen can be ended, and all can be opened', async () => {
    const { app, proxy } = await anApp(MANAGING_RIGHTS);
    const unseen = [failed, paired()];
    openedIn(app).unseen.value = unseen;
    const notice = await renderIn(app, ActivityNotice, { unseen });
    proxy.request('/screens').answer(200, { screens: [tablet, guest] });
    const region = notice.getByRole('region', { name: 'Recent activity' });
    const seen = region.getByRole('button', { name: 'Got it' });
    // At first a touch was meant for the page.
    expect(getComputedStyle(seen.element()).pointerEvents).toBe('none');
    await expect.element(region).toHaveTextContent(/Kitchen tablet was let in by Anna’s phone/);
    await expect.element(region).toHaveTextContent(/5 min ago/);
    await expect.element(region.getByRole('link', { name: 'and 1 more' })).toBeVisible();
    await expect.element(notice.getByRole('status')).toHaveTextContent(/Kitchen tablet was let in/);

    await region.getByRole('button', { name: 'Sign out Kitchen tablet' }).click();
    await notice.getByRole('button', { name: 'Sign out this one and 1 more' }).click();
    proxy.request('/screens/s2?letIn=true').answer(204);
    await expect.poll(() => proxy.waiting.length).toBe(1);
    proxy.request('/screens').answer(200, { screens: [] });
    await expect.poll(() => region.getByRole('button').elements().length).toBe(1);

    await seen.click();
    expect(proxy.request('/activity/seen').body).toEqual({ upTo: 7 });
    proxy.request('/activity/seen').answer(204);
    await expect.poll(() => openedIn(app).unseen.value).toEqual([]);
  });

  it('names what another account sees; its screen can be ended, or kept with what it may', async () => {
    const { app, proxy } = await anApp(MANAGING_RIGHTS);
    openedIn(app).state.replace(
      {
        ...EMPTY_HOME,
        sections: [{ id: 1, name: 'Floor' }],
        rooms: [
          aRoom({ id: 11, name: 'Kitchen', section_id: 1 }),
          aRoom({ id: 12, name: 'Hall', section_id: 1 })
        ]
      },
      'e.1',
      1
    );
    const other: Activity = { ...failed, kind: 'other-account', count: 1, rooms: [11, 12], screen: visitor };
    const notice = await renderIn(app, ActivityNotice, { unseen: [other] });
    proxy.request('/screens').answer(200, { screens: [visitor] });
    const region = notice.getByRole('region', { name: 'Recent activity' });
    await expect
      .element(region)
      .toHaveTextContent('Visitor signed in with another account: Kitchen and Hall');
    await expect.element(region.getByRole('button', { name: 'Sign out Visitor' })).toBeVisible();
    const keep = region.getByRole('button', { name: 'Keep Visitor' });
    await keep.click();
    expect(proxy.request('/screens/s2').body).toEqual({
      kept: true,
      rights: { rooms: [11, 12], commands: true, until: null }
    });
    proxy.request('/screens/s2').answer(204);
    const kept = { ...visitor, rights: { ...visitor.rights, until: null } };
    await expect.poll(() => proxy.waiting.some(({ path }) => path.endsWith('/screens'))).toBe(true);
    proxy.request('/screens').answer(200, { screens: [kept] });
    await expect.poll(() => keep.elements().length).toBe(0);
    await expect.element(region.getByRole('button', { name: 'Sign out Visitor' })).toBeVisible();
  });

  it('offers no end without an existing screen, and stays if it could not be dismissed', async () => {
    const { app, proxy } = await anApp(MANAGING_RIGHTS);
    const notice = await renderIn(app, ActivityNotice, { unseen: [failed] });
    await expect.element(notice.getByText('A wrong setup code was tried · 3 times').last()).toBeVisible();
    expect(proxy.asked).not.toContain('GET /api/controllers/:id/screens');
    await notice.getByRole('button', { name: 'Got it' }).click();
    proxy.request('/activity/seen').cut();
    await expect.element(notice.getByRole('status')).toHaveTextContent('nothing was sent');
    await expect.element(notice.getByRole('button', { name: 'Got it' })).toBeEnabled();
  });
});

import '../../src/app.css';
import { describe, expect, it } from 'vitest';
import { FULL_RIGHTS, MANAGING_RIGHTS, type Rights } from '#shared/rights';
import LeavingPage from '../../src/features/people/LeavingPage.svelte';
import type { PageEvent } from '../../src/lib/state/base/page-events';
import ForgetHome from '../../src/routes/(app)/settings/ForgetHome.svelte';
import { ann } from '../lib/state/test-screen';
import { anApp, renderIn } from './test-app';

const DAY_MS = 24 * 60 * 60_000;
const namesake = { number: 2, addedAt: 0 };

describe('the page of a home that is being forgotten', () => {
  const setUp = async (rights: Rights, goesInMs = DAY_MS) => {
    const { app, proxy, page: events } = await anApp(rights);
    const controller = { ...ann.controller, namesake };
    const leavingSession = { ...ann, controller, rights, locked: true, goesInMs };
    const page = await renderIn(app, LeavingPage, { leavingSession, goesInMs });
    await expect.element(page.getByText('Is being forgotten')).toBeVisible();
    const tell = () => proxy.request('/me').answer(200, { ...leavingSession, homes: [] });
    tell();
    await expect.element(page.getByText(/^Home goes in /)).toBeVisible();
    return { app, proxy, page, tell, told: (event: PageEvent) => events.tell(event) };
  };

  it('says when it goes and whom to ask, and lets a screen that manages nothing only sign out', async () => {
    const { page } = await setUp(FULL_RIGHTS, 90_000);
    await expect.element(page.getByText('Home goes in 2 minutes')).toBeVisible();
    const heading = page.getByRole('heading', { level: 1 });
    await expect.element(heading).toHaveTextContent('Home · No. 2');
    await expect.element(heading).toHaveFocus();
    await expect.element(page.getByText(/^Ask somebody who manages this home/)).toBeVisible();
    expect(
      page
        .getByRole('button')
        .elements()
        .map(({ textContent }) => textContent.trim())
    ).toEqual(['Sign out']);
    expect(page.getByRole('textbox').elements()).toEqual([]);
  });

  it('takes the home back with one touch, and reads the session again', async () => {
    const { page, proxy } = await setUp(MANAGING_RIGHTS);
    await expect.element(page.getByText('Home goes in 24 hours')).toBeVisible();
    await page.getByRole('button', { name: 'Take it back' }).click();
    expect(proxy.request('/forget').method).toBe('DELETE');
    proxy.request('/forget').answer(204);
    await expect.poll(() => proxy.waiting.some(({ path }) => path.startsWith('/api/me'))).toBe(true);
  });

  it('forgets the home now after a question and the password, and says then why the session ended', async () => {
    const { app, page, proxy } = await setUp(MANAGING_RIGHTS);
    await page.getByRole('button', { name: 'Forget now' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Forget Home · No. 2 now?' });
    await dialog.getByRole('button', { name: 'Forget now' }).click();
    expect(proxy.request('/forget').body).toEqual({ now: true });
    proxy.request('/forget').refuse(403, 'password-needed');
    await page.getByLabelText('Password of ann').fill('secret');
    await page.getByRole('button', { name: 'Continue' }).click();
    proxy.request('/password').answer(204);
    await expect.poll(() => proxy.waiting.some(({ path }) => path.endsWith('/forget'))).toBe(true);
    proxy.request('/forget').answer(200, { goesInMs: 0 });
    await expect.poll(() => proxy.waiting.some(({ path }) => path.startsWith('/api/me'))).toBe(true);
    const detail = { reason: 'controller-removed' };
    proxy.request('/me').answer(401, { error: { code: 'not-signed-in', message: '', detail } });
    await expect.poll(() => app.session.lost?.detail).toEqual(detail);
    expect(app.session.current).toBeNull();
  });

  it('says no time that is old while the server cannot be reached, and no failure once it can', async () => {
    const { page, proxy, tell, told } = await setUp(MANAGING_RIGHTS);
    await page.getByRole('button', { name: 'Take it back' }).click();
    proxy.request('/forget').cut();
    await expect.element(page.getByRole('alert')).toBeVisible();
    told('offline');
    await expect.element(page.getByText('Is being forgotten')).toBeVisible();
    told('online');
    await expect.poll(() => proxy.waiting.some(({ path }) => path.startsWith('/api/me'))).toBe(true);
    tell();
    await expect.element(page.getByText('Home goes in 24 hours')).toBeVisible();
    expect(page.getByRole('alert').elements()).toEqual([]);
  });

  it('says why the home could not be taken back', async () => {
    const { page, proxy } = await setUp(MANAGING_RIGHTS);
    await page.getByRole('button', { name: 'Take it back' }).click();
    proxy.request('/forget').cut();
    await expect.element(page.getByRole('alert')).toHaveTextContent('nothing was sent');
    await expect.element(page.getByRole('button', { name: 'Take it back' })).toBeEnabled();
  });
});

it('a home is forgotten in its settings after a question that says what goes and until when it can be taken back', async () => {
  const { app, proxy } = await anApp(MANAGING_RIGHTS);
  const card = await renderIn(app, ForgetHome, {});
  await card.getByRole('button', { name: 'Forget this home' }).click();
  const dialog = card.getByRole('alertdialog', { name: 'Forget Home?' });
  await expect.element(dialog).toHaveTextContent(/locked at once.*24 hours.*record.*take it back/);
  await dialog.getByRole('button', { name: 'Forget this home' }).click();
  expect(proxy.request('/forget').body).toEqual({ now: false });
  proxy.request('/forget').answer(200, { goesInMs: DAY_MS });
  await expect.poll(() => proxy.waiting.some(({ path }) => path.startsWith('/api/me'))).toBe(true);
  const controller = { ...ann.controller, namesake };
  proxy.request('/me').answer(200, { ...ann, controller, locked: true, goesInMs: DAY_MS });
  await expect.poll(() => app.session.current?.goesInMs).toBe(DAY_MS);
  expect(app.session.isLocked).toBe(true);
});

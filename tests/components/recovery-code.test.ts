import '../../src/app.css';
import { describe, expect, it, vi } from 'vitest';
import { MANAGING_RIGHTS } from '#shared/rights';
import RecoveryCodeStep from '../../src/features/people/RecoveryCodeStep.svelte';
import NewRecoveryCode from '../../src/routes/(app)/settings/NewRecoveryCode.svelte';
import { ann } from '../lib/state/test-screen';
import { anApp, renderIn } from './test-app';

const code = 'ABCDEFGH2345';

describe('the offer of a recovery code after a sign-in', () => {
  const setUp = async () => {
    const { app, proxy } = await anApp(MANAGING_RIGHTS);
    const ondone = vi.fn();
    const step = await renderIn(app, RecoveryCodeStep, { home: ann.controller, ondone });
    return { proxy, step, ondone };
  };

  it('shows the code in groups that can be selected, and goes on once it is written down', async () => {
    const { proxy, step, ondone } = await setUp();
    await expect.element(step.getByRole('heading', { name: 'A recovery code for Home' })).toBeVisible();
    await step.getByRole('button', { name: 'Show the code' }).click();
    proxy.request('/recovery-code').answer(200, { code });
    const shown = step.getByText('ABCD EFGH 2345');
    await expect.element(shown).toBeVisible();
    expect(getComputedStyle(shown.element()).userSelect).toBe('text');
    await expect.element(step.getByText(/^Write it down on paper/)).toBeVisible();
    await expect.element(step.getByRole('status')).toHaveTextContent('ABCD EFGH 2345');
    await expect.element(step.getByRole('heading')).toHaveFocus();
    expect(step.getByRole('button', { name: 'Not now' }).elements()).toEqual([]);
    expect(ondone).not.toHaveBeenCalled();
    await step.getByRole('button', { name: 'I’ve written it down' }).click();
    expect(ondone).toHaveBeenCalledOnce();
  });

  it('can be put off, also where no code can be made', async () => {
    const { proxy, step, ondone } = await setUp();
    await step.getByRole('button', { name: 'Show the code' }).click();
    proxy.request('/recovery-code').cut();
    await expect.element(step.getByRole('alert')).toHaveTextContent('nothing was sent');
    await step.getByRole('button', { name: 'Not now' }).click();
    expect(ondone).toHaveBeenCalledOnce();
  });
});

describe('the recovery code in the settings', () => {
  const setUp = async (madeAt: number | null) => {
    const { app, proxy } = await anApp(MANAGING_RIGHTS);
    const line = await renderIn(app, NewRecoveryCode, {});
    await expect.element(line.getByText('Recovery code', { exact: true })).toBeVisible();
    proxy.request('/recovery-code').answer(200, { madeAt });
    return { proxy, line, again: line.getByRole('button', { name: 'New recovery code' }) };
  };

  it('says when it was made, and before a new one that it no longer works', async () => {
    const { proxy, line, again } = await setUp(new Date(2024, 10, 29).getTime());
    await expect.element(line.getByText(/^Made on .*2024/)).toBeVisible();
    await again.click();
    const dialog = line.getByRole('alertdialog');
    await expect.element(dialog).toHaveTextContent('The one before no longer works');
    await dialog.getByRole('button', { name: 'New recovery code' }).click();
    expect(proxy.request('/recovery-code').method).toBe('POST');
    proxy.request('/recovery-code').answer(200, { code });
    await expect.element(line.getByText('ABCD EFGH 2345')).toBeVisible();
    proxy.request('/recovery-code').answer(200, { madeAt: Date.now() });
    await line.getByRole('button', { name: 'I’ve written it down' }).click();
    expect(line.container.textContent).not.toContain('ABCD');
  });

  it('is made without a question if there is none yet', async () => {
    const { proxy, line, again } = await setUp(null);
    await expect.element(line.getByText('None yet')).toBeVisible();
    await again.click();
    expect(proxy.request('/recovery-code').method).toBe('POST');
  });
});

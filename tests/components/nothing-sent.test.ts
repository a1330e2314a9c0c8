import { afterEach, expect, it } from 'vitest';
import { FULL_RIGHTS } from '#shared/rights';
import NothingSent from '../../src/features/notices/NothingSent.svelte';
import { anApp, renderIn } from './test-app';

afterEach(() => document.querySelector('dialog')?.remove());

const REASON = 'Until the controller is back.';

it('why a control in a sheet sends nothing is said in the sheet, and no longer once the page of a home has ended', async () => {
  const sheet = document.body.appendChild(document.createElement('dialog'));
  const control = sheet.appendChild(document.createElement('button'));
  control.setAttribute('aria-disabled', 'true');
  control.dataset['reason'] = REASON;
  sheet.show();
  const { app } = await anApp(FULL_RIGHTS);
  const screen = await renderIn(app, NothingSent, {});

  control.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  await expect.poll(() => sheet.textContent).toBe(REASON);
  await screen.unmount();
  expect(document.body.textContent).not.toContain(REASON);
});

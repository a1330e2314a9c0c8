import type { Page } from '@playwright/test';

/** Puts the recovery code off that the first sign-in to a home offers. */
export const skipRecoveryCode = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Not now' }).click();

import type { Page } from '@playwright/test';
import { expect } from './test';

/** A page, or a state of a page. */
export interface View {
  readonly name: string;
  /** Whether it is a page of its own. Only pages are checked in all widths. */
  readonly isPage: boolean;
  /** Opens the view. Resolves when it is complete. */
  show(page: Page): Promise<void>;
}

/**
 * Navigates like a link of the app, without a reload. Loads the page if there is no app yet, or if the
 * address is already open. Refuses a dialog that is open.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  if (await page.getByRole('alertdialog').isVisible()) await page.keyboard.press('Escape');
  const there = new URL(address, 'http://any');
  if (page.url() === 'about:blank' || new URL(page.url()).pathname === there.pathname) {
    await page.goto(address);
    return;
  }
  await followLink(page, address);
}

/** Leads the app to an address, as a link does: nothing is loaded again. */
export async function followLink(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    const link = document.createElement('a');
    link.href = href;
    document.body.firstElementChild?.append(link);
    link.click();
    link.remove();
  }, address);
}

/** The view at an address, recognised by its heading. */
export const viewAt = (name: string, address: string, title: string, isPage = true): View => ({
  name,
  isPage,
  async show(page) {
    await goTo(page, address);
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  }
});

/** The sheet at an address, with its title and the last element that it loads. */
export const sheetAt = (name: string, path: string, title: string, last: string, isPage = false): View => ({
  name,
  isPage,
  async show(page) {
    await goTo(page, path);
    const sheet = page.getByRole('dialog', { name: title, exact: true });
    await expect(sheet.getByText(last, { exact: true }).first()).toBeVisible();
  }
});

/** A device's sheet over its room. */
export const sheet = (name: string, id: number, title: string, isPage = false): View =>
  sheetAt(`sheet-${name}`, `/devices/${id}`, title, 'Details', isPage);

/** A view after an action. */
export const viewAfter = (name: string, view: View, act: (page: Page) => Promise<void>): View => ({
  name,
  isPage: false,
  async show(page) {
    await view.show(page);
    await act(page);
  }
});

import type { Page } from '@playwright/test';
import { expect } from './test';

/** A page, or a state of one, as people see it. */
export interface View {
  /** The name of its pictures. */
  readonly name: string;
  /** Whether it is a page of its own: those are looked at in every width. */
  readonly isPage: boolean;
  /** Brings it on the screen; resolves once it is all there. */
  show(page: Page): Promise<void>;
}

/**
 * Goes to an address as a link of the app does, without loading the app again; where there is no app yet, or it is there already, anew.
 * A question that is still open is refused.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  if (await page.getByRole('alertdialog').isVisible()) await page.keyboard.press('Escape');
  const there = new URL(address, 'http://any');
  if (page.url() === 'about:blank' || new URL(page.url()).pathname === there.pathname) {
    await page.goto(address);
    return;
  }
  await page.evaluate((href) => {
    const link = document.createElement('a');
    link.href = href;
    document.body.firstElementChild?.append(link);
    link.click();
    link.remove();
  }, address);
}

/** What lies at an address, with the heading by which it is known. */
export const at = (name: string, address: string, title: string, isPage = true): View => ({
  name,
  isPage,
  async show(page) {
    await goTo(page, address);
    await expect(page.getByRole('heading', { name: title, exact: true }).first()).toBeVisible();
  }
});

/** The sheet at an address: its title, and what is the last of it to be there. */
export const sheetAt = (
  name: string,
  address: string,
  title: string,
  last: string,
  isPage = false
): View => ({
  name,
  isPage,
  async show(page) {
    await goTo(page, address);
    const sheet = page.getByRole('dialog', { name: title, exact: true });
    await expect(sheet.getByText(last, { exact: true }).first()).toBeVisible();
  }
});

/** A device's sheet over its room. */
export const sheet = (name: string, id: number, title: string, isPage = false): View =>
  sheetAt(`sheet-${name}`, `/devices/${id}`, title, 'Facts', isPage);

/** What a view becomes by something done there. */
export const then = (name: string, view: View, act: (page: Page) => Promise<void>): View => ({
  name,
  isPage: false,
  async show(page) {
    await view.show(page);
    await act(page);
  }
});

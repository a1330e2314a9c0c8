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

/** What lies at an address, with a title by which it is known. */
const at = (name: string, address: string, title: string, isPage = true): View => ({
  name,
  isPage,
  async show(page) {
    await page.goto(address);
    await expect(page.getByText(title, { exact: true }).first()).toBeVisible();
  }
});

/** A device's sheet over its room. */
const sheet = (name: string, id: number, title: string, isPage = false): View => ({
  name: `sheet-${name}`,
  isPage,
  async show(page) {
    await page.goto(`/devices/${id}`);
    await expect(
      page.getByRole('dialog', { name: title }).getByRole('heading', { name: 'Facts' })
    ).toBeVisible();
  }
});

/** What a view becomes by something done there. */
const then = (name: string, view: View, act: (page: Page) => Promise<void>): View => ({
  name,
  isPage: false,
  async show(page) {
    await view.show(page);
    await act(page);
  }
});

const connect = at('connect', '/connect', 'Find your home');
const signIn: View = {
  name: 'sign-in',
  isPage: true,
  async show(page) {
    await page.goto('/connect');
    await page.getByRole('button', { name: 'Demo home' }).click();
    await expect(page.getByLabel('User name', { exact: true })).toBeVisible();
  }
};

/** Before anybody is signed in. */
export const OUTSIDE: readonly View[] = [
  connect,
  at('pair', '/pair', 'Sign in by code'),
  signIn,
  then('sign-in-refused', signIn, async (page) => {
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toContainText('does not know this user name');
  }),
  then('connect-bad-address', connect, async (page) => {
    await page.getByRole('textbox', { name: 'Address' }).fill('8.8.8.8');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('User name', { exact: true }).fill('demo');
    await page.getByLabel('Password', { exact: true }).fill('demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('This is no address of a controller')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('8.8.8.8');
  })
];

const room = at('room', '/rooms/11', 'Living room');
const settings = at('settings', '/settings', 'Settings');
const lights = at('list-lights', '/now/lights', 'Lights on');

/** Of a home that is live. */
export const PAGES: readonly View[] = [
  at('home', '/', 'Demo home'),
  room,
  at('room-kitchen', '/rooms/12', 'Kitchen', false),
  at('room-order', '/rooms/11/order', 'Living room', false),
  at('room-gone', '/rooms/999', 'This room is no longer there', false),
  lights,
  at('list-shutters', '/now/shutters', 'Shutters', false),
  at('list-unreachable', '/now/unreachable', 'Unreachable devices', false),
  at('search', '/search', 'Search'),
  then('search-found', at('search', '/search', 'Search'), async (page) => {
    await page.getByRole('searchbox').fill('li');
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible();
  }),
  settings,
  then('settings-unfolded', settings, async (page) => {
    for (const summary of await page.locator('main summary').all()) await summary.click();
  }),
  at('error', '/nowhere', 'This page does not exist')
];

/** What opens over a page. */
export const SHEETS: readonly View[] = [
  sheet('switch', 36, 'Aquarium'),
  sheet('dimmer', 24, 'Ceiling lights', true),
  sheet('colour', 25, 'Shelf lights'),
  sheet('shutter', 26, 'Garden window'),
  sheet('climate', 33, 'Thermostat', true),
  sheet('sleeping-valve', 105, 'Radiator valve'),
  sheet('contact', 31, 'Motion'),
  sheet('smoke', 48, 'Smoke alarm'),
  sheet('measurement', 28, 'Temperature'),
  sheet('meter', 215, 'House meter'),
  sheet('lock', 69, 'Front door lock'),
  sheet('pulse', 71, 'Siren'),
  sheet('unknown', 208, 'Lawn mower'),
  sheet('dead', 157, 'Ceiling light'),
  then('sheet-raw', sheet('raw', 24, 'Ceiling lights'), async (page) => {
    for (const summary of await page.getByRole('dialog').locator('summary').all()) await summary.click();
  }),
  at('sheet-gone', '/devices/99999', 'This device is no longer there', false),
  at('device-look', '/devices/21/look', 'Floor lamp'),
  at('room-look', '/rooms/11/look', 'Living room'),
  then('confirm-lights', lights, async (page) => {
    await page.getByRole('button', { name: 'All lights off' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  }),
  then('lights-off-partly', room, async (page) => {
    await page.route('**/devices/25/actions', (route) =>
      route.fulfill({ status: 503, json: { error: { code: 'controller-busy', message: 'busy' } } })
    );
    await page.getByRole('button', { name: 'All lights off' }).click();
    await expect(page.getByRole('region', { name: 'All lights off' })).toContainText('1 of 2 confirmed');
    await page.unroute('**/devices/25/actions');
  })
];

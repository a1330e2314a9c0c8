import type { Page } from '@playwright/test';
import { failCommands } from './failing-commands';
import { untilLive } from './link-state';
import { proxyOf } from './proxy-calls';
import { expect } from './test';
import { viewAt, goTo, sheet, sheetAt, viewAfter, type View } from './view';

const connect = viewAt('connect', '/connect', 'Find your home');
const pair = viewAt('pair', '/pair', 'Sign in with a code');
const signIn: View = {
  name: 'sign-in',
  isPage: true,
  async show(page) {
    await goTo(page, '/connect');
    await page.getByRole('button', { name: 'Demo home' }).click();
    await expect(page.getByLabel('User name', { exact: true })).toBeVisible();
  }
};

async function typeCode(page: Page): Promise<void> {
  await page.getByLabel('6-digit code').fill('000000');
  await page.getByLabel('Whose phone or tablet is this?').fill('Hall');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Views of signed-out screens. */
export const SIGNED_OUT_VIEWS: readonly View[] = [
  pair,
  viewAfter('pair-refused', pair, async (page) => {
    await typeCode(page);
    await expect(page.getByRole('alert')).toContainText('This code is wrong or has expired');
  }),
  viewAfter('pair-waiting', pair, async (page) => {
    await page.route('**/api/pair', () => undefined);
    await typeCode(page);
    await expect(page.getByRole('button', { name: 'Signing in…' })).toBeVisible();
  }),
  connect,
  viewAfter('pair-scanned', viewAt('pair', '/pair#a-code', 'Sign in with a code'), async (page) => {
    await expect(page.getByText('You’ve been invited to this home.')).toBeVisible();
  }),
  signIn,
  viewAfter('sign-in-refused', signIn, async (page) => {
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toContainText('Wrong user name or password');
  }),
  viewAfter('connect-bad-address', connect, async (page) => {
    await page.getByRole('textbox', { name: 'Controller address' }).fill('8.8.8.8');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('User name', { exact: true }).fill('demo');
    await page.getByLabel('Password', { exact: true }).fill('demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Enter a local address')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Controller address' })).toHaveValue('8.8.8.8');
  })
];

const room = viewAt('room', '/rooms/11', 'Living room');
const search = viewAt('search', '/search', 'Search');
const activity = viewAt('activity', '/now/activity', 'What happened');
const newScene = viewAt('scene-new', '/scenes/new', 'New scene');

/** Adds a lamp to the scene in the editor, with its control open. */
async function addLamp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a device' }).click();
  await page.getByRole('dialog').getByText('Living room', { exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ceiling lights' }).click();
  await expect(page.getByRole('slider', { name: 'Ceiling lights in this scene' })).toBeVisible();
}

const settings = viewAt('settings', '/settings', 'Settings');
const lights = viewAt('list-lights', '/now/lights', 'Lights');
const addScreen = viewAfter('add-screen', settings, async (page) => {
  await page.getByRole('button', { name: 'Add a phone or tablet' }).click();
  await expect(page.getByRole('dialog', { name: 'Add a phone or tablet' })).toBeVisible();
});

/** Pages of a live home. */
export const PAGES: readonly View[] = [
  viewAt('home', '/', 'Demo home'),
  room,
  viewAt('room-kitchen', '/rooms/12', 'Kitchen', false),
  viewAt('room-order', '/rooms/11/order', 'Living room', false),
  viewAt('room-gone', '/rooms/999', 'Room not found', false),
  lights,
  viewAt('list-shutters', '/now/shutters', 'Shutters', false),
  viewAt('list-openings', '/now/openings', 'Doors & windows', false),
  viewAt('list-attention', '/now/attention', 'Needs attention', false),
  viewAt('list-attention-batteries', '/now/batteries', 'Needs attention', false),
  activity,
  viewAfter('activity-told', activity, async (page) => {
    await page.goto('/rooms/11');
    const lights = page.getByRole('switch', { name: 'Lights in Living room' });
    await lights.click();
    await expect(lights).not.toBeChecked();
    await lights.click();
    await expect(lights).toBeChecked();
    await page.goto('/now/activity');
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  }),
  viewAt('scenes', '/scenes', 'Scenes'),
  newScene,
  viewAfter('scene-pick', newScene, async (page) => {
    await page.getByRole('button', { name: 'Add a room as it is now' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  }),
  {
    name: 'scene-edit',
    isPage: true,
    async show(page) {
      const off = (device: number) => ({ device, method: 'setStatus', params: { status: false } });
      const proxy = await proxyOf(page);
      await proxy.putScene('supper', 'Supper', [off(41), off(44)]);
      await goTo(page, '/scenes/supper');
      await expect(page.getByRole('heading', { level: 1, name: 'Supper' })).toBeVisible();
      await addLamp(page);
    }
  },
  search,
  viewAfter('search-found', search, async (page) => {
    await page.getByRole('searchbox').fill('li');
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible();
  }),
  settings,
  viewAfter('settings-unfolded', settings, async (page) => {
    for (const summary of await page.locator('main summary').all()) await summary.click();
  }),
  viewAfter('pair-replacing', pair, async (page) => {
    await expect(page.getByText('You’ll be signed out of Demo home.')).toBeVisible();
  }),
  viewAt('error', '/nowhere', 'Mantel'),
  viewAt('leaving', '/now/leaving', 'Leaving')
];

/** Name of the other signed-in screen, for the views of sheets and dialogs. */
export const OTHER_SCREEN = 'Hall tablet';

/** Sheets and dialogs over a page. */
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
  sheetAt('room-lights', '/rooms/11/lights', 'Lights in Living room', 'Off later'),
  viewAfter('sheet-timer', sheet('timer', 24, 'Ceiling lights'), async (page) => {
    await page.getByRole('button', { name: 'Off later' }).click();
    await expect(page.getByRole('radiogroup', { name: 'When' })).toBeVisible();
  }),
  viewAfter('sheet-raw', sheet('raw', 24, 'Ceiling lights'), async (page) => {
    for (const summary of await page.getByRole('dialog').locator('summary').all()) await summary.click();
  }),
  sheetAt('sheet-gone', '/devices/99999', 'Device not found', 'Device not found'),
  sheetAt('device-look', '/devices/21/look', 'Floor lamp', 'Edit', true),
  sheetAt('device-icon', '/devices/21/icon', 'Floor lamp', 'Other icons'),
  sheetAt('room-look', '/rooms/11/look', 'Living room', 'Edit', true),
  viewAfter('confirm-lights', lights, async (page) => {
    await page.getByRole('button', { name: 'All lights off' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  }),
  addScreen,
  viewAfter('add-screen-code', addScreen, async (page) => {
    await page.getByRole('button', { name: 'Show the code' }).click();
    await expect(page.getByRole('img', { name: 'QR code that signs in the other phone' })).toBeVisible();
  }),
  viewAfter('screen-rights', settings, async (page) => {
    await page.getByRole('button', { name: `Edit ${OTHER_SCREEN}` }).click();
    const dialog = page.getByRole('dialog', { name: OTHER_SCREEN });
    await dialog.getByText('Some rooms').click();
    await expect(dialog.getByRole('button', { name: 'Choose at least one room' })).toBeDisabled();
    await dialog.getByRole('switch', { name: 'Living room' }).click();
    await expect(dialog.getByText(/^1 of \d+ rooms/)).toBeVisible();
  }),
  viewAfter('confirm-shutters', room, async (page) => {
    await page.getByRole('main').getByRole('button', { name: 'Close all shutters' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  }),
  {
    name: 'lights-off-partly',
    isPage: false,
    async show(page) {
      // Before the page connects, so it is loaded anew.
      const mend = await failCommands(page, [25]);
      await page.goto('/rooms/11');
      await untilLive(page);
      await page.getByRole('switch', { name: 'Lights in Living room' }).click();
      await expect(page.getByRole('region', { name: 'Living room: lights off' })).toContainText(
        '1 of 2 off. 1 failed.'
      );
      mend();
    }
  }
];

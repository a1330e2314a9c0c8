import type { Route } from '@playwright/test';
import type { Drill } from '../../src/shared/messages';
import { seeAlarm } from './harness/alarm';
import { signInByAddress, test } from './harness/controller';
import { expect } from './harness/test';
import { at, openWall } from './wall-page';

/** A browser with a push service of its own, at a port of loopback where nothing listens, and the keys of an example in RFC 8291. */
function subscribable() {
  let isMade = false;
  const manager = {
    getSubscription: async () => (isMade ? manager : null),
    async subscribe() {
      isMade = true;
      return manager;
    },
    async unsubscribe() {
      isMade = false;
      return true;
    },
    toJSON: () => ({
      endpoint: 'http://127.0.0.1:9/push',
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg'
      }
    })
  };
  const serviceWorker = {
    controller: null,
    addEventListener: () => undefined,
    register: () => Promise.reject(new Error()),
    getRegistration: async () => ({ pushManager: manager })
  };
  Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: serviceWorker });
  const Notification = { permission: 'granted', requestPermission: async () => 'granted' };
  Object.assign(globalThis, { Notification, PushManager: {} });
}

test('messages are turned on for the home and this phone, and drilled', async ({ page, second }) => {
  await page.addInitScript(subscribable);
  await signInByAddress(page);
  await page.goto('/settings/messages');
  const here = page.getByText('Turn it on for the home first, below.');
  await expect(here, 'said to who can do it').toBeVisible();
  await page.getByRole('switch', { name: 'Phones and tablets may get messages' }).click();
  await expect(here).toHaveCount(0);
  await page.getByRole('switch', { name: 'Messages on this phone or tablet' }).click();
  await expect(page.getByText('Turned on by: 1')).toBeVisible();
  await page.getByRole('textbox', { name: 'Webhook' }).fill('http://169.254.1.1/x');
  await page.getByRole('form', { name: 'Webhook' }).getByRole('button').click();
  await expect(page.getByText('Use an https address')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Webhook' })).toHaveValue('http://169.254.1.1/x');

  const wall = await second.newPage();
  await openWall(wall, at(14));
  await page.getByRole('button', { name: 'Drill' }).click();
  await expect(wall.getByRole('alertdialog')).toContainText('Drill: nobody is in danger');
  await expect(page.getByRole('status').getByText('Failed · refused')).toBeVisible();

  await seeAlarm(page);
  await expect(wall.getByRole('alertdialog')).toHaveCount(0);

  // The next press shows what became of it alone, also of what nothing was sent to.
  const results: Drill['results'] = [{ way: 'ntfy', outcome: 'untried' }];
  const held: Route[] = [];
  await page.route('**/messages/drill', (route) => void held.push(route));
  await page.getByRole('button', { name: 'Drill' }).click();
  await expect.poll(() => held.length).toBe(1);
  await expect(page.getByText('Failed · refused')).toHaveCount(0);
  await held[0]?.fulfill({ json: { results } });
  await expect(page.getByRole('status').getByText('Not tried')).toBeVisible();
});

test('a webhook gets repeats once that is turned on, which is asked where its address is saved', async ({
  page
}) => {
  await signInByAddress(page);
  await page.goto('/settings/messages');
  const webhook = page.getByRole('form', { name: 'Webhook' });
  const repeats = webhook.getByRole('switch', { name: 'Also repeats' });
  await page.getByRole('textbox', { name: 'Webhook' }).fill('http://192.168.1.9/hook');
  await expect(webhook.getByRole('button')).toBeEnabled();
  await expect(repeats).toHaveCount(0);
  await webhook.getByRole('button').click();
  await expect(repeats).not.toBeChecked();
  await repeats.click();
  await expect(repeats).toBeChecked();
  await page.reload();
  await expect(repeats).toBeChecked();
});

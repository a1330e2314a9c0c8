import { enterDemoHome, openRoom } from './demo-home';
import { linkState } from './harness/link-state';
import { expect, test } from './harness/test';

test.use({ hasServiceWorker: true });

test('two tabs of one screen are both live, both update, and both end when the screen signs out', async ({
  page,
  context
}) => {
  await enterDemoHome(page);
  await openRoom(page, 'Living room');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(linkState(other)).toHaveText('Live');
  const [lamp, sameLamp] = [page, other].map((tab) => tab.getByRole('switch', { name: 'Floor lamp' }));
  if (!lamp || !sameLamp) throw new Error('There are two tabs.');

  await lamp.click();
  await expect(sameLamp).toBeChecked();
  await sameLamp.click();
  await expect(lamp).not.toBeChecked();
  await expect(linkState(page)).toHaveText('Live');

  await other.goto('/settings');
  await other.getByRole('button', { name: 'Sign out', exact: true }).click();
  for (const tab of [other, page]) {
    await expect(tab).toHaveURL(/\/connect$/);
    await expect(tab.getByText('Floor lamp')).toHaveCount(0);
  }
});

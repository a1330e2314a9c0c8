import { enterDemoHome, linkState, openRoom } from './demo-home';
import { expect, test } from './harness/test';

test('a reload without the proxy shows the home as it was, with its age and without working controls', async ({
  page,
  home
}) => {
  await enterDemoHome(page);
  await openRoom(page, 'Living room');
  await page.getByRole('switch', { name: 'Floor lamp' }).click();
  await expect(page.getByRole('switch', { name: 'Floor lamp' })).toBeChecked();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

  await home.stop();
  await expect(linkState(page)).toHaveText(/Reconnecting…|Offline/);
  await page.reload();

  const lamp = page.getByRole('switch', { name: 'Floor lamp' });
  await expect(lamp).toBeChecked();
  await expect(lamp).toBeDisabled();
  await expect(page.getByRole('group', { name: 'Floor lamp' })).toContainText('as of');
  await expect(page.getByRole('slider', { name: 'Ceiling lights' })).toBeDisabled();
  await expect(linkState(page)).toHaveText(/Reconnecting…|Offline/);

  await home.start();
  await expect(linkState(page)).toHaveText('Live', { timeout: 12_000 });
  await expect(lamp).toBeEnabled();
});

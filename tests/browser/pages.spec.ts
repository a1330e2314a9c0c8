import { linkState } from './demo-home';
import { enterByAddress, test } from './harness/controller';
import { look } from './harness/look';
import { expect } from './harness/test';
import { OUTSIDE, PAGES, SHEETS } from './harness/views';

// Nothing may be on its way when a page is looked at; and a trace would keep each picture twice.
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  trace: 'off',
  options: async ({ controller }, use) =>
    use(['--allow-loopback', '--controller-port', String(controller.port)])
});

for (const [what, views] of [
  ['before the sign-in', OUTSIDE],
  ['of a home', PAGES],
  ['that opens over a page', SHEETS]
] as const)
  test(`all ${what} is accessible in both themes, and pictured`, async ({ page, controller }) => {
    test.setTimeout(180_000);
    if (views !== OUTSIDE) await enterByAddress(page);
    controller.setDevice(48, { params: { Tripped: true } });
    for (const view of views)
      await test.step(view.name, async () => {
        await view.show(page);
        await look(page, view.name, view.isPage);
      });
  });

test('a page whose link is broken is accessible in both themes, and pictured', async ({
  page,
  controller,
  home
}) => {
  test.setTimeout(120_000);
  await enterByAddress(page);
  await page.goto('/rooms/11');
  await expect(linkState(page)).toHaveText('Live');

  const plugIn = await controller.unplug();
  await expect(linkState(page)).toHaveText('Controller unreachable', { timeout: 15_000 });
  await look(page, 'room-unreachable', false);

  controller.expireTokens({ refresh: true });
  await plugIn();
  await expect(linkState(page)).toHaveText('Signed out', { timeout: 15_000 });
  await look(page, 'room-signed-out', false);

  await home.stop();
  await expect(linkState(page)).toHaveText(/Reconnecting…|Offline/);
  await look(page, 'room-offline', true);
});

test('the mode that a thermostat is in stands out, also while it idles', async ({ page, controller: _ }) => {
  await enterByAddress(page);
  await page.goto('/devices/33');
  const modes = page.getByRole('radiogroup', { name: 'Thermostat mode' }).getByRole('radio');
  await expect(modes).toHaveCount(4);
  const grounds = await modes.evaluateAll((radios) =>
    radios.map((radio) => getComputedStyle(radio.parentElement ?? radio).backgroundColor)
  );
  const [off, heat, cool, auto] = grounds;
  expect([heat, cool], 'those that are not chosen').toEqual([off, off]);
  expect(auto, 'the chosen one').not.toBe(off);
  const group = await modes.first().evaluate((radio) => {
    const track = radio.closest('[role=radiogroup]');
    return track ? getComputedStyle(track).backgroundColor : '';
  });
  expect(auto, 'the chosen one, on its track').not.toBe(group);
});

import { checkView } from './harness/view-checks';
import { expect, test } from './harness/test';

const LOCAL_NAME = 'mantel.local';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${LOCAL_NAME} 127.0.0.1`]
    })
});

test('the install page is accessible in both themes and each language', async ({ page, home, faults }) => {
  faults.expected.push(new RegExp(`asked another host: https?://${LOCAL_NAME}:`));
  const { port } = new URL(home.url);
  for (const [language, name] of [
    ['en', 'install'],
    ['uk', 'install-in-ukrainian']
  ] as const) {
    await page.goto(`http://${LOCAL_NAME}:${port}/install?lang=${language}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    for (const summary of await page.locator('summary').all()) await summary.click();
    await page.evaluate(() => scrollTo(0, 0));
    await checkView(page, name, language === 'en');
  }
});

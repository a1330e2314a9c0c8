import { expect, test } from './harness/test';
import { checkView } from './harness/view-checks';

/** The name of the box, which the browser of the tests knows (playwright.config.ts). */
const LOCAL_NAME = 'mantel.local';

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

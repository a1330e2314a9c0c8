import { enterDemoHome } from './demo-home';
import { untilLive } from './harness/link-state';
import { expect, test } from './harness/test';

/** How long the page waits for a database, in ms. */
const MARGIN_MS = 1_000;
/** The maximum factor over the time with a database, in addition to that. */
const MAX_RATIO = 3;

test('with a database that never answers the home is live almost as soon as with one, and the page says what is missing', async ({
  page
}) => {
  await enterDemoHome(page);
  const load = async () => {
    const begun = Date.now();
    await page.goto('/', { waitUntil: 'commit' });
    await untilLive(page);
    return Date.now() - begun;
  };
  const most = MAX_RATIO * Math.max(await load(), await load()) + MARGIN_MS;
  await page.addInitScript(() =>
    Object.defineProperty(IDBFactory.prototype, 'open', { value: () => new EventTarget() })
  );
  expect(await load(), `of ${most} ms at most`).toBeLessThan(most);
  await expect(page.getByRole('link', { name: /^Living room/ })).toBeVisible();
  const notice = 'This browser can’t save data, so Mantel won’t work offline here.';
  await expect(page.getByText(notice)).toBeVisible();
});

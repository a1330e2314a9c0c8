import type { Locator, Page } from '@playwright/test';
import type { Controllers } from '../../src/shared/wire';
import { resize } from './harness/resize';
import { expect, test } from './harness/test';

test.use({ isShared: true });

type Found = Controllers['controllers'][number];

const found = (id: string, name: string, address: string, source: Found['source'] = 'search'): Found => ({
  id,
  name,
  address,
  source,
  lastSeen: 0
});
const DEMO = found('024d616e7400', 'Demo home', '', 'demo');
const HALL = found('024d616e7401', 'Hall', '192.168.1.20');
const BARN = found('024d616e7402', 'Barn', '192.168.1.21');

/** Replaces the proxy's answers about controllers. Returns a function that sets the next ones. */
async function replaceSearch(page: Page): Promise<(answer: Partial<Controllers>) => void> {
  let answer: Controllers = { controllers: [DEMO], searching: true, hints: [], mayAdd: true };
  await page.route(/\/api\/controllers(?:\/search)?$/, (route) => route.fulfill({ json: answer }));
  return (next) => {
    answer = { ...answer, ...next };
  };
}

/** The choices of the page that a finger may already be aimed at. */
const choicesOf = (page: Page): Locator[] => [
  page.getByRole('button', { name: 'Search again' }),
  page.getByRole('button', { name: 'Demo home' }),
  page.getByRole('textbox', { name: 'Controller address' }),
  page.getByRole('button', { name: 'Sign in with a code' })
];

const topsOf = (page: Page) =>
  Promise.all(
    choicesOf(page).map((choice) => choice.evaluate((element) => element.getBoundingClientRect().y))
  );

test('the choices stay in place while controllers answer and when the search ends', async ({ page }) => {
  const answer = await replaceSearch(page);
  await page.goto('/connect');
  for (const width of [320, 1280]) {
    await resize(page, width, 844);
    await expect(page.getByRole('button', { name: 'Demo home' })).toBeVisible();
    const before = await topsOf(page);
    const expectStill = async (when: string) => {
      const moves = (await topsOf(page)).map((top, at) => Math.abs(top - (before[at] ?? 0)));
      expect(Math.max(...moves), `${when}, at ${width} px`).toBeLessThanOrEqual(8);
    };
    answer({ searching: false, hints: ['container', 'no-reply'] });
    await expect(page.getByText('No controller found')).toBeVisible();
    await expectStill('after an empty search');

    answer({ searching: true, hints: [] });
    await page.getByRole('button', { name: 'Search again' }).click();
    await expect(page.getByText('Searching…')).toBeVisible();
    answer({ controllers: [DEMO, BARN] });
    await expect(page.getByRole('button', { name: 'Barn' })).toBeVisible();
    await expectStill('after the first controller');
    answer({ controllers: [DEMO, HALL, BARN], searching: false });
    await expect(page.getByRole('button', { name: 'Hall' })).toBeVisible();
    await expectStill('after the second controller');
    answer({ controllers: [DEMO], searching: true });
    await page.getByRole('button', { name: 'Search again' }).click();
    await expect(page.getByRole('button', { name: 'Barn' })).toBeHidden();
  }

  answer({ searching: false, hints: ['container'] });
  const reason = page.getByText('Mantel runs in a container');
  await expect(page.getByText('Why wasn’t it found?')).toBeVisible();
  await expect(reason).toBeHidden();
  await page.getByText('Why wasn’t it found?').click();
  await expect(reason).toBeVisible();
});

test('the setup page leads to a first page that says what Mantel is', async ({ page }) => {
  await page.goto('/install');
  await expect(page.getByText('This phone or tablet trusts Mantel')).toBeVisible();
  await page.getByRole('link', { name: 'Open Mantel' }).click();
  await expect(page.getByText('A remote for your home.')).toBeVisible();
  await page.getByRole('button', { name: 'Українська' }).click();
  await expect(page.getByRole('heading', { name: 'Знайдіть свій дім' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Шукати знову' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Знайдіть свій дім' })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Find your home' })).toBeVisible();
});

test('a browser that is too old gets a sentence instead of the app', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Object, 'hasOwn'));
  // The script stops the page, so it never counts as loaded.
  await page.goto('/connect', { waitUntil: 'commit' });
  await expect(page.getByText('This browser is too old for Mantel.')).toBeVisible();
  expect(await page.evaluate(() => document.body.childElementCount)).toBe(0);
});

test('two controllers of one name have a number each where their addresses may not be seen', async ({
  page
}) => {
  const answer = await replaceSearch(page);
  answer({
    controllers: [
      found('5be0aa11c2d3', 'Field house', '', 'known'),
      found('91f20c4477e8', 'Field house', '', 'known'),
      found('aabbccddeeff', 'Barn', '', 'known')
    ],
    searching: false,
    mayAdd: false
  });
  await page.goto('/connect');
  const houses = page.getByRole('button', { name: 'Field house' });
  await expect(houses).toHaveCount(2);
  await expect(houses.nth(0)).toHaveAccessibleDescription('Number C2D3');
  await expect(houses.nth(1)).toHaveAccessibleDescription('Number 77E8');
  await expect(page.getByRole('button', { name: 'Barn' })).toHaveAccessibleDescription('');
});

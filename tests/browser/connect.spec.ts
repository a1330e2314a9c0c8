import type { Locator, Page } from '@playwright/test';
import type { Controllers } from '../../src/shared/wire';
import { resize } from './harness/resize';
import { expect, test } from './harness/test';
import { checkView } from './harness/view-checks';

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

test('two controllers of one name have a number each, and the form says so where a password is typed', async ({
  page
}) => {
  const answer = await replaceSearch(page);
  answer({
    controllers: [
      { ...found('5be0aa11c2d3', 'Field house', '', 'known'), namesake: { number: 1, addedAt: 0 } },
      { ...found('91f20c4477e8', 'Field house', '', 'known'), namesake: { number: 2, addedAt: 0 } },
      found('aabbccddeeff', 'Barn', '', 'known')
    ],
    searching: false,
    mayAdd: false
  });
  await page.goto('/connect');
  const houses = page.getByRole('button', { name: 'Field house' });
  await expect(houses).toHaveCount(2);
  await expect(houses.nth(0)).toHaveAccessibleDescription('No. 1');
  await expect(houses.nth(1)).toHaveAccessibleDescription('No. 2');
  await expect(page.getByRole('button', { name: 'Barn' })).toHaveAccessibleDescription('');
  await houses.nth(1).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to Field house · No. 2');
  await expect(page.getByText('Another home has this name.')).toBeVisible();
});

/** Sets the homes of this browser before its page starts. */
const keepHomes = (page: Page, homes: readonly object[]) =>
  page.addInitScript((text) => {
    if (!localStorage.getItem('mantel.homes')) localStorage.setItem('mantel.homes', text);
  }, JSON.stringify({ homes }));

for (const mayAdd of [true, false])
  test(`the homes of a phone come before others of their name, ${mayAdd ? 'also where a search runs' : 'in a closed household'}`, async ({
    page
  }) => {
    const ended = [
      { id: '5be0aa11c2d3', name: 'Field house', ended: true },
      { id: '91f20c4477e8', name: 'Lake house', ended: true }
    ];
    await keepHomes(page, ended);
    const answer = await replaceSearch(page);
    const strange = found('aabbccddeeff', 'Lake house', '', 'known');
    const own = found('5be0aa11c2d3', 'Field house', '', 'known');
    answer({ controllers: [strange, own], searching: false, mayAdd });
    await page.goto('/connect');
    const region = page.getByRole('region', { name: 'Homes of this phone' });
    await expect(region.getByRole('button', { name: 'Field house', exact: true })).toBeVisible();
    await expect(region.getByText('Lake house')).toBeVisible();
    await expect(region.getByText('No longer on this Mantel server')).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Other homes', exact: true })).toBeVisible();
    const lakes = page.getByRole('button', { name: 'Lake house', exact: true });
    await expect(lakes, 'only the strange one can be chosen').toHaveCount(1);
    await checkView(page, `connect-own-homes-${mayAdd ? 'open' : 'closed'}`, true);

    await lakes.click();
    await expect(page.getByText('This isn’t one of the homes of this phone.')).toBeVisible();
    await page.getByRole('button', { name: 'Use a different controller' }).click();
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeFocused();
    for (const { name } of ended) {
      await page.getByRole('button', { name: `Forget on this phone: ${name}` }).click();
      await expect(title).toBeFocused();
    }
    await expect(region).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Other homes', exact: true })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Field house', exact: true })).toBeVisible();
  });

test('a recovery code is good for its home alone', async ({ page }) => {
  const answer = await replaceSearch(page);
  const own = found('5be0aa11c2d3', 'Field house', '', 'known');
  answer({ controllers: [own, found('aabbccddeeff', 'Barn', '', 'known')], searching: false, mayAdd: false });
  await page.goto('/connect');
  await page.getByText('Use a setup code').click();
  answer({ codeFor: own.id });
  await page.getByLabel('Setup code or recovery code').fill('ABCD EFGH 2345');
  await page.getByRole('button', { name: 'Use this code' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to Field house');
  await expect(page.getByText('Recovery code accepted', { exact: true })).toBeVisible();
  await expect(page.getByLabel('User name', { exact: true })).toBeFocused();
  await expect(page.getByText('It has a new address')).toBeVisible();
  await checkView(page, 'connect-recovery-code', true);
  await page.getByRole('button', { name: 'Use a different controller' }).click();
  await expect(page.getByText('Recovery code accepted: choose Field house')).toBeVisible();
  await page.getByRole('button', { name: 'Barn' }).click();
  await expect(page.getByLabel('User name', { exact: true })).toBeVisible();
  await expect(page.getByText('It has a new address')).toBeHidden();
  await expect(page.getByText('Recovery code accepted')).toBeHidden();
});

test('after too many tries with a code the page says so', async ({ page }) => {
  const answer = await replaceSearch(page);
  answer({
    controllers: [found('5be0aa11c2d3', 'Field house', '', 'known')],
    searching: false,
    mayAdd: false
  });
  await page.goto('/connect');
  await page.getByText('Use a setup code').click();
  const error = { code: 'too-many-attempts', message: '', detail: { retryAfterMs: 60_000 } };
  await page.route(/\/api\/controllers$/, (route) => route.fulfill({ status: 429, json: { error } }));
  await page.getByLabel('Setup code or recovery code').fill('ABCD EFGH 2345');
  await page.getByRole('button', { name: 'Use this code' }).click();
  await expect(page.getByText(/^Too many tries/)).toBeVisible();
});

test('once all homes were forgotten, a setup code is the only way, and its field is there', async ({
  page
}) => {
  await keepHomes(page, [{ id: '5be0aa11c2d3', name: 'Field house', ended: true }]);
  const answer = await replaceSearch(page);
  answer({ controllers: [], searching: false, mayAdd: false });
  await page.goto('/connect');
  await expect(page.getByText('No home is set up here any more')).toBeVisible();
  await expect(page.getByLabel('Setup code or recovery code')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Homes of this phone']);
  await expect(page.getByText('already set up')).toHaveCount(0);
  await checkView(page, 'connect-none-left', true);
});

test('a household with homes of this phone alone has no heading for others, and its search has found enough', async ({
  page
}) => {
  const home = { id: '5be0aa11c2d3', name: 'Field house' };
  await keepHomes(page, [{ ...home, ended: true }]);
  const answer = await replaceSearch(page);
  const controllers = [DEMO, found(home.id, home.name, '', 'known')];
  answer({ controllers: controllers.slice(1), searching: false, mayAdd: false });
  await page.goto('/connect');
  await expect(page.getByText('This home is already set up')).toBeVisible();
  const heads = ['Homes of this phone', 'From another phone or tablet'];
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(heads);

  answer({ controllers, mayAdd: true });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Search again' })).toBeEnabled();
  await expect(page.getByRole('button', { name: home.name, exact: true })).toBeVisible();
  await expect(page.getByText('No controller found')).toHaveCount(0);
  await expect(page.getByText('Why wasn’t it found?')).toHaveCount(0);
});

import type { Browser, Page } from 'playwright';
import { signedInContext } from '../support/browser';
import { EVENING, NOON, startHome, type Homes, type PicturedHome } from './homes';
import { pageOf, STATES, type Shot, type StateName } from './table';

/** A photo session: a browser, the homes that its pictures share, and the styles of their font. */
export interface Studio {
  readonly browser: Browser;
  readonly homes: Homes;
  readonly styles: string;
}

/** Milliseconds after which a wall sleeps, after which a lost connection is said, and those of a day without it. */
const ASLEEP_MS = 6 * 60_000;
const LOST_MS = 2 * 60_000;
const LOST_A_DAY_MS = 25 * 3_600_000;
/** Timeout for what a state waits for, in ms. */
const timeout = 45_000;

/** The states that end their program, or whose commands those of another picture would replace: they have a home of their own. */
const isOnItsOwn = (state: StateName): boolean =>
  ['offline', 'not-connected', 'lost-a-day', 'sending', 'unconfirmed'].includes(state);

/** Calls `use` with a page as the shot wants it, and ends the page. */
export async function withScene<Value>(
  { browser, homes, styles }: Studio,
  shot: Shot,
  use: (page: Page) => Promise<Value>
): Promise<Value> {
  const { state, size, theme, scale = 1 } = shot;
  const { path, isWall, opens } = pageOf(shot.page);
  const isAlone = isOnItsOwn(state);
  const home = await (isAlone ? startHome(STATES[state]) : homes.of(STATES[state]));
  const [width = 0, height = 0] = size.split('x').map(Number);
  const context = await signedInContext(browser, home.program.url, home.grant, {
    viewport: { width, height },
    colorScheme: theme,
    deviceScaleFactor: scale,
    locale: state === 'ukrainian' ? 'uk-UA' : 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    hasTouch: true,
    bypassCSP: true,
    serviceWorkers: 'block'
  });
  try {
    const page = await context.newPage();
    await page.clock.install({ time: state === 'asleep' ? EVENING : NOON });
    if (isWall) await page.addInitScript(hang, state === 'night' || state === 'asleep-at-night');
    await page.goto(`${home.program.url}/`);
    await settle(page);
    if (isWall) await page.locator('html[data-wall]').waitFor({ timeout });
    // A wall goes home from a page that it is opened with.
    if (path !== '/') await follow(page, path);
    await page.addStyleTag({ content: styles });
    if (state === 'large-text') await page.addStyleTag({ content: ':root { font-size: 200% }' });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    if (opens !== undefined) await page.getByRole('button', { name: opens }).click();
    await bring(page, home, shot);
    return await use(page);
  } finally {
    await context.close();
    if (isAlone) await home.stop();
  }
}

/** Makes a page that of a wall tablet, before its scripts run. */
const hang = (isNight: boolean) =>
  localStorage.setItem(
    'mantel.wall',
    JSON.stringify({ isOn: true, hasNight: isNight, nightFrom: 0, nightTo: 24 * 60 - 1 })
  );

/** Waits until a page is live, with all its code. */
async function settle(page: Page): Promise<void> {
  await page.locator('#content, [aria-label="Screensaver"]').first().waitFor({ timeout });
  await page.locator('.skeleton').first().waitFor({ state: 'detached', timeout });
  await page.waitForLoadState('networkidle', { timeout });
}

/** Whether a path is that of a sheet, over the page below it. */
const isSheet = (path: string): boolean => /^\/devices\/|^\/rooms\/\d+\/(look|lights)$/.test(path);

/** Follows a link of the app to a path. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.firstElementChild?.append(link);
    link.click();
    link.remove();
  }, path);
  await page.waitForURL((url) => url.pathname === path, { timeout });
  if (isSheet(path)) await page.getByRole('dialog').waitFor({ timeout });
  await settle(page);
}

/** Brings a page that is live into a state. */
async function bring(page: Page, home: PicturedHome, { page: name, state, size }: Shot): Promise<void> {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const wake = async () => {
    await page.mouse.click(width / 2, height / 2);
    await page.waitForTimeout(1_500);
  };
  switch (state) {
    case 'sending':
    case 'failed':
    case 'unconfirmed':
      await page.getByRole('switch', { disabled: false }).first().click({ timeout });
      await page.waitForTimeout(state === 'sending' ? 1_000 : 500);
      if (state === 'unconfirmed')
        await page
          .getByText(/Not confirmed|didn’t reply/)
          .first()
          .waitFor({ timeout });
      break;
    case 'offline':
    case 'not-connected':
    case 'lost-a-day':
      await home.program.kill();
      await page.clock.fastForward(state === 'lost-a-day' ? LOST_A_DAY_MS : LOST_MS);
      await page.waitForTimeout(500);
      if (state === 'lost-a-day' && pageOf(name).isWall) await wake();
      break;
    case 'night':
      await wake();
      break;
    case 'asleep':
    case 'asleep-by-day':
    case 'asleep-at-night':
      await page.clock.fastForward(ASLEEP_MS);
      break;
    default:
  }
}

/** Takes a picture into a file. */
export const take = (studio: Studio, shot: Shot, path: string): Promise<void> =>
  withScene(studio, shot, async (page) => void (await page.screenshot({ path, animations: 'disabled' })));

import type { Program } from '../../support/program';
import type { Wanted } from '../look';
import type { Page } from '../page';

/** What a flow has: an engine with a page, the program with the demo home, and a second client. */
export interface World {
  readonly page: Page;
  readonly program: Program;
  /** A parameter of a device, as another client reads it from the controller; undefined if there is none. */
  readonly param: (device: number, name: string) => Promise<unknown>;
  /** Saves a picture of the page, if pictures are wanted. */
  readonly picture: (name: string) => Promise<void>;
}

/**
 * Something that a family does with the app. Flows do not depend on each other: each opens its own page, and signs in if
 * nobody has. Rejects if the app does something else.
 */
export interface Flow {
  /** One line for the output. */
  readonly about: string;
  /** The page that it begins at, live, by its path and its heading. Without it, it opens one itself. */
  readonly opens?: readonly [path: string, heading: string];
  readonly run: (world: World) => Promise<void>;
}

export const LAMP: Wanted = { role: 'switch', name: 'Floor lamp' };
export const LAMP_ID = 21;
export const DIMMER: Wanted = { role: 'slider', name: 'Ceiling lights' };
export const DIMMER_ID = 24;
export const SHUTTER_ID = 26;

/** Signs in to the demo home from the connect page: two clicks, because user and password are filled in. */
export async function signIn({ page }: World): Promise<void> {
  await page.click({ role: 'button', starts: 'Demo home' });
  await page.click({ role: 'button', name: 'Sign in' });
  await seesLink(page, 'Live');
}

/** The state of the connection, as the header shows it. */
const LINK: Wanted = { role: 'status' };

/** Waits for a state of the connection. */
export async function seesLink(page: Page, ...states: readonly string[]): Promise<void> {
  await page.sees(LINK, ({ text }) => states.includes(text), { what: states.join(' or ') });
}

/** Opens a path of the demo home, and waits until its heading and the connection are there. A stored home has the heading before it hears that it is signed out. */
export async function enter(world: World, path: string, heading: string): Promise<void> {
  const { page } = world;
  await page.open(path);
  const title: Wanted = { role: 'heading', name: heading };
  const connect: Wanted = { role: 'heading', name: 'Find your home' };
  const isSignedOut = await page.until(
    async () => {
      if (await page.has(connect)) return true;
      const isThere = (await page.has(LINK, ({ text }) => text === 'Live')) && (await page.has(title));
      return isThere ? false : null;
    },
    () => `neither "${heading}", live, nor the connect page`
  );
  if (isSignedOut) {
    await signIn(world);
    await page.open(path);
    await page.sees(title);
    await seesLink(page, 'Live');
  }
}

/** Waits until the controller has a matching value of a device. Resolves with it. */
export async function controllerHas(
  world: World,
  device: number,
  name: string,
  fits: (value: unknown) => boolean
): Promise<unknown> {
  let value: unknown;
  await world.page.until(
    async () => {
      value = await world.param(device, name);
      return fits(value) || null;
    },
    () => `the controller has ${name} ${String(value)} for device ${device}`
  );
  return value;
}

export function expectThat(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise);
}

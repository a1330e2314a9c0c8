import { randomBytes, scrypt, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { fail } from '#shared/errors';
import { cameInSchema, type CameIn } from '#shared/household';
import { readableText } from '#shared/readable-text';
import { rightsSchema } from '#shared/rights-schema';
import { isSameSecret } from '../../base/platform/same-secret';
import { cleanName } from '../../controllers/discovery/reply';

/** A PIN as it is stored: salted and hashed by scrypt. */
export const pinHashSchema = v.object({ salt: v.string(), hash: v.string() });
export type PinHash = v.InferOutput<typeof pinHashSchema>;

/** Lengths in bytes. */
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Cost of scrypt: 16 MiB of memory, and about 50 ms on a small box. */
const COST = { N: 2 ** 14, r: 8, p: 1 };

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Hashes a PIN with a new salt. */
export async function hashPin(pin: string): Promise<PinHash> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(pin, salt, HASH_BYTES, COST);
  return { salt: salt.toString('base64url'), hash: hash.toString('base64url') };
}

/** Whether a PIN is the stored one. */
export async function isPin(pin: string, stored: PinHash): Promise<boolean> {
  const hash = await derive(pin, Buffer.from(stored.salt, 'base64url'), HASH_BYTES, COST);
  return isSameSecret(hash.toString('base64url'), stored.hash);
}

/** Browsers by a part of their `User-Agent`, the more specific ones first. Those based on Chromium also name Chrome. */
const BROWSERS = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+ .*Safari\//]
] as const;

/** Systems by a part of their `User-Agent`. An iPad may name itself a Mac. */
const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/]
] as const;

/**
 * The browser and system of a `User-Agent` header, for the list of screens: "Chrome · Android". Undefined if neither is
 * known. It contains nothing of the header itself, which anybody can choose.
 */
export function browserName(userAgent: string | undefined): string | undefined {
  const find = (table: readonly (readonly [string, RegExp])[]) =>
    table.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0];
  const parts = [find(BROWSERS), find(SYSTEMS)].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(' · ') : undefined;
}

/** One browser that is signed in to one home. Signing in again makes a new screen. */
export type Screen = Readonly<v.InferOutput<typeof keptScreenSchema>>;

/** Schema of a screen. Its file has a hash and the remaining lifetime, too. */
export const keptScreenSchema = v.object({
  /** For lists and URLs. It gives no access. */
  id: v.string(),
  /** Never empty. */
  name: v.string(),
  /** The controller's id. */
  controller: v.string(),
  /** When it last sent something, in ms since the epoch. */
  lastSeen: v.number(),
  /** Whether it stays signed in as long as it is used. */
  kept: v.boolean(),
  rights: rightsSchema,
  /**
   * Whether it has no access: the controller has refused the account of its home, until somebody unlocks it, or its home is being
   * forgotten.
   */
  locked: v.boolean(),
  /** Its PIN; null if it has none. */
  pin: v.nullable(pinHashSchema),
  /** Its browser and system when it signed in; undefined if unknown. */
  browser: v.optional(v.string()),
  /** How it signed in. */
  cameIn: cameInSchema,
  /** The `seq` up to which it has seen the activity of its home. */
  seenActivity: v.number()
});

/** A new screen. By default it signed in by a password, has the whole home, manages nothing, has no PIN,
 * and has seen no activity. */
export type NewScreen = Pick<Screen, 'name' | 'controller' | 'kept'> &
  Partial<Pick<Screen, 'rights' | 'seenActivity' | 'browser'>> & {
    readonly cameIn?: Omit<CameIn, 'at'>;
  };

/** Name of a screen that gives none. */
const NAMELESS = 'Phone or tablet';

/** The name of a screen, on one line and without characters that make it look like another one. It is never empty. */
export const nameOf = (name: string): string =>
  cleanName(name) === '' ? NAMELESS : readableText(name).trim();

/** The name of a new screen: as typed, else its kind, with a number from 2 if one of `names` is that already. */
export function nameOfNew(typed: string, kind: string, names: readonly string[]): string {
  if (cleanName(typed) !== '') return typed;
  const name = nameOf(kind);
  let free = name;
  for (let number = 2; names.includes(free); number++) free = `${name} ${number}`;
  return free;
}

/** The screens that a screen let in, and those that they let in, recursively. */
export function letInBy(screens: readonly Screen[], id: string): Screen[] {
  const own = screens.filter(({ cameIn }) => cameIn.by?.id === id);
  return own.flatMap((screen) => [screen, ...letInBy(screens, screen.id)]);
}

/** The highest `seq` of their home's activity that any of the screens has seen; 0 if there is none. */
export const seenActivityOf = (screens: readonly Screen[]): number =>
  Math.max(0, ...screens.map(({ seenActivity }) => seenActivity));

/**
 * Returns a screen after another one has ended. A screen that the ended one let in now counts as let in by its successor (the new screen of the
 * same browser), or else by the screen that let the ended one in. So everything that a stolen phone let in is found, even if a screen in
 * between has ended.
 */
export function passOn(screen: Screen, ended: Screen, successor: Screen | undefined): Screen {
  const { cameIn } = screen;
  if (cameIn.by?.id !== ended.id) return screen;
  const inherits = successor?.controller === ended.controller && successor.id !== screen.id;
  const by = inherits ? { id: successor.id, name: successor.name } : ended.cameIn.by;
  return by ? { ...screen, cameIn: { ...cameIn, by } } : screen;
}

/** Error for a screen that ended while it waited for an answer. */
export const SCREEN_GONE = fail('not-signed-in', 'This screen is not signed in any more.');

/** Error for a locked screen. */
export const SCREEN_LOCKED = fail(
  'screen-locked',
  'The controller has refused the account of this home, or the home is being forgotten: somebody who manages it can let this screen back in.'
);

/** Error for a screen that does not manage its home. */
export const NOT_MANAGING = fail('limited-screen', 'Only a screen that manages this home may do that.');

/** Error for who may not add a controller. */
export const SETUP_CODE_NEEDED = fail(
  'setup-code-needed',
  'Only a browser that manages all homes of this box, or a setup code, may do that.'
);

/** Error for a home that is being forgotten. */
export const HOME_LEAVING = fail('home-leaving', 'This home is being forgotten: take it back first.');

/** Error for a screen on which the password was not typed within the last minutes. */
export const PASSWORD_NEEDED = fail('password-needed', 'This needs the password: enter it first.');

/** Error for a screen that is not unlocked by its PIN. */
export const PIN_NEEDED = fail('pin-needed', 'This screen has a PIN: unlock it first.');

import * as v from 'valibot';
import { MANAGING_RIGHTS } from '#shared/rights';
import { rightsSchema } from '#shared/rights-schema';
import { controllerIdSchema, ownScreenSchema, rowsOf, time } from '#shared/wire-fields';

/**
 * Responses about the household: screens, pairings, activities and a controller's new address. They are separate
 * from `#shared/wire`, since the first screen reads none of them.
 */

/**
 * How and when a screen signed in; `account`: with another account of the controller than that of the home. `by` is the screen that paired it;
 * that screen may no longer exist.
 */
export const cameInSchema = v.object({
  how: v.picklist(['password', 'setup-code', 'pairing', 'backup', 'account']),
  at: time,
  by: v.exactOptional(ownScreenSchema)
});
export type CameIn = v.InferOutput<typeof cameInSchema>;

/** One row of `GET /api/controllers/:id/screens`: the screens of the home. */
export const screenSchema = v.object({
  id: v.string(),
  name: v.string(),
  lastSeen: time,
  /** True for the screen that sent the request. */
  current: v.boolean(),
  rights: v.optional(rightsSchema, MANAGING_RIGHTS),
  /** As in `sessionSchema`. */
  locked: v.optional(v.boolean(), false),
  /** As in `sessionSchema`. */
  hasPin: v.exactOptional(v.literal(true)),
  /** Its browser and system when it signed in, such as "Chrome · Android"; absent if unknown. */
  browser: v.exactOptional(v.string()),
  /** Whether it may play sounds; absent if it is no wall that is connected. */
  playsSound: v.exactOptional(v.boolean()),
  cameIn: cameInSchema
});
export type ScreenEntry = v.InferOutput<typeof screenSchema>;
export const screensSchema = v.object({ screens: v.array(screenSchema) });

/**
 * Why a screen was signed out, as `detail.reason` of the error `not-signed-in`: another screen ended it, its time was
 * over, its home was forgotten, it made room for a newer one, or the password of another home removed the PIN of its browser. Absent if
 * unknown, as after a restart.
 */
export const endReasonSchema = v.picklist([
  'someone',
  'expired',
  'controller-removed',
  'made-room',
  'pin-removed'
]);
export type EndReason = v.InferOutput<typeof endReasonSchema>;

/** The response of `POST /api/controllers/:id/pairing`. The next screen signs in with either the code or the digits, once. */
export const pairingSchema = v.object({
  /** For a QR code. */
  code: v.pipe(v.string(), v.nonEmpty()),
  /** Six digits, for people to type. */
  digits: v.pipe(v.string(), v.regex(/^\d{6}$/)),
  /** Lifetime in ms. */
  lastsMs: time
});
export type Pairing = v.InferOutput<typeof pairingSchema>;

/**
 * The response of `GET /api/controllers/:id/pairing`: the state of this screen's pairing. `gone`: it is expired, was tried too often,
 * or never existed.
 */
export const pairingStateSchema = v.variant('state', [
  v.object({ state: v.literal('waiting') }),
  v.object({ state: v.literal('used'), screen: ownScreenSchema }),
  v.object({ state: v.literal('gone') })
]);
export type PairingState = v.InferOutput<typeof pairingStateSchema>;

/** Minimum length of the password of a home that Mantel itself serves, such as one of Z-Wave JS: behind it are all devices. */
export const MIN_SOURCE_PASSWORD = 8;

/**
 * The body of `POST /api/controllers/:id/account`: the account of the controller that the home has from now on; at a source, its new user
 * name and password. `isConfirmed`: the person has read what changes for whom. The response is 204. `account-differs` says what changes, in
 * its detail.
 */
export const accountChangeSchema = v.strictObject({
  username: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  password: v.pipe(v.string(), v.maxLength(1024)),
  isConfirmed: v.optional(v.boolean(), false)
});

/** The detail of `account-differs`: what the home would have with the other account, in numbers of devices. */
export const accountDifferenceSchema = v.object({
  before: v.number(),
  after: v.number(),
  /** The names of those that the home would lose and get, 20 of each at most. Empty if the account of now is refused: then nobody knows. */
  lost: v.array(v.string()),
  added: v.array(v.string()),
  /** The screens that would see other devices, with how many; `before` is null if the account of now is refused. */
  screens: v.array(v.object({ name: v.string(), before: v.nullable(v.number()), after: v.number() }))
});
export type AccountDifference = v.InferOutput<typeof accountDifferenceSchema>;

/** The body of `POST /api/controllers/:id/forget`: whether the home goes now, and not in 24 hours. */
export const forgetSchema = v.optional(v.strictObject({ now: v.optional(v.boolean(), false) }), {});

/**
 * The response of `POST /api/controllers/:id/forget`: when the home goes, in ms of the running time of the program. 0: nothing of it is
 * left.
 */
export const leavingSchema = v.object({ goesInMs: time });

/** The response of `GET /api/controllers/:id/recovery-code`: when the code was made, in ms since the epoch; null if there is none. */
export const recoveryStateSchema = v.object({ madeAt: v.nullable(time) });

/**
 * The response of `POST /api/controllers/:id/recovery-code`: 12 characters of base32, which nobody can read again. It is a setup code for
 * this home alone, once, and does not expire.
 */
export const recoveryCodeSchema = v.object({ code: v.pipe(v.string(), v.nonEmpty()) });

/**
 * The response of `GET /api/controllers/:id/attention`: what is wrong with the box itself, for managing screens. A disk that takes no
 * changes; a certificate that ends soon; nightly backups that stopped; a record that stopped. `at`: when it ends, or the newest one was
 * made (0: never), in ms since the epoch.
 */
export const boxTroublesSchema = v.object({
  troubles: rowsOf(
    v.object({ kind: v.picklist(['disk', 'certificate', 'backup', 'record']), at: v.exactOptional(time) })
  )
});
export type BoxTrouble = v.InferOutput<typeof boxTroublesSchema>['troubles'][number];

/** The response of `GET /api/controllers/:id/report`: a text for the person who helps the household. Only a managing screen gets it. */
export const reportSchema = v.object({ report: v.string() });

/** The response of `POST …/move`: the controller at its new address. */
export const movedSchema = v.object({ id: controllerIdSchema, name: v.string(), address: v.string() });

/**
 * An event that concerns a home, for its managing screens. `count` is the number of events that the row stands for, `screen`
 * the affected screen with its name at that time, `by` the screen that caused the event.
 */
export const activitySchema = v.object({
  /** Increases with each event. */
  seq: v.pipe(v.number(), v.integer()),
  at: time,
  kind: v.picklist([
    'signed-in',
    'paired',
    'locked',
    'let-back-in',
    'setup-code-used',
    'setup-code-failed',
    'moved',
    'move-refused',
    'wrong-pins',
    'timers-ended',
    'other-account',
    'account-replaced',
    'account-taken-back',
    'source-password',
    'home-added',
    'home-leaving',
    'home-kept',
    'recovery-code-made',
    'recovery-code-used'
  ]),
  count: v.pipe(v.number(), v.integer()),
  /** The home that was added. */
  home: v.exactOptional(v.object({ id: v.string(), name: v.string() })),
  /** The browser and system that did it, such as "Chrome · Android", where no screen of this home did. */
  from: v.exactOptional(v.string()),
  /** The home that it concerns. */
  controller: v.object({ id: v.string(), name: v.string() }),
  /** `other-account`: the rooms that the screen sees; absent for the whole home. */
  rooms: v.exactOptional(v.array(v.number())),
  screen: v.exactOptional(ownScreenSchema),
  by: v.exactOptional(ownScreenSchema)
});
export type Activity = v.InferOutput<typeof activitySchema>;

const activityList = rowsOf(activitySchema);

/** Decodes activities. */
export const decodeActivities = (rows: readonly unknown[]): Activity[] => v.parse(activityList, rows);

/** The response of `GET /api/controllers/:id/activity`, newest first. Only a managing screen may request it. */
export const activitiesSchema = v.object({ activities: activityList });

import * as v from 'valibot';
import { isErrorCode, type ErrorCode } from '#shared/error-codes';
import { MANAGING_RIGHTS } from '#shared/rights';
import { rightsEditSchema, rightsSchema } from '#shared/rights-schema';
import {
  accountReplacedSchema,
  controllerIdSchema,
  namesakeSchema,
  ownScreenSchema,
  time
} from '#shared/wire-fields';

/**
 * Bodies and answers of `#shared/routes`. Times are whole milliseconds since the epoch. The messages on the live
 * connection are in `#shared/wire-live`.
 */

/** The request header for a setup code, or for the recovery code of a home. It stands in for a managing screen. */
export const SETUP_CODE_HEADER = 'mantel-setup-code';

/** The response of `GET /api/status`. */
export const statusSchema = v.object({
  name: v.string(),
  version: v.string(),
  /** Whether the origin is secure: https, or loopback. */
  secure: v.boolean(),
  /**
   * What is missing for an install from this origin, as codes: `secure-origin`, or `permanent-origin` if the app has to
   * be installed from another origin. Empty if nothing is missing. Only the browser knows whether it trusts the
   * certificate.
   */
  missing: v.array(v.string()),
  /**
   * Every https origin of this server, the permanent one first. Installs belong to that one. Empty if only this machine
   * can reach the server.
   */
  origins: v.array(v.string()),
  /** Whether another host of this network answers to the server's name, so that the name cannot be used. */
  mdnsState: v.optional(v.picklist(['announced', 'conflict', 'off']), 'off'),
  /** The first page for a new phone: an install page, or a public origin. Null if no phone can reach the server. */
  firstPage: v.optional(v.nullable(v.string()), null)
});
export type Status = v.InferOutput<typeof statusSchema>;

/**
 * A controller that a user can sign in to. `lastSeen` is 0 if it was never seen. In a closed household only who may add a controller gets
 * `mac` and every `address`. Others get the addresses of the homes that their browser is signed in to; the others' are empty.
 */
export const controllerSchema = v.object({
  id: controllerIdSchema,
  name: v.string(),
  /** An IPv4 address without a port. */
  address: v.string(),
  /** The MAC that it reports, as 12 hex digits. It is displayed to distinguish controllers, and not verified. */
  mac: v.exactOptional(v.string()),
  source: v.picklist(['search', 'known', 'demo']),
  lastSeen: time,
  /** Whether it is set up by the first sign-in, whose user name and password are chosen then. Without a household that needs a setup code. */
  setsUp: v.exactOptional(v.boolean()),
  namesake: v.exactOptional(namesakeSchema),
  /** True while it is being forgotten: nobody signs in to it then, and a code takes it back. */
  leaving: v.exactOptional(v.literal(true))
});
export type ControllerEntry = v.InferOutput<typeof controllerSchema>;

/** The body of `POST /api/controllers/search`. `sweep` probes each address of the local networks, one by one. */
export const searchRequestSchema = v.optional(v.object({ sweep: v.optional(v.boolean(), false) }), {});

/** The response of `GET /api/controllers` and `POST /api/controllers/search`. */
export const controllersSchema = v.object({
  controllers: v.array(controllerSchema),
  searching: v.boolean(),
  /**
   * Why the last search may have found nothing, as codes, the likeliest first: `no-network`, `container`, `wsl`,
   * `several-networks`, `no-reply`. Empty during a search, and if a controller answered.
   */
  hints: v.optional(v.array(v.string()), []),
  /**
   * Whether the client may search, and sign in to other controllers than these. Once there is a household only a browser that manages all
   * its homes may, and who has a setup code.
   */
  mayAdd: v.optional(v.boolean(), true),
  /** What the code of the request is good for: a setup code for the box, a recovery code for a home. Absent for a wrong one, and for none. */
  codeFor: v.exactOptional(v.union([v.literal('box'), controllerIdSchema]))
});
export type Controllers = v.InferOutput<typeof controllersSchema>;

const shortText = v.pipe(v.string(), v.minLength(1), v.maxLength(256));

/**
 * The body of `POST /api/sign-in`. It has either `controller` (an id) or `address`. Once there is a household, anything
 * but the id of a known controller at its verified address needs a managing screen or a setup code.
 */
export const signInRequestSchema = v.pipe(
  v.object({
    controller: v.exactOptional(controllerIdSchema),
    address: v.exactOptional(v.pipe(v.string(), v.maxLength(256))),
    username: shortText,
    password: v.pipe(v.string(), v.maxLength(1024)),
    /** The screen's name in the list of screens. */
    screen: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
    /** What it is called if `screen` is empty, such as "Android phone". A number is added if another screen is called that. */
    kindOfScreen: v.optional(v.pipe(v.string(), v.maxLength(80)), ''),
    /**
     * Whether the screen may manage the home. It counts with the home's own account; who adds a home, or brings a code for it, manages it
     * anyway.
     */
    manages: v.optional(v.boolean(), false),
    /** Whether the screen stays signed in as long as it is used. */
    remember: v.optional(v.boolean(), false),
    /** The user confirms that the known controller of that id is at this address now. */
    movedTo: v.exactOptional(v.pipe(v.string(), v.maxLength(256))),
    /** The user confirms that this address has another home than the known one: it is added. */
    isNewHome: v.optional(v.boolean(), false)
  }),
  v.check(({ controller, address }) => (controller === undefined) !== (address === undefined)),
  v.check(({ controller, movedTo }) => movedTo === undefined || controller !== undefined),
  v.check(({ movedTo, isNewHome }) => movedTo === undefined || !isNewHome)
);
export type SignInRequest = v.InferInput<typeof signInRequestSchema>;

/** The body of `POST …/move`: the controller's new address. The password is needed if its tokens are refused there. */
export const moveRequestSchema = v.strictObject({
  address: v.pipe(v.string(), v.maxLength(256)),
  password: v.exactOptional(v.pipe(v.string(), v.maxLength(1024)))
});

/** The response of `GET /api/controllers/:id/photos`: the ids of the photos for the screensaver. */
export const photosSchema = v.object({ photos: v.pipe(v.array(v.string()), v.readonly()) });

/** The response of `POST /api/sign-in` and `POST /api/pair`: this screen's session and rights. */
export const sessionSchema = v.object({
  controller: v.object({
    id: controllerIdSchema,
    name: v.string(),
    address: v.string(),
    namesake: v.exactOptional(namesakeSchema)
  }),
  /** The name of the home's account at its controller, for screens of all rights alone. */
  account: v.exactOptional(v.string()),
  /** The account was replaced after the controller had refused the one before, which takes the home back until then. */
  accountReplaced: v.exactOptional(accountReplacedSchema),
  /**
   * Only in the response of a sign-in with another account than that of the home: how many devices it sees that the home has not. The screen's
   * rights say what it may see.
   */
  otherAccount: v.exactOptional(v.object({ more: v.number() })),
  screen: ownScreenSchema,
  rights: v.optional(rightsSchema, MANAGING_RIGHTS),
  /** Whether the controller has refused the home's account. A locked screen gets nothing else until it is let back in. */
  locked: v.optional(v.boolean(), false),
  /** When the home goes, in ms, while it is being forgotten. Its screens are locked then; one that manages can take it back. */
  goesInMs: v.exactOptional(time),
  /** True after a sign-in that added the home or used its recovery code: it has no such code, and one should be made. */
  needsRecoveryCode: v.exactOptional(v.literal(true)),
  /** True if the screen has a PIN, absent if not. */
  hasPin: v.exactOptional(v.literal(true))
});
export type Session = v.InferOutput<typeof sessionSchema>;

/** The response of `GET /api/me`: the session at the home that is asked for, and the other homes of this browser. */
export const meSchema = v.object({
  ...sessionSchema.entries,
  homes: v.optional(
    v.array(
      v.object({ id: controllerIdSchema, name: v.string(), namesake: v.exactOptional(namesakeSchema) })
    ),
    []
  )
});
export type Me = v.InferOutput<typeof meSchema>;

/** The body of `PATCH /api/controllers/:id/screens/:id`: what changes of a screen. */
export const screenEditSchema = v.strictObject({
  name: v.exactOptional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))),
  rights: v.exactOptional(rightsEditSchema),
  /** Keeps the screen signed in as long as it is used, also one that came in with another account. */
  kept: v.exactOptional(v.literal(true))
});
export type ScreenEdit = v.InferOutput<typeof screenEditSchema>;

/** The body of `POST /api/controllers/:id/screens/let-back-in`: ids of locked screens. The response is 204. */
export const letBackInSchema = v.strictObject({
  screens: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.minLength(1), v.maxLength(200))
});

/**
 * The body of `POST /api/controllers/:id/password`: the password of the home's account. For ten minutes after the 204, requests of this
 * home that fail with `password-needed` are allowed, such as to grant `manages`, to end all other screens, and to replace the account. To
 * add a home takes the password of each home of the box: `detail.home` of `password-needed` is the id of the one that is missing.
 */
export const passwordSchema = v.strictObject({ password: v.pipe(v.string(), v.maxLength(1024)) });

/** The body of `POST /api/controllers/:id/pairing`: the next screen's rights. It manages only if `manages` is true. */
export const pairingRequestSchema = v.strictObject({ rights: rightsEditSchema });

/** The body of `POST /api/pair`: signs this screen in by a pairing's code or digits. */
export const pairRequestSchema = v.object({
  code: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  /** As in a sign-in. */
  screen: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
  remember: v.optional(v.boolean(), false)
});

/** The body of `POST /api/controllers/:id/activity/seen`: this screen has seen all activities up to this `seq`. The response is 204. */
export const activitySeenSchema = v.strictObject({
  upTo: v.pipe(v.number(), v.safeInteger(), v.minValue(0))
});

/** Decodes an error response; null if the value is none. */
export function decodeRefusal(value: unknown): { code: ErrorCode; message: string; detail?: unknown } | null {
  const result = v.safeParse(refusalSchema, value);
  return result.success && isErrorCode(result.output.error.code)
    ? { ...result.output.error, code: result.output.error.code }
    : null;
}

const refusalSchema = v.object({
  error: v.object({ code: v.string(), message: v.string(), detail: v.exactOptional(v.unknown()) })
});

import * as v from 'valibot';
import type { DeviceChange } from '#shared/changes';
import { deviceChangeSchema } from '#shared/home-schema';
import type { Home } from '#shared/home';
import { decodeHome } from '#shared/home-schema';
import { isErrorCode, type ErrorCode } from '#shared/errors';
import type { Layout } from '#shared/layout';
import { keptLayoutSchema } from '#shared/layout-schema';
import { MANAGING_RIGHTS, type Rights } from '#shared/rights';
import { rightsEditSchema, rightsSchema } from '#shared/rights-schema';
import { commandsMessageSchema, type CommandsMessage } from '#shared/commands/command-schema';
import {
  controllerIdSchema,
  controllerStatusSchema,
  ownScreenSchema,
  time,
  type ControllerStatus
} from '#shared/wire-fields';

/**
 * Every route and message between the PWA and the proxy. All bodies are JSON. An error response is
 * `{error: {code, message, detail?}}` with the HTTP status of `#shared/errors`. Times are whole milliseconds since the
 * epoch. The bodies of the routes of commands are in `#shared/commands/command-schema`.
 */

/** The paths of the routes. `controller` is a controller's id, or `:id` for the router's pattern. */
export const routes = {
  status: '/api/status',
  controllers: '/api/controllers',
  search: '/api/controllers/search',
  signIn: '/api/sign-in',
  signOut: '/api/sign-out',
  me: '/api/me',
  screens: '/api/screens',
  screen: (screen: string) => `/api/screens/${screen}`,
  /** `DELETE` only: removes a screen and all screens that it paired. */
  screenAndLetIn: (screen: string) => `/api/screens/${screen}?letIn=true`,
  letBackIn: '/api/screens/let-back-in',
  password: '/api/password',
  /** `PUT` sets or changes this screen's PIN, `DELETE` removes it. Bodies: `#shared/pin`. */
  pin: '/api/pin',
  unlock: '/api/pin/unlock',
  lock: '/api/pin/lock',
  /** `DELETE` only: a managing screen resets the PIN of another screen. */
  screenPin: (screen: string) => `/api/screens/${screen}/pin`,
  activity: '/api/activity',
  activitySeen: '/api/activity/seen',
  pairing: '/api/pairing',
  pair: '/api/pair',
  home: (controller: string) => `/api/controllers/${controller}/home`,
  live: (controller: string, revision?: string) =>
    `/api/controllers/${controller}/live${revision === undefined ? '' : `?revision=${encodeURIComponent(revision)}`}`,
  forward: (controller: string, path: string) => `/api/controllers/${controller}/v2${path}`,
  /** `POST` sends a batch, and answers 202. `GET` lists what is under way and what ended in the last minute. */
  commands: (controller: string) => `/api/controllers/${controller}/commands`,
  /** `DELETE` only: cancels what is still queued. */
  commandBatch: (controller: string, batch: string) => `/api/controllers/${controller}/commands/${batch}`,
  layout: (controller: string) => `/api/controllers/${controller}/layout`,
  move: (controller: string) => `/api/controllers/${controller}/move`,
  health: '/healthz',
  ready: '/readyz',
  metrics: '/metrics'
} as const;

/** The request header for a setup code, which replaces a managing screen. */
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
  nameTaken: v.optional(v.boolean(), false),
  /** The first page for a new phone: an install page, or a public origin. Null if no phone can reach the server. */
  firstPage: v.optional(v.nullable(v.string()), null)
});
export type Status = v.InferOutput<typeof statusSchema>;

/**
 * A controller that a user can sign in to. `lastSeen` is 0 if it was never seen. In a closed household only managing
 * screens get `mac` and every `address`. Another screen gets its own controller's; the others' are empty.
 */
export const controllerSchema = v.object({
  id: controllerIdSchema,
  name: v.string(),
  /** An IPv4 address without a port. */
  address: v.string(),
  /** The MAC that it reports, as 12 hex digits. It is displayed to distinguish controllers, and not verified. */
  mac: v.exactOptional(v.string()),
  source: v.picklist(['search', 'known', 'demo']),
  lastSeen: time
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
   * Whether the client may search, and sign in to other controllers than these. A client without a session may not once
   * there is a household.
   */
  mayAdd: v.optional(v.boolean(), true)
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
export type MoveRequest = v.InferOutput<typeof moveRequestSchema>;

/** The response of `POST /api/sign-in`, `POST /api/pair` and `GET /api/me`: this screen's session and rights. */
export const sessionSchema = v.object({
  controller: v.object({ id: controllerIdSchema, name: v.string(), address: v.string() }),
  user: v.string(),
  screen: ownScreenSchema,
  rights: v.optional(rightsSchema, MANAGING_RIGHTS),
  /** Whether the controller ended the user's sign-in. A locked screen gets nothing else until it is let back in. */
  locked: v.optional(v.boolean(), false),
  /** True if the screen has a PIN, absent if not. */
  hasPin: v.exactOptional(v.literal(true))
});
export type Session = v.InferOutput<typeof sessionSchema>;

/** The body of `PATCH /api/screens/:id`: a screen's new name, its new rights, or both. */
export const screenEditSchema = v.strictObject({
  name: v.exactOptional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))),
  rights: v.exactOptional(rightsEditSchema)
});
export type ScreenEdit = v.InferOutput<typeof screenEditSchema>;

/** The body of `POST /api/screens/let-back-in`: ids of locked screens. The response is 204. */
export const letBackInSchema = v.strictObject({
  screens: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.minLength(1), v.maxLength(200))
});

/**
 * The body of `POST /api/password`: the user's password at the controller. For ten minutes after the 204, requests that
 * fail with `password-needed` are allowed: to grant `manages`, and to end all other screens.
 */
export const passwordSchema = v.strictObject({ password: v.pipe(v.string(), v.maxLength(1024)) });

/** The body of `POST /api/pairing`: the next screen's rights. It manages only if `manages` is true. */
export const pairingRequestSchema = v.strictObject({ rights: rightsEditSchema });

/** The body of `POST /api/pair`: signs this screen in by a pairing's code or digits. */
export const pairRequestSchema = v.object({
  code: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  /** As in a sign-in. */
  screen: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
  remember: v.optional(v.boolean(), false)
});
export type PairRequest = v.InferInput<typeof pairRequestSchema>;

/** The body of `POST /api/activity/seen`: this screen has seen all activities up to this `seq`. The response is 204. */
export const activitySeenSchema = v.strictObject({
  upTo: v.pipe(v.number(), v.safeInteger(), v.minValue(0))
});

const homeSchema = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, Home>(({ dataset, addIssue, NEVER }) => {
    const home = decodeHome(dataset.value);
    if (home) return home;
    addIssue({ message: 'no home' });
    return NEVER;
  })
);

/** The response of `GET …/home`, and the body of the live message `home`. */
export const snapshotSchema = v.object({
  /** Opaque: `<epoch>.<n>`. */
  revision: v.string(),
  controller: controllerStatusSchema,
  home: homeSchema
});
export type Snapshot = v.InferOutput<typeof snapshotSchema>;

/**
 * A message of the proxy on the live connection. Clients ignore messages of other types. A connection begins with `home`
 * or `changes`, then `controller`, `layout`, `screen` and `commands`. A `commands` message follows the changes that its
 * entries depend on.
 */
export const liveMessageSchema = v.variant('type', [
  v.object({ type: v.literal('home'), ...snapshotSchema.entries }),
  v.object({ type: v.literal('changes'), revision: v.string(), changes: v.array(deviceChangeSchema) }),
  v.object({ type: v.literal('controller'), ...controllerStatusSchema.entries }),
  v.object({ type: v.literal('layout'), layout: keptLayoutSchema }),
  v.object({
    type: v.literal('screen'),
    screen: ownScreenSchema,
    rights: rightsSchema,
    hasPin: v.exactOptional(v.literal(true))
  }),
  commandsMessageSchema,
  v.object({ type: v.literal('activity'), unseen: v.array(v.unknown()) }),
  v.object({ type: v.literal('beat'), at: time })
]);
export type LiveMessage =
  | ({ readonly type: 'home' } & Snapshot)
  | { readonly type: 'changes'; readonly revision: string; readonly changes: readonly DeviceChange[] }
  | ({ readonly type: 'controller' } & ControllerStatus)
  /** The user's layout: after the first message of a connection, and when one of the user's screens changes it. */
  | { readonly type: 'layout'; readonly layout: Layout }
  /** This screen's name, its rights and whether it has a PIN: once per connection, and when they change. */
  | {
      readonly type: 'screen';
      readonly screen: Session['screen'];
      readonly rights: Rights;
      readonly hasPin?: true;
    }
  /**
   * The commands under way that this screen may see: all of them once per connection and after its rights changed
   * (`isWhole`), then each entry whose state changed. A batch that a whole message of the same `instance` lacks was never taken.
   */
  | CommandsMessage
  /**
   * For a managing screen: each `Activity` that it has not seen yet, oldest first. Sent once per connection, and when
   * the list changes. `decodeActivities` reads the rows.
   */
  | { readonly type: 'activity'; readonly unseen: readonly unknown[] }
  | { readonly type: 'beat'; readonly at: number };

/** The heartbeat interval of the live connection, in ms. */
export const BEAT_MS = 15_000;

/** Close codes of a live connection. */
export const LIVE_CLOSE = {
  /** The proxy shuts down: reconnect. */
  goingAway: 1001,
  /** The screen was ended, or is not signed in to this controller. */
  refused: 1008,
  /** The client did not read the messages. */
  stalled: 4000,
  /** The screen is locked. It can reconnect, and poll `GET /api/me` until then. */
  locked: 4001
} as const;

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

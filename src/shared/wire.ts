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
import { controllerIdSchema, ownScreenSchema, time } from '#shared/wire-fields';

/**
 * Every route and message between the PWA and the proxy, typed once. All bodies are JSON; a refusal is
 * `{error: {code, message, detail?}}` with the HTTP status of `#shared/errors`. Times are whole milliseconds since the epoch.
 */

/** The paths of the routes. `:id` is a controller's id, `pattern` forms are the router's. */
export const routes = {
  status: '/api/status',
  controllers: '/api/controllers',
  search: '/api/controllers/search',
  signIn: '/api/sign-in',
  signOut: '/api/sign-out',
  me: '/api/me',
  screens: '/api/screens',
  screen: (screen: string) => `/api/screens/${screen}`,
  /** `DELETE` alone: a screen, and all that it let in. */
  screenAndLetIn: (screen: string) => `/api/screens/${screen}?letIn=true`,
  letBackIn: '/api/screens/let-back-in',
  password: '/api/password',
  activity: '/api/activity',
  activitySeen: '/api/activity/seen',
  pairing: '/api/pairing',
  pair: '/api/pair',
  home: (controller: string) => `/api/controllers/${controller}/home`,
  live: (controller: string, revision?: string) =>
    `/api/controllers/${controller}/live${revision === undefined ? '' : `?revision=${encodeURIComponent(revision)}`}`,
  forward: (controller: string, path: string) => `/api/controllers/${controller}/v2${path}`,
  layout: (controller: string) => `/api/controllers/${controller}/layout`,
  move: (controller: string) => `/api/controllers/${controller}/move`,
  health: '/healthz',
  metrics: '/metrics'
} as const;

/** The request header by which a setup code stands in for a managing screen. */
export const SETUP_CODE_HEADER = 'mantel-setup-code';

/** `GET /api/status`: what this origin is good for. */
export const statusSchema = v.object({
  name: v.string(),
  version: v.string(),
  /** Whether the origin is secure: https, or loopback. */
  secure: v.boolean(),
  /**
   * What an install still lacks here, as codes: `secure-origin`; `permanent-origin` where this is not the one to install from. Empty:
   * nothing. Whether the browser trusts the certificate, it alone knows.
   */
  missing: v.array(v.string()),
  /**
   * Every https origin by which the home reaches us; first the permanent one, which an install belongs to. Empty where only this
   * machine reaches us.
   */
  origins: v.array(v.string()),
  /** Whether another host of this network answers to our name, so that the name leads astray. */
  nameTaken: v.optional(v.boolean(), false),
  /** Where a phone begins that was never here: an install page, or a public origin. Null where no phone reaches us. */
  firstPage: v.optional(v.nullable(v.string()), null)
});
export type Status = v.InferOutput<typeof statusSchema>;

/**
 * A controller that can be signed in to. `lastSeen` is 0 where it was never heard of. To who does not manage a closed household `address`
 * is empty and `mac` absent.
 */
export const controllerSchema = v.object({
  id: controllerIdSchema,
  name: v.string(),
  /** An IPv4 without a port. */
  address: v.string(),
  /** The MAC that it claims, as 12 hex digits, for people to tell boxes apart. */
  mac: v.exactOptional(v.string()),
  source: v.picklist(['search', 'known', 'demo']),
  lastSeen: time
});
export type ControllerEntry = v.InferOutput<typeof controllerSchema>;

/** `POST /api/controllers/search`; nothing is a plain one. `sweep` asks each address of the own networks, one by one. */
export const searchRequestSchema = v.optional(v.object({ sweep: v.optional(v.boolean(), false) }), {});

/** `GET /api/controllers` and `POST /api/controllers/search`. */
export const controllersSchema = v.object({
  controllers: v.array(controllerSchema),
  searching: v.boolean(),
  /**
   * Why the last search may have found nothing, as codes, the likeliest first: `no-network`, `container`, `wsl`, `several-networks`,
   * `no-reply`. Empty while one is under way, and where something answered.
   */
  hints: v.optional(v.array(v.string()), []),
  /** Whether whoever asks may search, and sign in elsewhere than at these: a stranger may not once there is a household. */
  mayAdd: v.optional(v.boolean(), true)
});
export type Controllers = v.InferOutput<typeof controllersSchema>;

const shortText = v.pipe(v.string(), v.minLength(1), v.maxLength(256));

/**
 * The body of `POST /api/sign-in`. Exactly one of `controller` (an id) and `address` says where. Anything but the id of a known controller
 * at its verified address needs a managing screen or a setup code, once there is a household.
 */
export const signInRequestSchema = v.pipe(
  v.object({
    controller: v.exactOptional(controllerIdSchema),
    address: v.exactOptional(v.pipe(v.string(), v.maxLength(256))),
    username: shortText,
    password: v.pipe(v.string(), v.maxLength(1024)),
    /** The screen's name, as the list of screens shows it. */
    screen: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
    /** Keep this screen signed in for as long as it is seen. */
    remember: v.optional(v.boolean(), false),
    /** A person says that the known controller of that id is at this address now. */
    movedTo: v.exactOptional(v.pipe(v.string(), v.maxLength(256))),
    /** A person says that another home stands there now than the one that was known: it becomes one more. */
    isNewHome: v.optional(v.boolean(), false)
  }),
  v.check(({ controller, address }) => (controller === undefined) !== (address === undefined)),
  v.check(({ controller, movedTo }) => movedTo === undefined || controller !== undefined),
  v.check(({ movedTo, isNewHome }) => movedTo === undefined || !isNewHome)
);
export type SignInRequest = v.InferInput<typeof signInRequestSchema>;

/** The body of `POST …/move`: where this controller is now. The password only where its tokens are refused there. */
export const moveRequestSchema = v.strictObject({
  address: v.pipe(v.string(), v.maxLength(256)),
  password: v.exactOptional(v.pipe(v.string(), v.maxLength(1024)))
});
export type MoveRequest = v.InferOutput<typeof moveRequestSchema>;

/** `POST /api/sign-in`, `POST /api/pair` and `GET /api/me`: who this screen is, and what it may. */
export const sessionSchema = v.object({
  controller: v.object({ id: controllerIdSchema, name: v.string(), address: v.string() }),
  user: v.string(),
  screen: ownScreenSchema,
  rights: v.optional(rightsSchema, MANAGING_RIGHTS),
  /** Whether the controller ended the user's sign-in: until somebody lets this screen back in, it gets nothing but this. */
  locked: v.optional(v.boolean(), false)
});
export type Session = v.InferOutput<typeof sessionSchema>;

/** The body of `PATCH /api/screens/:id`: a screen's new name, its new rights, or both. */
export const screenEditSchema = v.strictObject({
  name: v.exactOptional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))),
  rights: v.exactOptional(rightsEditSchema)
});
export type ScreenEdit = v.InferOutput<typeof screenEditSchema>;

/** The body of `POST /api/screens/let-back-in`: ids of locked screens. The answer is 204. */
export const letBackInSchema = v.strictObject({
  screens: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.minLength(1), v.maxLength(200))
});

/**
 * The body of `POST /api/password`: the user's password at the controller, typed once more on this screen. For ten minutes from its 204 on,
 * what is refused with `password-needed` can be done: to give somebody `manages`, and to end all other screens.
 */
export const passwordSchema = v.strictObject({ password: v.pipe(v.string(), v.maxLength(1024)) });

/** The body of `POST /api/pairing`: what the next screen shall be allowed. It manages only where `manages` says so. */
export const pairingRequestSchema = v.strictObject({ rights: rightsEditSchema });

/** The body of `POST /api/pair`: signs this screen in by a pairing's code or digits. */
export const pairRequestSchema = v.object({
  code: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  /** As in a sign-in. */
  screen: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
  remember: v.optional(v.boolean(), false)
});
export type PairRequest = v.InferInput<typeof pairRequestSchema>;

/** The body of `POST /api/activity/seen`: all up to this `seq` was seen on this screen. The answer is 204. */
export const activitySeenSchema = v.strictObject({
  upTo: v.pipe(v.number(), v.safeInteger(), v.minValue(0))
});

/** How the proxy stands to the controller. `changed`: another one answers where it was, and is asked and told nothing. */
export const controllerStateSchema = v.picklist(['online', 'unreachable', 'changed', 'signed-out']);
export type ControllerState = v.InferOutput<typeof controllerStateSchema>;

const homeSchema = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, Home>(({ dataset, addIssue, NEVER }) => {
    const home = decodeHome(dataset.value);
    if (home) return home;
    addIssue({ message: 'no home' });
    return NEVER;
  })
);

/** `GET …/home`, and the body of the live message `home`. */
export const snapshotSchema = v.object({
  /** Opaque: `<epoch>.<n>`. */
  revision: v.string(),
  controller: v.object({ state: controllerStateSchema, since: time }),
  home: homeSchema
});
export type Snapshot = v.InferOutput<typeof snapshotSchema>;

/** What the proxy says on the live connection. Messages of other types are to be passed over. */
export const liveMessageSchema = v.variant('type', [
  v.object({ type: v.literal('home'), ...snapshotSchema.entries }),
  v.object({ type: v.literal('changes'), revision: v.string(), changes: v.array(deviceChangeSchema) }),
  v.object({ type: v.literal('controller'), state: controllerStateSchema, since: time }),
  v.object({ type: v.literal('layout'), layout: keptLayoutSchema }),
  v.object({ type: v.literal('screen'), screen: ownScreenSchema, rights: rightsSchema }),
  v.object({ type: v.literal('activity'), unseen: v.array(v.unknown()) }),
  v.object({ type: v.literal('beat'), at: time })
]);
export type LiveMessage =
  | ({ readonly type: 'home' } & Snapshot)
  | { readonly type: 'changes'; readonly revision: string; readonly changes: readonly DeviceChange[] }
  | { readonly type: 'controller'; readonly state: ControllerState; readonly since: number }
  /** What the user made of the home: after the first message of a connection, and whenever one of the user's screens has put another. */
  | { readonly type: 'layout'; readonly layout: Layout }
  /** What this screen is called and may do: once a connection, and whenever that was changed. */
  | { readonly type: 'screen'; readonly screen: Session['screen']; readonly rights: Rights }
  /**
   * To a screen that manages: each `Activity` that it has not seen yet, the oldest first; once a connection, and whenever that changes.
   * `decodeActivities` reads them.
   */
  | { readonly type: 'activity'; readonly unseen: readonly unknown[] }
  | { readonly type: 'beat'; readonly at: number };

/** Milliseconds between two beats on the live connection. */
export const BEAT_MS = 15_000;

/** Why the proxy closed a live connection. */
export const LIVE_CLOSE = {
  /** The proxy stops: come back. */
  goingAway: 1001,
  /** The screen was ended, or has no grant here. */
  refused: 1008,
  /** Nobody read what was sent. */
  stalled: 4000,
  /** The screen is locked: it may try again, and ask who it is meanwhile. */
  locked: 4001
} as const;

/** Reads a refusal's body; null where it is none. */
export function decodeRefusal(value: unknown): { code: ErrorCode; message: string; detail?: unknown } | null {
  const result = v.safeParse(refusalSchema, value);
  return result.success && isErrorCode(result.output.error.code)
    ? { ...result.output.error, code: result.output.error.code }
    : null;
}
const refusalSchema = v.object({
  error: v.object({ code: v.string(), message: v.string(), detail: v.exactOptional(v.unknown()) })
});

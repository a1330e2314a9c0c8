import * as v from 'valibot';
import { alarmsSeenAnswerSchema, alarmsSeenSchema } from '#shared/alarms';
import { happenedSchema } from '#shared/happenings';
import {
  accountChangeSchema,
  activitiesSchema,
  boxTroublesSchema,
  forgetSchema,
  leavingSchema,
  movedSchema,
  pairingSchema,
  pairingStateSchema,
  recoveryCodeSchema,
  recoveryStateSchema,
  reportSchema,
  screensSchema
} from '#shared/household';
import { keptLayoutSchema } from '#shared/layout-schema';
import {
  drillSchema,
  messagesEditSchema,
  messagesSchema,
  pushSubscriptionSchema,
  soundSchema
} from '#shared/messages';
import { pinSchema } from '#shared/pin';
import { recordChoiceSchema, recordedSchema, recordStateSchema } from '#shared/record';
import { sceneBodySchema, scenesSchema } from '#shared/scenes';
import { sentLayoutSchema } from '#shared/sent-layout';
import { timerBodySchema, timerSetSchema, timersSchema } from '#shared/timers';
import { touchBodySchema } from '#shared/touch';
import {
  activitySeenSchema,
  controllersSchema,
  letBackInSchema,
  moveRequestSchema,
  pairingRequestSchema,
  pairRequestSchema,
  passwordSchema,
  photosSchema,
  screenEditSchema,
  searchRequestSchema,
  meSchema,
  sessionSchema,
  signInRequestSchema,
  statusSchema
} from '#shared/wire';

/**
 * Whose a route is: anyone's; a home's, so that it needs a screen that is signed in to the controller of `:id`; or the box's, so that it needs
 * a screen that manages the home of `:id`, whichever real one that is. A browser may have a screen at several controllers: that of `:id`
 * counts alone. (`GET /api/me`, which has no `:id`, is about the query `home`, else about the newest.)
 */
export type Access = 'public' | 'home' | 'box';

/** What access control asks about a route. */
export interface RouteAccess {
  readonly access: Access;
  /** Whether a screen has to manage the home. */
  readonly manages?: true;
  /** Whether a setup code, or the recovery code of the home, stands in for a screen that manages it. */
  readonly orCode?: true;
  /** Whether a screen that is locked since its home is being forgotten may call it. */
  readonly whileLeaving?: true;
  /** Whether the route itself enforces limited rights. Every other route is refused to screens with limited rights. */
  readonly enforcesRights?: true;
  /** Whether a locked screen may call it. */
  readonly admitsLocked?: true;
  /** Whether a screen with a PIN may call it while it is not unlocked. Every other route is refused to it, public ones too. */
  readonly withoutPin?: true;
}

/** A route: who may call it, the body that it takes and what it answers. */
interface Route<Answer = unknown, Body = unknown> extends RouteAccess {
  readonly body: v.GenericSchema<unknown, Body>;
  readonly answer: v.GenericSchema<unknown, Answer>;
}

/** An answer without content, or one that no schema reads as a whole; a body that nobody reads. */
const anything = v.unknown();

const open = { access: 'public', withoutPin: true, body: anything } as const;
const granted = { access: 'home', body: anything } as const;
const managing = { ...granted, manages: true } as const;
/** What a home's end takes: a screen that manages it, locked or not, or a code. */
const ofItsEnd = { ...managing, enforcesRights: true, orCode: true, whileLeaving: true } as const;
const ofBox = { access: 'box', body: anything } as const;
/** For all rights. A locked screen may sign out. */
const anyScreen = { ...granted, enforcesRights: true, admitsLocked: true } as const;
/** For screens that are not unlocked. The page of a locked sign-in is behind the PIN too. */
const pinEntry = { ...anyScreen, withoutPin: true } as const;
const ownPin = { ...granted, enforcesRights: true } as const;
/** A wall that sleeps is behind its PIN. */
const readsPhotos = { ...ownPin, withoutPin: true } as const;
/** A screen with limited rights may get messages, too. */
const readsMessages = { ...granted, enforcesRights: true } as const;
const readsHome = { ...granted, enforcesRights: true, withoutPin: true } as const;

/**
 * Every route of the proxy, for the proxy and for the page. All bodies are JSON. An error response is
 * `{error: {code, message, detail?}}` with the HTTP status of `#shared/errors`. The live connection and the calls that
 * pass to a controller are below.
 */
export const routes = {
  'GET /api/status': { ...open, answer: statusSchema },
  'GET /api/controllers': { ...open, answer: controllersSchema },
  'POST /api/controllers/search': { access: 'public', body: searchRequestSchema, answer: controllersSchema },
  'POST /api/sign-in': { access: 'public', body: signInRequestSchema, answer: sessionSchema },
  'POST /api/controllers/:id/sign-out': { ...anyScreen, answer: anything },
  'GET /api/me': { ...pinEntry, answer: meSchema },
  /** A wall says whether it may play sounds. */
  'PUT /api/controllers/:id/sound': { ...pinEntry, body: soundSchema, answer: anything },
  'GET /api/controllers/:id/screens': { ...granted, answer: screensSchema },
  'PATCH /api/controllers/:id/screens/:screen': { ...granted, body: screenEditSchema, answer: anything },
  /** With the query `letIn=true` it ends all screens that the screen paired, too. */
  'DELETE /api/controllers/:id/screens/:screen': { ...granted, answer: anything },
  /** Ends all other screens that this one may end. */
  'DELETE /api/controllers/:id/screens': { ...granted, answer: anything },
  'POST /api/controllers/:id/screens/let-back-in': { ...granted, body: letBackInSchema, answer: anything },
  /** Removes the PIN of another screen's browser, with the password typed. That browser is signed out of all its other homes. */
  'DELETE /api/controllers/:id/screens/:screen/pin': { ...managing, answer: anything },
  'POST /api/controllers/:id/password': {
    ...granted,
    whileLeaving: true,
    body: passwordSchema,
    answer: anything
  },
  'PUT /api/controllers/:id/pin': { ...ownPin, body: pinSchema, answer: anything },
  'DELETE /api/controllers/:id/pin': { ...ownPin, answer: anything },
  'POST /api/controllers/:id/pin/unlock': { ...pinEntry, body: pinSchema, answer: anything },
  'POST /api/controllers/:id/pin/lock': { ...pinEntry, answer: anything },
  /** The PIN is forgotten: the home's password removes it from this browser, which is signed out of all its other homes. */
  'POST /api/controllers/:id/pin/forgotten': { ...pinEntry, body: passwordSchema, answer: anything },
  'GET /api/controllers/:id/activity': { ...managing, answer: activitiesSchema },
  'POST /api/controllers/:id/activity/seen': { ...managing, body: activitySeenSchema, answer: anything },
  'GET /api/controllers/:id/attention': { ...ofBox, answer: boxTroublesSchema },
  'GET /api/controllers/:id/report': { ...ofBox, answer: reportSchema },
  /**
   * Replaces the account of the home. It needs a managing screen with the password typed, a code, or a locked managing screen once the
   * account was refused for an hour.
   */
  'POST /api/controllers/:id/account': {
    ...anyScreen,
    orCode: true,
    body: accountChangeSchema,
    answer: anything
  },
  'GET /api/controllers/:id/recovery-code': { ...managing, answer: recoveryStateSchema },
  /** Makes a code in place of the one before, with the password typed. */
  'POST /api/controllers/:id/recovery-code': { ...managing, answer: recoveryCodeSchema },
  /** Forgets the home: in 24 hours, or now. It needs the password typed, where the controller was not silent for a day. */
  'POST /api/controllers/:id/forget': { ...ofItsEnd, body: forgetSchema, answer: leavingSchema },
  /** Takes a home back that is being forgotten. */
  'DELETE /api/controllers/:id/forget': { ...ofItsEnd, answer: anything },
  'GET /api/controllers/:id/pairing': { ...granted, answer: pairingStateSchema },
  'POST /api/controllers/:id/pairing': { ...granted, body: pairingRequestSchema, answer: pairingSchema },
  'PUT /api/controllers/:id/pairing': { ...granted, answer: pairingSchema },
  'DELETE /api/controllers/:id/pairing': { ...granted, answer: anything },
  'POST /api/pair': { access: 'public', body: pairRequestSchema, answer: sessionSchema },
  'GET /api/controllers/:id/home': { ...readsHome, answer: anything },
  'GET /api/controllers/:id/layout': { ...readsHome, answer: keptLayoutSchema },
  'PUT /api/controllers/:id/layout': { ...granted, body: sentLayoutSchema, answer: anything },
  'GET /api/controllers/:id/scenes': { ...readsHome, answer: scenesSchema },
  'PUT /api/controllers/:id/scenes/:scene': { ...granted, body: sceneBodySchema, answer: anything },
  'DELETE /api/controllers/:id/scenes/:scene': { ...granted, answer: anything },
  'PUT /api/controllers/:id/touch/:device': { ...managing, body: touchBodySchema, answer: anything },
  'GET /api/controllers/:id/timers': { ...readsHome, answer: timersSchema },
  'POST /api/controllers/:id/timers': { ...readsHome, body: timerBodySchema, answer: timerSetSchema },
  'DELETE /api/controllers/:id/timers/:timer': { ...readsHome, answer: anything },
  'GET /api/controllers/:id/happened': { ...readsHome, answer: happenedSchema },
  'GET /api/controllers/:id/record': { ...readsHome, answer: recordStateSchema },
  /** A managing screen begins or ends the record, or deletes all of it. */
  'PUT /api/controllers/:id/record': { ...managing, body: recordChoiceSchema, answer: anything },
  'DELETE /api/controllers/:id/record': { ...managing, answer: anything },
  'GET /api/controllers/:id/record/values': { ...readsHome, answer: recordedSchema },
  'GET /api/controllers/:id/record/happened': { ...readsHome, answer: happenedSchema },
  'POST /api/controllers/:id/alarms/seen': {
    ...readsHome,
    body: alarmsSeenSchema,
    answer: alarmsSeenAnswerSchema
  },
  'GET /api/controllers/:id/messages': { ...readsMessages, answer: messagesSchema },
  /** A managing screen chooses what leaves the house. */
  'PATCH /api/controllers/:id/messages': { ...managing, body: messagesEditSchema, answer: anything },
  'PUT /api/controllers/:id/messages/phone': {
    ...readsMessages,
    body: pushSubscriptionSchema,
    answer: anything
  },
  'DELETE /api/controllers/:id/messages/phone': { ...readsMessages, answer: anything },
  'POST /api/controllers/:id/messages/drill': { ...managing, answer: drillSchema },
  'POST /api/controllers/:id/move': { ...granted, body: moveRequestSchema, answer: movedSchema },
  'GET /api/controllers/:id/photos': { ...readsPhotos, answer: photosSchema },
  /** Answers a picture: the ids are those of the list. */
  'GET /api/controllers/:id/photos/:photo': { ...readsPhotos, answer: anything },
  'GET /healthz': { ...open, answer: anything },
  'GET /readyz': { ...open, answer: anything },
  'GET /metrics': { ...open, answer: anything }
} as const satisfies Record<`${string} /${string}`, Route>;

/** A route's method and path, as `GET /api/me`. */
export type RouteName = keyof typeof routes;
/** What a route answers. */
export type AnswerOf<Name extends RouteName> = v.InferOutput<(typeof routes)[Name]['answer']>;
/** The body that a route takes; undefined for none. */
export type BodyOf<Name extends RouteName> =
  unknown extends v.InferInput<(typeof routes)[Name]['body']>
    ? undefined
    : DeepReadonly<v.InferInput<(typeof routes)[Name]['body']>>;
/** The body of a route as its schema reads it. */
export type ReadBody<Name extends RouteName> = v.InferOutput<(typeof routes)[Name]['body']>;
type DeepReadonly<T> = unknown extends T ? T : { readonly [Key in keyof T]: DeepReadonly<T[Key]> };

const table: { readonly [Name in RouteName]: Route<AnswerOf<Name>, ReadBody<Name>> } = routes;

/**
 * A route's method, its path, and the schemas of its body and its answer.
 * @param at what takes the place of its parameters, in their order
 */
export function routeOf<Name extends RouteName>(name: Name, ...at: readonly string[]) {
  const [method = '', path = ''] = name.split(' ');
  const { body, answer } = table[name];
  return { method, path: at.reduce((rest, each) => rest.replace(/:\w+/, each), path), body, answer };
}

/**
 * The path of the live connection. `revision`: of the home that the page has. `page`: a random id of the page, and
 * `connection` the number of its connection: frames of a page are heard on its newest connection alone.
 */
export function livePath(controller: string, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `/api/controllers/${controller}/live${search === '' ? '' : `?${search}`}`;
}

/** The path of a call that passes to a controller, such as `/devices/21/actions`. */
export const forwardPath = (controller: string, path: string): string =>
  `/api/controllers/${controller}/v2${path}`;

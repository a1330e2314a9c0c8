import { BEAT_MS, LIVE_CLOSE } from '#shared/live-protocol';
import type { ControllerState } from '#shared/wire-fields';

/**
 * The phase of the link. `connecting`: first attempt since the page was opened. `live`: the socket is open, the
 * controller is online and the home is current. `reconnecting`: lost a moment ago. `offline`: lost for longer.
 * `unreachable`: the proxy cannot reach the controller. `changed`: another controller answers at its address.
 * `signed-out`: the controller ended the sign-in.
 */
export type LinkPhase =
  | 'connecting'
  | 'live'
  | 'reconnecting'
  | 'offline'
  | Exclude<ControllerState, 'online'>;

/** Milliseconds without a message after which an open connection counts as dead: two heartbeats plus transit time. */
export const SILENCE_TIMEOUT_MS = 2 * BEAT_MS + 3000;
/** Milliseconds that opening a connection may take. */
export const OPEN_TIMEOUT_MS = 4000;
/** Maximum delay before the first retry, in ms. It doubles with each attempt, up to `MAX_RETRY_DELAY_MS`. */
const INITIAL_RETRY_DELAY_MS = 1000;
const MAX_RETRY_DELAY_MS = 10_000;
/** Milliseconds from the loss of the connection to the phase `offline`. */
const OFFLINE_AFTER_MS = 5000;
/** On resume, an attempt that is younger than this (in ms) is not restarted. */
const RECENT_ATTEMPT_MS = 1000;

/** The state of the link. Times are monotonic milliseconds. */
export interface LinkState {
  readonly phase: LinkPhase;
  readonly socket: 'none' | 'opening' | 'open';
  /** Whether this connection has sent the current home. */
  readonly isCurrent: boolean;
  /** The controller's state as this connection sent it; null before that. */
  readonly controller: ControllerState | null;
  /** Failed attempts in a row. */
  readonly attempts: number;
  readonly triedAt: number;
  /** When the last connection that had sent a message was lost; null if there was none. */
  readonly lostAt: number | null;
}

/** An event of the link. */
export type LinkEvent =
  | { readonly type: 'start' }
  | { readonly type: 'opened' }
  /**
   * A message arrived. `controller` is the controller's state if the message contains it; `isHome` is true if the home
   * is now current.
   */
  | { readonly type: 'message'; readonly controller?: ControllerState; readonly isHome?: boolean }
  | { readonly type: 'closed'; readonly code: number }
  /** No message arrived for too long. */
  | { readonly type: 'silent' }
  /** The next attempt is due. */
  | { readonly type: 'retry' }
  /** The page resumed, or the network is back. `isStale`: a heartbeat was missed meanwhile. */
  | { readonly type: 'resumed'; readonly isStale: boolean }
  /** The browser reports that there is no network. */
  | { readonly type: 'network-gone' }
  /** The result of a probe. */
  | { readonly type: 'probed'; readonly isThere: boolean };

/** A side effect of a step. */
export type LinkEffect =
  /** Opens a connection; an earlier one is closed first. */
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  /** Retries after a random part of `withinMs`, minus the `spentMs` of the last attempt. */
  | { readonly type: 'retry'; readonly withinMs: number; readonly spentMs: number }
  /** Checks by HTTP whether the proxy answers and this screen is signed in, since a rejected upgrade has no reason. */
  | { readonly type: 'probe' }
  /** This screen is no longer signed in to the controller. */
  | { readonly type: 'session-lost' };

/** When an event happens, in monotonic milliseconds, and whether the browser reports a network. */
export interface LinkMoment {
  readonly at: number;
  readonly isOnline: boolean;
}

/** The result of a step: the new state and the side effects. */
export interface LinkStep {
  readonly state: LinkState;
  readonly effects: readonly LinkEffect[];
}

/** The state before the first attempt. */
export const INITIAL_LINK: LinkState = {
  phase: 'connecting',
  socket: 'none',
  isCurrent: false,
  controller: null,
  attempts: 0,
  triedAt: 0,
  lostAt: null
};

/** Applies one event. Pure; returns the same state if nothing changes. */
export function stepLink(state: LinkState, event: LinkEvent, moment: LinkMoment): LinkStep {
  switch (event.type) {
    case 'start':
      return open(state, moment);
    case 'opened':
      return withoutEffects({ ...state, socket: 'open', isCurrent: false, controller: null });
    case 'message':
      return withoutEffects(receive(state, event));
    case 'closed':
      return event.code === LIVE_CLOSE.refused
        ? { state: disconnect(state, moment), effects: [{ type: 'session-lost' }] }
        : scheduleRetry(state, moment, event.code === LIVE_CLOSE.locked ? [{ type: 'probe' }] : []);
    case 'silent':
      return state.socket === 'open'
        ? open(disconnect(state, moment), moment)
        : scheduleRetry(state, moment, [{ type: 'close' }]);
    case 'retry':
      return state.socket === 'none' ? open(state, moment) : withoutEffects(state);
    case 'resumed':
      return resume(state, event.isStale, moment);
    case 'network-gone':
      return state.socket === 'open'
        ? { state, effects: [{ type: 'probe' }] }
        : withoutEffects({ ...state, phase: 'offline' });
    case 'probed':
      return event.isThere || state.socket !== 'open'
        ? withoutEffects(state)
        : open(disconnect(state, moment), moment);
  }
}

const withoutEffects = (state: LinkState): LinkStep => ({ state, effects: [] });

function open(state: LinkState, { at }: LinkMoment): LinkStep {
  return { state: { ...state, socket: 'opening', triedAt: at }, effects: [{ type: 'open' }] };
}

/** Handles the end of a connection or of an attempt, and schedules the next attempt. */
function scheduleRetry(state: LinkState, moment: LinkMoment, effects: readonly LinkEffect[]): LinkStep {
  const isAttempt = state.socket === 'opening';
  const withinMs = Math.min(MAX_RETRY_DELAY_MS, INITIAL_RETRY_DELAY_MS * 2 ** state.attempts);
  const spentMs = isAttempt ? moment.at - state.triedAt : 0;
  return {
    state: disconnect({ ...state, attempts: state.attempts + 1 }, moment),
    effects: [
      ...effects,
      { type: 'retry', withinMs, spentMs },
      ...(isAttempt ? [{ type: 'probe' } as const] : [])
    ]
  };
}

/** The state without a connection. */
function disconnect(state: LinkState, { at, isOnline }: LinkMoment): LinkState {
  const hadMessage = state.socket === 'open' && (state.isCurrent || state.controller !== null);
  const lostAt = hadMessage ? at : state.lostAt;
  const isRecent = lostAt !== null && at - lostAt < OFFLINE_AFTER_MS;
  const phase = isOnline && isRecent ? 'reconnecting' : 'offline';
  return { ...state, socket: 'none', isCurrent: false, controller: null, lostAt, phase };
}

/** Handles a message: it makes the home current, sets the controller's state, or both. */
function receive(state: LinkState, message: { controller?: ControllerState; isHome?: boolean }): LinkState {
  const controller = message.controller ?? state.controller;
  const isCurrent = state.isCurrent || message.isHome === true;
  if (controller === state.controller && isCurrent === state.isCurrent) return state;
  return { ...state, controller, isCurrent, attempts: 0, phase: phaseOf(controller, isCurrent, state.phase) };
}

/**
 * The phase by the last messages. The proxy sends changes without a controller state only while the controller is
 * online.
 */
function phaseOf(controller: ControllerState | null, isCurrent: boolean, before: LinkPhase): LinkPhase {
  if (controller !== null && controller !== 'online') return controller;
  if (isCurrent) return 'live';
  return isControllerGone(before) ? 'reconnecting' : before;
}

/** Whether the link is up but the controller cannot be used. */
export const isControllerGone = (phase: LinkPhase): boolean =>
  phase === 'unreachable' || phase === 'changed' || phase === 'signed-out';

/** Retries at once on resume, so that the user does not wait for a timer. */
function resume(state: LinkState, isStale: boolean, moment: LinkMoment): LinkStep {
  const reset: LinkState = { ...state, attempts: 0 };
  switch (state.socket) {
    case 'none':
      return open(reset, moment);
    case 'opening':
      return moment.at - state.triedAt < RECENT_ATTEMPT_MS ? withoutEffects(reset) : open(reset, moment);
    case 'open':
      return isStale
        ? open(disconnect(reset, moment), moment)
        : { state: reset, effects: [{ type: 'probe' }] };
  }
}

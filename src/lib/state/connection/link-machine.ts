import { BEAT_MS, LIVE_CLOSE, type ControllerState } from '#shared/wire';

/**
 * How this screen stands to the home. `connecting`: the first attempt since the page was opened. `live`: the socket is open, the
 * controller online and the home current. `reconnecting`: was lost a moment ago. `offline`: stays lost. `unreachable`: the proxy
 * does not reach the controller. `changed`: it reaches another one in its place. `signed-out`: the controller has ended the sign-in.
 */
export type LinkPhase =
  'connecting' | 'live' | 'reconnecting' | 'offline' | Exclude<ControllerState, 'online'>;

/** Milliseconds without a word on an open connection until it counts as dead: two beats, and the way. */
export const SILENCE_TIMEOUT_MS = 2 * BEAT_MS + 3000;
/** Milliseconds that opening a connection may take. */
export const OPEN_TIMEOUT_MS = 4000;
/** The longest first wait between attempts; it doubles with each, up to `MAX_RETRY_DELAY_MS`. */
const INITIAL_RETRY_DELAY_MS = 1000;
const MAX_RETRY_DELAY_MS = 10_000;
/** Milliseconds of being lost until it is called offline. */
const OFFLINE_AFTER_MS = 5000;
/** An attempt younger than this is not begun anew because the screen woke. */
const FRESH_ATTEMPT_MS = 1000;

/** What is known of the connection. Times are monotonic milliseconds. */
export interface LinkState {
  readonly phase: LinkPhase;
  readonly socket: 'none' | 'opening' | 'open';
  /** Whether this connection has made the home current. */
  readonly isCurrent: boolean;
  /** The controller's state as this connection told it; null before it did. */
  readonly controller: ControllerState | null;
  /** Attempts that came to nothing, in a row. */
  readonly attempts: number;
  readonly triedAt: number;
  /** When the last connection that had told something was lost; null before there was one. */
  readonly lostAt: number | null;
}

/** What happens to a connection. */
export type LinkEvent =
  | { readonly type: 'start' }
  | { readonly type: 'opened' }
  /** The proxy told something; `controller` where it told its state, `isHome` where the home is current by it. */
  | { readonly type: 'told'; readonly controller?: ControllerState; readonly isHome?: boolean }
  | { readonly type: 'closed'; readonly code: number }
  /** Nothing was heard for too long. */
  | { readonly type: 'silent' }
  /** It is time for the next attempt. */
  | { readonly type: 'retry' }
  /** The screen is looked at again, or the network is back. `isStale`: a beat has been missed meanwhile. */
  | { readonly type: 'woke'; readonly isStale: boolean }
  /** The browser says that there is no network. */
  | { readonly type: 'network-gone' }
  /** The answer to a look whether the proxy is there. */
  | { readonly type: 'probed'; readonly isThere: boolean };

/** What is to be done about it. */
export type LinkEffect =
  /** Opens a connection; an earlier one is closed first. */
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  /** Tries again after a random part of `withinMs`, less the `spentMs` that the last attempt took. */
  | { readonly type: 'retry'; readonly withinMs: number; readonly spentMs: number }
  /** Looks by HTTP whether the proxy is there and knows this screen: a refused upgrade does not tell why. */
  | { readonly type: 'probe' }
  /** The screen has no grant here any more. */
  | { readonly type: 'session-lost' };

/** When an event happens: monotonic milliseconds, and what the browser thinks of the network. */
export interface LinkMoment {
  readonly at: number;
  readonly isOnline: boolean;
}

/** What to become and what to do. */
export interface LinkStep {
  readonly state: LinkState;
  readonly effects: readonly LinkEffect[];
}

/** Before anything was tried. */
export const INITIAL_LINK: LinkState = {
  phase: 'connecting',
  socket: 'none',
  isCurrent: false,
  controller: null,
  attempts: 0,
  triedAt: 0,
  lostAt: null
};

/** One step of the connection's life. Pure; the same state comes back where nothing is different. */
export function stepLink(state: LinkState, event: LinkEvent, moment: LinkMoment): LinkStep {
  switch (event.type) {
    case 'start':
      return open(state, moment);
    case 'opened':
      return rest({ ...state, socket: 'open', isCurrent: false, controller: null });
    case 'told':
      return rest(hear(state, event));
    case 'closed':
      return event.code === LIVE_CLOSE.refused
        ? { state: lose(state, moment), effects: [{ type: 'session-lost' }] }
        : fall(state, moment, event.code === LIVE_CLOSE.locked ? [{ type: 'probe' }] : []);
    case 'silent':
      return state.socket === 'open'
        ? open(lose(state, moment), moment)
        : fall(state, moment, [{ type: 'close' }]);
    case 'retry':
      return state.socket === 'none' ? open(state, moment) : rest(state);
    case 'woke':
      return wake(state, event.isStale, moment);
    case 'network-gone':
      return state.socket === 'open'
        ? { state, effects: [{ type: 'probe' }] }
        : rest({ ...state, phase: 'offline' });
    case 'probed':
      return event.isThere || state.socket !== 'open' ? rest(state) : open(lose(state, moment), moment);
  }
}

const rest = (state: LinkState): LinkStep => ({ state, effects: [] });

function open(state: LinkState, { at }: LinkMoment): LinkStep {
  return { state: { ...state, socket: 'opening', triedAt: at }, effects: [{ type: 'open' }] };
}

/** A connection, or an attempt at one, came to its end: the next attempt follows by itself. */
function fall(state: LinkState, moment: LinkMoment, effects: readonly LinkEffect[]): LinkStep {
  const isAttempt = state.socket === 'opening';
  const withinMs = Math.min(MAX_RETRY_DELAY_MS, INITIAL_RETRY_DELAY_MS * 2 ** state.attempts);
  const spentMs = isAttempt ? moment.at - state.triedAt : 0;
  return {
    state: lose({ ...state, attempts: state.attempts + 1 }, moment),
    effects: [
      ...effects,
      { type: 'retry', withinMs, spentMs },
      ...(isAttempt ? [{ type: 'probe' } as const] : [])
    ]
  };
}

/** What is known once there is no connection. */
function lose(state: LinkState, { at, isOnline }: LinkMoment): LinkState {
  const hasTold = state.socket === 'open' && (state.isCurrent || state.controller !== null);
  const lostAt = hasTold ? at : state.lostAt;
  const isRecent = lostAt !== null && at - lostAt < OFFLINE_AFTER_MS;
  const phase = isOnline && isRecent ? 'reconnecting' : 'offline';
  return { ...state, socket: 'none', isCurrent: false, controller: null, lostAt, phase };
}

/** The proxy's word: it makes the home current, tells how the controller is, or both. */
function hear(state: LinkState, told: { controller?: ControllerState; isHome?: boolean }): LinkState {
  const controller = told.controller ?? state.controller;
  const isCurrent = state.isCurrent || told.isHome === true;
  if (controller === state.controller && isCurrent === state.isCurrent) return state;
  return { ...state, controller, isCurrent, attempts: 0, phase: phaseOf(controller, isCurrent, state.phase) };
}

/** A proxy that tells changes without naming the controller's state has a controller that is online. */
function phaseOf(controller: ControllerState | null, isCurrent: boolean, before: LinkPhase): LinkPhase {
  if (controller !== null && controller !== 'online') return controller;
  if (isCurrent) return 'live';
  return isControllerGone(before) ? 'reconnecting' : before;
}

/** Whether it is the controller that cannot be had, and not the proxy. */
export const isControllerGone = (phase: LinkPhase): boolean =>
  phase === 'unreachable' || phase === 'changed' || phase === 'signed-out';

/** Nobody who looks at the screen waits for a timer. */
function wake(state: LinkState, isStale: boolean, moment: LinkMoment): LinkStep {
  const fresh: LinkState = { ...state, attempts: 0 };
  switch (state.socket) {
    case 'none':
      return open(fresh, moment);
    case 'opening':
      return moment.at - state.triedAt < FRESH_ATTEMPT_MS ? rest(fresh) : open(fresh, moment);
    case 'open':
      return isStale ? open(lose(fresh, moment), moment) : { state: fresh, effects: [{ type: 'probe' }] };
  }
}

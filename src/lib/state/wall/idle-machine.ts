/**
 * What a wall tablet shows. `awake`: the page that somebody uses. `home`: the first page, since nobody has touched the
 * tablet for a minute. `asleep`: the screensaver.
 */
export type WallPhase = 'awake' | 'home' | 'asleep';

/** Why a wall tablet wakes. Only after a touch is input ignored for a moment. */
export type WakeReason = 'touch' | 'motion' | 'alarm';

/** Milliseconds without a touch after which a wall tablet shows its first page. */
export const HOME_AFTER_MS = 60_000;
/** Milliseconds without a touch or a motion after which it shows the screensaver. */
export const SLEEP_AFTER_MS = 300_000;
/** Milliseconds after a waking touch in which input is ignored, so that nobody switches what they could not see. */
export const IGNORE_INPUT_MS = 1000;
/** Milliseconds between checks whether a hold is over. */
export const HOLD_POLL_INTERVAL_MS = 1000;

/** The idle state of a wall tablet. Times are monotonic milliseconds. */
export interface IdleState {
  readonly phase: WallPhase;
  /** When somebody last touched it. */
  readonly touchedAt: number;
  /** When something last kept it from sleeping: a touch, a motion or an alarm. */
  readonly activeAt: number;
  /** Until when input is ignored. */
  readonly ignoresUntil: number;
}

/** An event of the idle machine. */
export type IdleEvent =
  | { readonly type: 'touched' }
  | { readonly type: 'woken'; readonly reason: WakeReason }
  /** The time of `nextStepAt` has come. `isHeld`: something on the screen must not be interrupted. */
  | { readonly type: 'due'; readonly isHeld: boolean };

/** The state of a tablet that is in a phase from now on. */
export const startIdle = (phase: WallPhase, at: number): IdleState => ({
  phase,
  touchedAt: at,
  activeAt: at,
  ignoresUntil: at
});

/** Applies one event. Pure; returns the same state if nothing changes. */
export function stepIdle(state: IdleState, event: IdleEvent, at: number): IdleState {
  switch (event.type) {
    case 'touched':
      if (state.phase === 'asleep') return wake(state, 'touch', at);
      if (at < state.ignoresUntil) return state;
      return { ...state, phase: 'awake', touchedAt: at, activeAt: at };
    case 'woken':
      return wake(state, event.reason, at);
    case 'due':
      return event.isHeld ? hold(state, at) : rest(state, at);
  }
}

/** Returns when the state changes without an event; null if never. */
export function nextStepAt({ phase, touchedAt, activeAt }: IdleState): number | null {
  if (phase === 'asleep') return null;
  return phase === 'awake' ? touchedAt + HOME_AFTER_MS : activeAt + SLEEP_AFTER_MS;
}

function wake(state: IdleState, reason: WakeReason, at: number): IdleState {
  if (state.phase !== 'asleep') return { ...state, activeAt: at };
  const home = startIdle('home', at);
  return reason === 'touch'
    ? { ...home, ignoresUntil: at + IGNORE_INPUT_MS }
    : { ...home, touchedAt: state.touchedAt };
}

/** Postpones a step that is due until the next check. */
function hold(state: IdleState, at: number): IdleState {
  const due = nextStepAt(state);
  if (due === null || due > at) return state;
  const late = at + HOLD_POLL_INTERVAL_MS - due;
  return { ...state, touchedAt: state.touchedAt + late, activeAt: state.activeAt + late };
}

function rest(state: IdleState, at: number): IdleState {
  const due = nextStepAt(state);
  if (due === null || due > at) return state;
  // After a long time without timers, such as a frozen page, both steps are due.
  const isAsleep = state.phase === 'home' || at >= state.activeAt + SLEEP_AFTER_MS;
  return { ...state, phase: isAsleep ? 'asleep' : 'home' };
}

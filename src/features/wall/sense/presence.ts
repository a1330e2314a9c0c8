/** Milliseconds of an uninterrupted motion after which somebody stays, and does not only pass. */
export const STAY_MS = 5000;
/** Milliseconds in which a second motion shows that somebody stays. */
export const SECOND_MOTION_MS = 60_000;

/** When motion wakes a tablet. */
export interface PresenceRules {
  readonly wakesOnMotion: boolean;
  /** Whether somebody who only passes is ignored. */
  readonly ignoresPassing: boolean;
  /** Whether motion wakes it in the night hours too. */
  readonly wakesAtNight: boolean;
}

/** What is known of the motion in a room. Times are monotonic milliseconds. */
export interface Presence {
  /** When the last motion began; null if there was none. */
  readonly movedAt: number | null;
  /** Whether a sensor still reports it. */
  readonly isMoving: boolean;
}

/** A room in which nothing has moved yet. */
export const NOBODY: Presence = { movedAt: null, isMoving: false };

/**
 * An event of the room. `moved`: a sensor was triggered, or triggered again. `still`: no sensor of the room is triggered
 * any more. `due`: the time of `nextStepAt` has come.
 */
export type PresenceEvent = 'moved' | 'still' | 'due';

/** The state after an event, and whether somebody is there whom the tablet should notice. */
export interface PresenceStep {
  readonly presence: Presence;
  readonly isNoticed: boolean;
}

/** Applies one event. Pure. */
export function stepPresence(
  presence: Presence,
  event: PresenceEvent,
  at: number,
  { rules, isNight }: { readonly rules: PresenceRules; readonly isNight: boolean }
): PresenceStep {
  const isWanted = rules.wakesOnMotion && (!isNight || rules.wakesAtNight);
  const { movedAt } = presence;
  switch (event) {
    case 'moved': {
      const isSecond = movedAt !== null && at - movedAt <= SECOND_MOTION_MS;
      // A motion that goes on keeps its beginning.
      const began = presence.isMoving && movedAt !== null ? movedAt : at;
      return {
        presence: { movedAt: began, isMoving: true },
        isNoticed: isWanted && (!rules.ignoresPassing || isSecond)
      };
    }
    case 'still':
      return { presence: { ...presence, isMoving: false }, isNoticed: false };
    case 'due': {
      const hasStayed = presence.isMoving && movedAt !== null && at - movedAt >= STAY_MS;
      return { presence, isNoticed: isWanted && hasStayed };
    }
  }
}

/** Returns when to step with `due`; null if never. */
export const nextStepAt = ({ movedAt, isMoving }: Presence, at: number): number | null =>
  isMoving && movedAt !== null && movedAt + STAY_MS > at ? movedAt + STAY_MS : null;

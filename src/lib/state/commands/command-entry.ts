import { isSame } from '#shared/changes';
import { isRecord, type Params } from '#shared/home';
import type { CommandCall, Expectation, PreparedCommand } from '#shared/interfaces/interface';
import type { ClientFailure } from '../connection/failure';

/**
 * Where a command stands. `sending`: not yet known to have had its effect. `moving`: accepted, on its way. `waiting`: accepted, for
 * a device that sleeps. `unconfirmed`: no matching change came. `failed`: refused, see `failure`. Once confirmed it is gone.
 */
export type CommandPhase = 'sending' | 'moving' | 'waiting' | 'unconfirmed' | 'failed';

/**
 * What the machine knows more exactly. `held`: pressed while the link was coming back. `doubtful`: its answer was lost. `reading`:
 * the deadline is over, and the device is being read back.
 */
export type CommandStage =
  'held' | 'sending' | 'accepted' | 'doubtful' | 'reading' | 'unconfirmed' | 'failed';

/** One command for one device. Times are monotonic milliseconds. */
export interface CommandEntry {
  readonly id: number;
  readonly prepared: PreparedCommand;
  /** Null where acceptance is all that can ever be known. */
  readonly expectation: Expectation | null;
  readonly stage: CommandStage;
  /** A newer command for the same value has taken its place: it is not shown, but its effect may still come. */
  readonly isReplaced: boolean;
  /** Whether its state is worth showing yet. */
  readonly isVisible: boolean;
  readonly visibleAt: number;
  /** When it is held for too long, or its matching change is late. */
  readonly dueAt: number;
  /** How near values have come to what was asked for; undefined where that cannot be said. */
  readonly closest: number | undefined;
  /** Why it failed, or why its outcome is in doubt. */
  readonly failure: ClientFailure | null;
}

/** Whether a command may still have its effect, as far as is known. */
export function isUnderWay({ stage }: CommandEntry): boolean {
  return stage !== 'unconfirmed' && stage !== 'failed';
}

/** Whether two commands set a value in common. */
export function concernSame(one: CommandEntry, other: CommandEntry): boolean {
  return one.prepared.sets.some((value) => other.prepared.sets.includes(value));
}

/** Whether a change is about what a command sets: an echo of the old value is not. */
export function isTouched({ prepared }: CommandEntry, before: Params, after: Params): boolean {
  return prepared.sets.some((path) => !isSame(valueAt(before, path), valueAt(after, path)));
}

/** Whether these parameters are what the command asked for. */
export function isMatched({ expectation }: CommandEntry, params: Params): boolean {
  return expectation?.matches(params) ?? false;
}

/** Whether a device with these parameters has come to rest near enough to what an accepted command asked for, if no further value comes. */
export function isNearEnough({ expectation, stage }: CommandEntry, params: Params): boolean {
  return (stage === 'accepted' || stage === 'reading') && (expectation?.rest?.matches(params) ?? false);
}

/**
 * How long nothing may be heard of a command before something is done about it, in milliseconds.
 * @param isMoving whether a value has come nearer since it was sent
 */
export function timeoutMs(expectation: Expectation | null, params: Params, isMoving: boolean): number {
  if (!expectation) return Infinity;
  const { deadlineMs, silenceMs = deadlineMs, rest } = expectation;
  if (rest?.matches(params)) return rest.afterMs;
  return isMoving ? silenceMs : deadlineMs;
}

/** Parameters with what is under way on top; the same object where nothing is. */
export function applyAll(entries: readonly CommandEntry[], params: Params): Params {
  return entries
    .filter((entry) => !entry.isReplaced && isUnderWay(entry))
    .reduce((shown, { prepared }) => prepared.apply(shown), params);
}

/** The phase that people are told. A command whose effect comes at once or not at all is sending until it is there. */
export function phaseOf({ stage, expectation }: CommandEntry): CommandPhase {
  if (stage === 'unconfirmed' || stage === 'failed') return stage;
  if (stage !== 'accepted' && stage !== 'reading') return 'sending';
  return expectation?.kind === 'moving' ? 'moving' : expectation?.kind === 'waits' ? 'waiting' : 'sending';
}

/** A value by the path that `sets` names it with, as `currentSetpoints.Heat`. */
function valueAt(params: Params, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : value), params);
}

/** A command that this build cannot make: nothing is known of its effect, and it is not sent. */
export function unknownCommand(call: CommandCall): PreparedCommand {
  return { call, sets: [call.method], apply: (params) => params, expect: () => null };
}

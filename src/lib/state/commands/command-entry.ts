import { isSame } from '#shared/changes';
import { isRecord, type Params } from '#shared/home';
import type { CommandCall, Expectation, PreparedCommand } from '#shared/interfaces/interface';
import type { ClientFailure } from '../connection/failure';

/**
 * The phase of a command, as shown. `sending`: no effect was observed yet. `moving`: accepted, and the value changes
 * step by step. `waiting`: accepted, but the device sleeps. `unconfirmed`: no matching change arrived. `failed`:
 * rejected, see `failure`. A confirmed command is removed.
 */
export type CommandPhase = 'sending' | 'moving' | 'waiting' | 'unconfirmed' | 'failed';

/**
 * The state of a command in the state machine. `held`: sent by the user while the link was reconnecting. `doubtful`:
 * its response was lost. `reading`: its deadline is over, and the device is read back.
 */
export type CommandStage =
  'held' | 'sending' | 'accepted' | 'doubtful' | 'reading' | 'unconfirmed' | 'failed';

/** One command for one device. Times are monotonic milliseconds. */
export interface CommandEntry {
  readonly id: number;
  readonly prepared: PreparedCommand;
  /** Null if the effect cannot be observed, so that acceptance is the final state. */
  readonly expectation: Expectation | null;
  readonly stage: CommandStage;
  /** Whether a newer command for the same value was sent. It is no longer shown, but may still take effect. */
  readonly isReplaced: boolean;
  /** Whether its state is shown. A command that is confirmed within 190 ms never is. */
  readonly isVisible: boolean;
  readonly visibleAt: number;
  /** When it has been held for too long, or its matching change is late. */
  readonly dueAt: number;
  /** The smallest distance to the target so far; undefined if it cannot be computed. */
  readonly closest: number | undefined;
  /** Why it failed, or why its outcome is unknown. */
  readonly failure: ClientFailure | null;
}

/** Whether a command may still take effect, as far as is known. */
export function isUnderWay({ stage }: CommandEntry): boolean {
  return stage !== 'unconfirmed' && stage !== 'failed';
}

/** Whether two commands set a common value. */
export function concernSame(one: CommandEntry, other: CommandEntry): boolean {
  return one.prepared.sets.some((value) => other.prepared.sets.includes(value));
}

/** Whether a change concerns the values that a command sets. A repeated old value does not count. */
export function isTouched({ prepared }: CommandEntry, before: Params, after: Params): boolean {
  return prepared.sets.some((path) => !isSame(valueAt(before, path), valueAt(after, path)));
}

/** Whether parameters match the command's target. */
export function isMatched({ expectation }: CommandEntry, params: Params): boolean {
  return expectation?.matches(params) ?? false;
}

/**
 * Whether parameters are near enough to the target of an accepted command. It counts only if no further value arrives.
 */
export function isNearEnough({ expectation, stage }: CommandEntry, params: Params): boolean {
  return (stage === 'accepted' || stage === 'reading') && (expectation?.rest?.matches(params) ?? false);
}

/**
 * The time in ms without an event after which a command has to be checked.
 * @param isMoving whether a value has come closer since the command was sent
 */
export function timeoutMs(expectation: Expectation | null, params: Params, isMoving: boolean): number {
  if (!expectation) return Infinity;
  const { deadlineMs, silenceMs = deadlineMs, rest } = expectation;
  if (rest?.matches(params)) return rest.afterMs;
  return isMoving ? silenceMs : deadlineMs;
}

/** Applies the commands under way to parameters. Returns the same object if there are none. */
export function applyAll(entries: readonly CommandEntry[], params: Params): Params {
  return entries
    .filter((entry) => !entry.isReplaced && isUnderWay(entry))
    .reduce((shown, { prepared }) => prepared.apply(shown), params);
}

/** The phase to show. A command with an exact expectation is `sending` until it is confirmed. */
export function phaseOf({ stage, expectation }: CommandEntry): CommandPhase {
  if (stage === 'unconfirmed' || stage === 'failed') return stage;
  if (stage !== 'accepted' && stage !== 'reading') return 'sending';
  return expectation?.kind === 'moving' ? 'moving' : expectation?.kind === 'waits' ? 'waiting' : 'sending';
}

/** Returns a value by a path of `sets`, such as `currentSetpoints.Heat`. */
function valueAt(params: Params, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : value), params);
}

/** A placeholder for a command that the device does not offer. Its effect is unknown, and it is not sent. */
export function unknownCommand(call: CommandCall): PreparedCommand {
  return { call, sets: [call.method], apply: (params) => params, expect: () => null };
}

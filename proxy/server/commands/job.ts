import type { CommandState } from '#shared/commands/command-entry';
import type { Failure } from '#shared/errors';
import type { Params } from '#shared/home';
import type { Expectation, PreparedCommand } from '#shared/interfaces/interface';

/** A command as it is given to the executor. */
export interface NewJob {
  /** Unique at its controller. */
  readonly id: string;
  /** What takes turns within a screen: a batch's id; empty for all single commands of the screen. */
  readonly batch: string;
  readonly screen: string;
  readonly screenName: string;
  readonly device: number;
  readonly prepared: PreparedCommand;
  /** As in `CommandEntry`. */
  readonly isQuiet?: true;
  /** Whether it stops a movement. It waits for no other command. */
  readonly isUrgent: boolean;
  /** When it expires if it is still queued, in monotonic ms. */
  readonly expiresAt: number;
}

/** A command in the executor. Times are monotonic ms. */
export interface Job extends NewJob {
  readonly state: CommandState;
  /** Whether its request is in flight. A change can confirm a command before its answer. */
  readonly isUnanswered: boolean;
  /** Whether its request was written to the connection. No earlier change is its effect. */
  readonly isWritten: boolean;
  /** Whether a newer command for a common value was sent after it. It may still take effect. */
  readonly isReplaced: boolean;
  /** Whether its device is being read because its deadline is over. */
  readonly isReading: boolean;
  /** Whether a change has touched its values since it was sent. */
  readonly isReported: boolean;
  /** Whether its device has reported values near the target since the command was accepted, even if they are those of before. */
  readonly isAnswered: boolean;
  /** Null if the effect cannot be seen, so that acceptance is the end. Undefined if the device is not known yet. */
  readonly expectation: Expectation | null | undefined;
  /** The values that it sets as they were when it was sent; null if it was not sent, or the device was not known. */
  readonly before: Params | null;
  /** When its matching change is late. */
  readonly dueAt: number;
  /**
   * Until when it is not unconfirmed, because its batch is under way. After `unconfirmed`: until when a late report confirms it. -Infinity for
   * neither.
   */
  readonly graceUntil: number;
  /** The smallest distance to the target so far; undefined if it cannot be computed. */
  readonly closest: number | undefined;
  readonly failure: Failure | null;
}

/** Jobs in the order in which they were posted. */
export type Jobs = readonly Job[];

/** Ends a job. */
export const end = (job: Job, state: CommandState, failure: Failure | null = null): Job => ({
  ...job,
  state,
  failure,
  isReading: false
});

/** Whether a job is being sent or was sent, and its effect may still come. */
export const isAwaited = ({ state, isReplaced }: Job): boolean =>
  state === 'sending' || state === 'accepted' || isReplaced;

/** Whether a job is unconfirmed, and a late report still confirms it. */
export const isLate = ({ state, graceUntil }: Job): boolean =>
  state === 'unconfirmed' && graceUntil > -Infinity;

/** Whether `dueAt` applies to a job. A request in flight has a timeout of its own. */
export const hasDeadline = (job: Job): boolean => isAwaited(job) && !job.isUnanswered && !job.isReading;

/** Whether two jobs set a common value of one device. */
export const concernSame = (one: Job | NewJob, other: Job | NewJob): boolean =>
  one.device === other.device && one.prepared.sets.some((value) => other.prepared.sets.includes(value));

/** Whether parameters match the job's target. */
export const isMatched = ({ expectation }: Pick<Job, 'expectation'>, params: Params): boolean =>
  expectation?.matches(params) ?? false;

/**
 * Milliseconds without an event after which a job has to be checked.
 * @param isMoving whether a value has come closer since the job was sent
 */
export function timeoutMs(expectation: Job['expectation'], params: Params, isMoving = false): number {
  if (!expectation) return Infinity;
  const { deadlineMs, silenceMs = deadlineMs, rest } = expectation;
  if (rest?.matches(params)) return rest.afterMs;
  return isMoving ? silenceMs : deadlineMs;
}

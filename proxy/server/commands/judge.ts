import { isSame } from '#shared/changes';
import type { Failure } from '#shared/errors';
import { isRecord, type Device, type Params } from '#shared/home';
import {
  concernSame,
  end,
  hasDeadline,
  isAwaited,
  isLate,
  isMatched,
  timeoutMs,
  type Job,
  type Jobs
} from './job';

/**
 * Judges the jobs that were sent by what the controller answers and reports. A replaced job may already be sent, so its
 * effect can still arrive: a quick on, off, on can be reported as on, off, on, and the first "on" must not confirm the
 * last command.
 */

/** When an event happens, and the devices as they are reported at that time. */
export interface Moment {
  readonly at: number;
  device(id: number): Device | undefined;
}

/** Reported values of a device changed from `before` to those of the moment. */
export interface ReportedChange extends Pick<Job, 'device'> {
  readonly before: Params;
}

/** A device reported values again that did not change, by the names of their parameters. */
export interface RepeatedReport extends Pick<Job, 'device'> {
  readonly names: readonly string[];
}

/** Minimum milliseconds from a late acceptance to the deadline of the change. */
const ACCEPTED_TIMEOUT_MS = 1000;
/** Maximum milliseconds to wait for the change if the answer was lost. */
const LOST_ANSWER_TIMEOUT_MS = 2000;

/** Codes of failures that concern the sender alone: it was signed out, locked, or lost the right. */
const OF_ITS_SENDER: readonly string[] = ['not-signed-in', 'screen-locked', 'limited-screen'];

/** Whether a failure concerns only the sender of a command. */
const isOfSender = ({ code }: Failure): boolean => OF_ITS_SENDER.includes(code);

/** The controller accepted a job. That ends one whose effect cannot be seen. */
export function accept(jobs: Jobs, job: Job, moment: Moment): Jobs {
  const device = moment.device(job.device);
  const expectation =
    job.expectation === undefined ? (device ? job.prepared.expect(device) : null) : job.expectation;
  const answered = { ...job, isUnanswered: false, isWritten: true, expectation };
  if (job.state !== 'sending') return put(jobs, dropUnobservable(answered));
  if (!expectation) return confirm(put(jobs, answered), answered);
  const accepted: Job = {
    ...answered,
    state: 'accepted',
    failure: null,
    closest: job.closest ?? expectation.distance(device?.params ?? {}),
    dueAt: Math.max(
      job.dueAt === Infinity ? moment.at + timeoutMs(expectation, device?.params ?? {}) : job.dueAt,
      moment.at + ACCEPTED_TIMEOUT_MS
    )
  };
  const now = put(jobs, accepted);
  return device && accepted.isReported && isSettled(now, accepted, device.params)
    ? confirm(now, accepted)
    : now;
}

/** The controller refused a job, its answer was lost, or it was not sent at all. */
export function refuse(jobs: Jobs, job: Job, failure: Failure, { at }: Moment): Jobs {
  const isLost = failure.code === 'outcome-unknown';
  const answered = { ...job, isUnanswered: false, isWritten: job.isWritten || isLost };
  if (job.state !== 'sending') return put(jobs, isLost ? dropUnobservable(answered) : gone(answered));
  if (isOfSender(failure)) return put(jobs, end(answered, 'cancelled'));
  if (failure.code === 'superseded') return put(jobs, end(answered, 'superseded'));
  if (!isLost) return put(jobs, end(answered, 'failed', failure));
  if (!job.expectation) return put(jobs, end(answered, 'unconfirmed', failure));
  return put(jobs, { ...answered, failure, dueAt: Math.min(job.dueAt, at + LOST_ANSWER_TIMEOUT_MS) });
}

/**
 * Handles changed values of a device, which can confirm jobs or bring them closer to their target. Unconfirmed jobs are confirmed if the values
 * now match for the first time.
 */
export function change(jobs: Jobs, { device, before }: ReportedChange, moment: Moment): Jobs {
  const params = moment.device(device)?.params;
  if (!params) return jobs;
  const concerned = jobs.filter((job) => job.device === device && isTouched(job, before, params));
  return concerned.reduce((rest, { id }) => {
    const job = rest.find((each) => each.id === id);
    if (job && isLate(job) && isMatched(job, params)) return put(rest, end(job, 'confirmed'));
    if (!job || !isAwaited(job) || !job.isWritten) return rest;
    if (!isMatched(job, params)) return put(rest, miss(job, replacedBefore(jobs, job), params, moment.at));
    return isOlderEffect(jobs, job, params) ? put(rest, { ...job, isReported: true }) : confirm(rest, job);
  }, jobs);
}

/**
 * Handles values that a device reports again. After a command was accepted they are its answer, if they are near enough to the target: the
 * device has rounded it to what it had before. The answer counts once no other value follows.
 */
export function repeat(jobs: Jobs, { device, names }: RepeatedReport, moment: Moment): Jobs {
  const params = moment.device(device)?.params;
  if (!params) return jobs;
  const isMeant = (job: Job) =>
    job.device === device &&
    // A device that reports again and again keeps no command waiting.
    !job.isAnswered &&
    job.prepared.sets.some((path) => names.includes(path.split('.')[0] ?? path)) &&
    replacedBefore(jobs, job).length === 0;
  return jobs.map((job) => (isMeant(job) ? answer(job, params, moment.at) : job));
}

/**
 * A device was read because a job's deadline was over. Null: it could not be read. A job whose batch is under way waits on: the radio has
 * not reached a device that has reported nothing, and one that still has the wanted value will lose it to a replaced job.
 */
export function readBack(jobs: Jobs, job: Job, params: Params | null, at: number): Jobs {
  if (!job.isReading) return jobs;
  if (job.isReplaced) return put(jobs, giveUp(job, at));
  const isUntouched = job.graceUntil > at && !job.isReported;
  const isThere = params && (isUntouched ? isSettled(jobs, job, params) : isMatched(job, params));
  if (params && (isThere || isNearEnough(job, params))) return confirm(jobs, job);
  return isUntouched
    ? put(jobs, { ...job, isReading: false, dueAt: job.graceUntil })
    : put(jobs, end(job, 'unconfirmed', job.failure));
}

/** A device was read before a job's deadline. A value that matches confirms it; any other decides nothing. */
export const see = (jobs: Jobs, job: Job, params: Params): Jobs =>
  isAwaited(job) && isSettled(jobs, job, params) ? confirm(jobs, job) : jobs;

/** The controller said that a command that it had accepted has failed. One that was replaced can have no effect any more. */
export function failLate(jobs: Jobs, job: Job, failure: Failure): Jobs {
  if (!isAwaited(job)) return jobs;
  return put(jobs, job.isReplaced ? gone(job) : end({ ...job, isUnanswered: false }, 'failed', failure));
}

/** Checks the jobs whose deadline is over. Returns those that have to be read. */
export function checkDue(jobs: Jobs, moment: Moment): { readonly jobs: Jobs; readonly reads: Jobs } {
  const isDue = (job: Job) => hasDeadline(job) && job.dueAt <= moment.at;
  const reads: Job[] = [];
  const checked = jobs.filter(isDue).reduce((rest, { id }) => {
    const job = rest.find((each) => each.id === id);
    if (!job || !isDue(job)) return rest;
    if (job.isReplaced) return put(rest, giveUp(job, moment.at));
    const params = moment.device(job.device)?.params ?? {};
    if (job.isReported && (isSettled(rest, job, params) || isNearEnough(job, params)))
      return confirm(rest, job);
    const reading = { ...job, isReading: true };
    reads.push(reading);
    return put(rest, reading);
  }, jobs);
  return { jobs: checked, reads };
}

/** Replaces the job of the same id. */
export const put = (jobs: Jobs, job: Job): Jobs => jobs.map((other) => (other.id === job.id ? job : other));

/** A replaced job that can have no effect any more. */
const gone = (job: Job): Job => ({ ...job, isReplaced: false, isReading: false });

/** A replaced job whose effect is late. It waits on while its batch is under way, unless it was late before. */
const giveUp = (job: Job, at: number): Job =>
  job.state !== 'unconfirmed' && job.graceUntil > at
    ? { ...job, isReading: false, dueAt: job.graceUntil }
    : gone(job);

/** A replaced job whose effect cannot be seen has nothing left to wait for. */
const dropUnobservable = (job: Job): Job => (job.expectation ? job : gone(job));

/** Confirms a job. Effects arrive in the order of the commands, so those that it replaced are over. */
function confirm(jobs: Jobs, job: Job): Jobs {
  const over = new Set(replacedBefore(jobs, job).map(({ id }) => id));
  return jobs.map((other) => {
    if (over.has(other.id)) return gone(other);
    if (other.id !== job.id) return other;
    return job.isReplaced ? gone(job) : end(job, 'confirmed');
  });
}

/**
 * Handles a value that is not a job's target. While one that it replaced is awaited, the value can be on the way to the older target; once it
 * is there, the job has its turn.
 */
function miss(job: Job, replaced: Jobs, params: Params, at: number): Job {
  if (replaced.length === 0) return answer(approach({ ...job, isReported: true }, params, at), params, at);
  if (!replaced.some((older) => isMatched(older, params))) return approach(job, params, at);
  return { ...job, isReading: false, dueAt: Math.max(job.dueAt, at + timeoutMs(job.expectation, params)) };
}

/** Notes that a device has answered with these values, or takes that back if it has reported others since. */
function answer(job: Job, params: Params, at: number): Job {
  const { rest } = job.expectation ?? {};
  const isAnswered = job.state === 'accepted' && rest?.answers?.(params) === true;
  if (rest && isAnswered)
    return { ...job, isReading: false, isReported: true, isAnswered, dueAt: at + rest.afterMs };
  if (!job.isAnswered) return job;
  return { ...job, isAnswered: false, dueAt: at + timeoutMs(job.expectation, params) };
}

/** Restarts the deadline if the value has come closer to the target. A lost answer does not matter then. */
function approach(job: Job, params: Params, at: number): Job {
  const distance = job.expectation?.distance(params);
  if (!job.expectation || distance === undefined) return job;
  if (job.closest !== undefined && distance >= job.closest) return job;
  return {
    ...job,
    state: job.state === 'sending' && !job.isUnanswered ? 'accepted' : job.state,
    isReading: false,
    closest: distance,
    failure: null,
    dueAt: at + timeoutMs(job.expectation, params, true)
  };
}

/** Replaced jobs before a job that set a common value, oldest first. */
function replacedBefore(jobs: Jobs, job: Job): Job[] {
  const index = jobs.findIndex(({ id }) => id === job.id);
  return jobs.slice(0, index).filter((older) => older.isReplaced && concernSame(older, job));
}

/** Whether a job's effect can be seen and differs from these parameters. */
const isContrary = (job: Job, params: Params): boolean => Boolean(job.expectation) && !isMatched(job, params);

/** Whether the value matches, and no older job can still change it. */
function isSettled(jobs: Jobs, job: Job, params: Params): boolean {
  return isMatched(job, params) && !replacedBefore(jobs, job).some((older) => isContrary(older, params));
}

/** Whether matching values come from an older job, while the effect of a contrary one is still to come. */
function isOlderEffect(jobs: Jobs, job: Job, params: Params): boolean {
  const older = replacedBefore(jobs, job);
  const match = older.findIndex((candidate) => isMatched(candidate, params));
  return match >= 0 && older.slice(match + 1).some((between) => isContrary(between, params));
}

/** Whether a change concerns the values that a job sets. A repeated old value does not count. */
const isTouched = ({ prepared }: Job, before: Params, after: Params): boolean =>
  prepared.sets.some((path) => !isSame(valueAt(before, path), valueAt(after, path)));

/** Whether parameters are near enough to the target of an accepted job. It counts only if no further value arrives. */
function isNearEnough({ expectation, state, isReading, isAnswered }: Job, params: Params): boolean {
  const { rest } = expectation ?? {};
  const isNear = rest?.matches(params) === true || (isAnswered && rest?.answers?.(params) === true);
  return isNear && (state === 'accepted' || isReading);
}

/** Returns a value by a path of `sets`, such as `currentSetpoints.Heat`. */
function valueAt(params: Params, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : value), params);
}

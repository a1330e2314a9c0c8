import { ENDED_ENTRY_TTL_MS, isOpen } from '#shared/commands/command-entry';
import { concernSame, end, isAwaited, isLate, isMatched, isTouched, type Job, type Moment } from './job';
import type { Params } from '#shared/home';

/**
 * A radio carries one command after the other, and may take seconds for each. So the commands of a batch wait for each other, and an effect
 * that comes after the verdict still confirms its command.
 */

/** Milliseconds that a command of a batch waits for its effect, from its sending and from each confirmation in its batch. */
const BATCH_GRACE_MS = 10_000;

/** Whether two jobs belong to one batch. */
const isOfBatch = (one: Job, other: Job): boolean => one.batch === other.batch && one.screen === other.screen;

/** Gives a job that is sent now the time of a batch, if it has one. */
export const waitInBatch = (jobs: readonly Job[], job: Job, at: number): Job =>
  jobs.some((other) => other.id !== job.id && isOfBatch(other, job))
    ? { ...job, graceUntil: at + BATCH_GRACE_MS }
    : job;

/**
 * Extends the grace of jobs after a step: those of a batch in which one was confirmed, and those that are unconfirmed now. A newer command
 * for a common value, and time, end the grace of unconfirmed ones.
 * @param before the jobs before the step, by id
 */
export function extendGrace(
  before: ReadonlyMap<string, Job>,
  jobs: readonly Job[],
  at: number
): readonly Job[] {
  const isNew = (job: Job) => before.get(job.id)?.state !== job.state;
  const confirmed = jobs.filter((job) => job.state === 'confirmed' && job.expectation && isNew(job));
  const sent = jobs.filter((job) => job.state === 'sending' && isNew(job));
  return jobs.map((job) => {
    if (isOpen(job.state) && isAwaited(job) && confirmed.some((other) => isOfBatch(other, job)))
      return { ...job, graceUntil: at + BATCH_GRACE_MS };
    if (job.state !== 'unconfirmed' || job.isReplaced || !job.expectation) return job;
    if (isNew(job) || (isLate(job) && confirmed.some((other) => isOfBatch(other, job))))
      return { ...job, graceUntil: at + ENDED_ENTRY_TTL_MS };
    const isOver = job.graceUntil <= at || sent.some((newer) => concernSame(newer, job));
    return isLate(job) && isOver ? { ...job, graceUntil: -Infinity } : job;
  });
}

/** Confirms the unconfirmed jobs of a device whose values now match for the first time. */
export function confirmLate(
  jobs: readonly Job[],
  { user, device, before }: { readonly user: string; readonly device: number; readonly before: Params },
  moment: Moment
): readonly Job[] {
  const params = moment.device(user, device)?.params;
  if (!params) return jobs;
  return jobs.map((job) =>
    isLate(job) &&
    job.user === user &&
    job.device === device &&
    isTouched(job, before, params) &&
    isMatched(job, params)
      ? end(job, 'confirmed')
      : job
  );
}

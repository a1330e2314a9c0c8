import { ENDED_ENTRY_TTL_MS } from '#shared/commands/command-entry';
import { concernSame, isAwaited, isLate, type Job, type Jobs } from './job';

/**
 * A radio carries one command after the other, and may take seconds for each. So the commands of a batch wait for each other, and an effect
 * that comes after the verdict still confirms its command. A command of a batch waits for its effect for this time, in ms: from its sending,
 * and from each effect in its batch or in one that it replaced. A lamp that was off before it is switched off takes the radio's time, and has
 * no effect.
 */
const BATCH_GRACE_MS = 20_000;

/** Whether two jobs belong to one batch. */
const isOfBatch = (one: Job, other: Job): boolean => one.batch === other.batch && one.screen === other.screen;

/** Gives a job that is sent now the time of a batch, if it belongs to one, or waits behind one that is under way. */
export const waitInBatch = (jobs: Jobs, job: Job, at: number): Job =>
  jobs.some((each) => (isOfBatch(each, job) ? each.id !== job.id : isAwaited(each) && each.graceUntil > at))
    ? { ...job, graceUntil: at + BATCH_GRACE_MS }
    : job;

/**
 * Extends the grace of jobs after a step: those of a batch in which one was confirmed, or came after the effect of one that it replaced,
 * those of batches behind a job that was confirmed, and those that are unconfirmed now. A newer command for a common value, and time, end the
 * grace of unconfirmed ones.
 * @param before the jobs before the step, by id
 */
export function extendGrace(before: ReadonlyMap<string, Job>, jobs: Jobs, at: number): Jobs {
  const isNew = (job: Job) => before.get(job.id)?.state !== job.state;
  const confirmed = jobs.filter((job) => job.state === 'confirmed' && job.expectation && isNew(job));
  const effective = jobs.filter((job) => before.get(job.id)?.isReplaced && !job.isReplaced && job.dueAt > at);
  const next = jobs.filter((job) => effective.some((older) => concernSame(older, job)));
  const done = jobs.findIndex((job) => confirmed.includes(job));
  const isBehind = (job: Job, index: number) => done >= 0 && index > done && job.graceUntil > at;
  const isUnderWay = (job: Job) => [...confirmed, ...next].some((other) => isOfBatch(other, job));
  const sent = jobs.filter((job) => job.state === 'sending' && isNew(job));
  return jobs.map((job, index) => {
    if (isAwaited(job) && (isBehind(job, index) || isUnderWay(job)))
      return { ...job, graceUntil: at + BATCH_GRACE_MS };
    if (job.state !== 'unconfirmed' || job.isReplaced) return job;
    if (job.expectation && (isNew(job) || (isLate(job) && confirmed.some((other) => isOfBatch(other, job)))))
      return { ...job, graceUntil: at + ENDED_ENTRY_TTL_MS };
    const isOver = !job.expectation || job.graceUntil <= at || sent.some((newer) => concernSame(newer, job));
    return isLate(job) && isOver ? { ...job, graceUntil: -Infinity } : job;
  });
}

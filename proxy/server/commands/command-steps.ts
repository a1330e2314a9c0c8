import { isOpen } from '#shared/commands/command-entry';
import { fail, type Failure } from '#shared/errors';
import type { Params } from '#shared/home';
import type { PreparedCommand } from '#shared/interfaces/interface';
import { extendGrace, waitInBatch } from './batch-grace';
import {
  concernSame,
  end,
  hasDeadline,
  isAwaited,
  isLate,
  timeoutMs,
  type Job,
  type Jobs,
  type NewJob
} from './job';
import {
  accept,
  change,
  checkDue,
  failLate,
  put,
  readBack,
  refuse,
  repeat,
  see,
  type Moment,
  type RepeatedReport,
  type ReportedChange
} from './judge';
import { afterSending, FIRST_PACE, forgetTurns, nextJob, nextSendAt, type Pace } from './pace';

/** Maximum number of jobs that wait for their turn: the last one is sent 50 s later. */
export const MAX_QUEUED = 500;

const TOO_MANY = fail('too-many-commands', 'More commands wait than a radio can carry.').error;

/** All commands to one controller that still matter, in the order in which they were posted. */
export interface CommandsState {
  readonly jobs: Jobs;
  readonly pace: Pace;
}

/** The state without commands. */
export const NO_COMMANDS: CommandsState = { jobs: [], pace: FIRST_PACE };

/** How queued jobs end before their turn. */
export interface DropTerms {
  readonly state: 'cancelled' | 'superseded' | 'failed';
  readonly failure?: Failure;
}

/** An event for the commands to one controller. */
export type CommandEvent =
  /** New jobs. Each supersedes queued ones for a common value. */
  | { readonly type: 'post'; readonly jobs: readonly NewJob[] }
  /** A job's request is written to the connection. Until then it may wait for a connection, or for new tokens. */
  | { readonly type: 'written'; readonly id: string }
  /** The answer to a request. Null: the controller accepted the command. */
  | { readonly type: 'answered'; readonly id: string; readonly failure: Failure | null }
  /** Reported values of a device changed from `before` to those of the moment. */
  | ({ readonly type: 'changed' } & ReportedChange)
  /** A device reported values again that did not change. */
  | ({ readonly type: 'repeated' } & RepeatedReport)
  /** A device was read for a job, `seen` before its deadline; null if that failed. The home has the reading already. */
  | { readonly type: 'read' | 'seen'; readonly id: string; readonly params: Params | null }
  /** The controller said that a command that it had accepted has failed. */
  | { readonly type: 'failed'; readonly id: string; readonly failure: Failure }
  /** These jobs end if they are still queued. */
  | ({ readonly type: 'drop'; readonly ids: readonly string[] } & DropTerms)
  | { readonly type: 'tick' };

/** A side effect of a step. */
export interface CommandEffect {
  readonly type: 'send' | 'read';
  readonly job: Job;
}

/**
 * Applies one event, then sends what may be sent now. Pure.
 * @returns the new state, the jobs that differ from before, with those that ended, and the effects
 */
export function stepCommands(before: CommandsState, event: CommandEvent, moment: Moment) {
  const current = expire(apply(before.jobs, event, moment), moment.at);
  const due = checkDue(current, moment);
  const effects: CommandEffect[] = due.reads.map((job) => ({ type: 'read', job }));
  let { jobs } = due;
  let { pace } = before;
  for (let next = nextJob(jobs, pace, moment.at); next; next = nextJob(jobs, pace, moment.at)) {
    const { id } = next;
    pace = afterSending(pace, next, moment.at);
    jobs = send(jobs, next, moment);
    effects.push(...jobs.filter((job) => job.id === id).map((job) => ({ type: 'send', job }) as const));
  }
  const known = new Map(before.jobs.map((job) => [job.id, job]));
  jobs = extendGrace(known, jobs, moment.at);
  return {
    state: { jobs: jobs.filter(isRelevant), pace: forgetTurns(pace, jobs) },
    changed: jobs.filter((job) => known.get(job.id) !== job),
    effects
  };
}

/** When the next `tick` is due, in monotonic ms; Infinity for never. */
export function nextTick({ jobs, pace }: CommandsState, at: number): number {
  const due = jobs.map((job) => {
    if (job.state === 'queued') return job.expiresAt;
    if (hasDeadline(job)) return job.dueAt;
    return isLate(job) ? job.graceUntil : Infinity;
  });
  return Math.min(...due, nextSendAt(jobs, pace, at));
}

function apply(jobs: Jobs, event: CommandEvent, moment: Moment): Jobs {
  const job = 'id' in event ? jobs.find(({ id }) => id === event.id) : undefined;
  switch (event.type) {
    case 'post':
      return dropExcess(addAll(jobs, event.jobs));
    case 'written':
      return job ? put(jobs, write(job, moment)) : jobs;
    case 'answered':
      if (!job) return jobs;
      return event.failure ? refuse(jobs, job, event.failure, moment) : accept(jobs, job, moment);
    case 'changed':
      return change(jobs, event, moment);
    case 'repeated':
      return repeat(jobs, event, moment);
    case 'read':
      return job ? readBack(jobs, job, event.params, moment.at) : jobs;
    case 'seen':
      return job && event.params ? see(jobs, job, event.params) : jobs;
    case 'failed':
      return job ? failLate(jobs, job, event.failure) : jobs;
    case 'drop':
      return jobs.map((each) =>
        each.state === 'queued' && event.ids.includes(each.id)
          ? end(each, event.state, event.failure ?? null)
          : each
      );
    case 'tick':
      return jobs;
  }
}

/** Adds jobs. Each supersedes queued ones for a common value, those before it in the list too. */
function addAll(jobs: Jobs, made: readonly NewJob[]): Jobs {
  const byDevice = new Map<number, { readonly newer: NewJob; readonly at: number }[]>();
  for (const [at, newer] of made.entries()) {
    const ofDevice = byDevice.get(newer.device);
    if (ofDevice) ofDevice.push({ newer, at });
    else byDevice.set(newer.device, [{ newer, at }]);
  }
  const supersede = (job: Job, place: number) => {
    const supersedes = ({ newer, at }: { readonly newer: NewJob; readonly at: number }) =>
      at >= place && !(newer.isUrgent && job.isUrgent) && concernSame(job, newer);
    return job.state === 'queued' && byDevice.get(job.device)?.some(supersedes)
      ? end(job, 'superseded')
      : job;
  };
  const added = jobs.map((job) => supersede(job, 0));
  for (const [at, job] of made.entries()) added.push(supersede(queue(job), at + 1));
  return added;
}

/** If too many jobs wait, drops the newest ones of the screens with most. A stop is never dropped. */
function dropExcess(jobs: Jobs): Jobs {
  const waiting = jobs.filter(({ state, isUrgent }) => state === 'queued' && !isUrgent);
  const dropped = new Set<string>();
  while (waiting.length > MAX_QUEUED) {
    const counts = new Map<string, number>();
    for (const { screen } of waiting) counts.set(screen, (counts.get(screen) ?? 0) + 1);
    const [most] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? [];
    const newest = waiting.findLastIndex(({ screen }) => screen === most);
    const [job] = waiting.splice(newest, 1);
    if (job) dropped.add(job.id);
  }
  return dropped.size === 0
    ? jobs
    : jobs.map((job) => (dropped.has(job.id) ? end(job, 'failed', TOO_MANY) : job));
}

/** Ends the queued jobs whose time is over. */
const expire = (jobs: Jobs, at: number): Jobs =>
  jobs.map((job) => (job.state === 'queued' && job.expiresAt <= at ? end(job, 'expired') : job));

/** Marks a job as being sent. Older jobs for a common value are replaced. */
function send(jobs: Jobs, job: Job, moment: Moment): Jobs {
  return jobs.map((other) => {
    if (other.id === job.id)
      return { ...waitInBatch(jobs, expect(other, moment), moment.at), state: 'sending', isUnanswered: true };
    return isAwaited(other) && concernSame(other, job)
      ? { ...end(other, isOpen(other.state) ? 'superseded' : other.state, other.failure), isReplaced: true }
      : other;
  });
}

/** The request of a job is written now: its effect follows the values of this moment. */
const write = (job: Job, moment: Moment): Job => ({
  ...(job.state === 'sending' ? expect(job, moment) : job),
  isWritten: true
});

/** Notes the values of a job's device, and what the job expects of them. */
function expect(job: Job, moment: Moment): Job {
  const target = moment.device(job.device);
  const expectation = target && job.prepared.expect(target);
  const params = target?.params ?? {};
  return {
    ...job,
    expectation,
    before: target ? noted(job.prepared, params) : null,
    dueAt: moment.at + timeoutMs(expectation, params),
    closest: expectation?.distance(params)
  };
}

/** Makes a job that waits for its turn. */
const queue = (job: NewJob): Job => ({
  ...job,
  state: 'queued',
  dueAt: Infinity,
  graceUntil: -Infinity,
  failure: null,
  isUnanswered: false,
  isWritten: false,
  isReplaced: false,
  isReading: false,
  isReported: false,
  isAnswered: false,
  expectation: undefined,
  before: null,
  closest: undefined
});

/** Whether a job still matters: it is under way, its answer is on the way, or it may still take effect. */
const isRelevant = (job: Job): boolean =>
  isOpen(job.state) || job.isUnanswered || job.isReplaced || isLate(job);

/** The values that a command sets, by the names of their parameters. */
function noted({ sets }: PreparedCommand, params: Params): Params {
  const names = sets.map((path) => path.split('.')[0] ?? path).filter((name) => Object.hasOwn(params, name));
  return Object.fromEntries(names.map((name) => [name, params[name]]));
}

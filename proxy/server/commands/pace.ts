import { windowDelay } from '../base/platform/sliding-window';
import { concernSame, type Job } from './job';

/** Rate limit of the radio: commands per second, to one device and to all devices of a controller. */
const MAX_PER_DEVICE = 5;
const MAX_PER_CONTROLLER = 10;
/** Stops per second to one controller, beside all other commands. */
const MAX_STOPS = 10;
/** Maximum number of unanswered commands to one controller. Stops have as many, so that none waits behind the others. */
const MAX_UNANSWERED = 8;
const SECOND_MS = 1000;

/** A command that was sent. */
type SentCommand = Pick<Job, 'device' | 'isUrgent'> & { readonly at: number };

/** What was sent in the last second, and whose turn it is. Times are monotonic ms. */
export interface Pace {
  readonly sent: readonly SentCommand[];
  /** The number of the last turn of each waiting screen, and of each batch. */
  readonly turns: ReadonlyMap<string, number>;
  readonly turn: number;
}

/** The pace before the first command. */
export const FIRST_PACE: Pace = { sent: [], turns: new Map(), turn: 0 };

/** The job that may be sent now; undefined if none may. */
export function nextJob(jobs: readonly Job[], pace: Pace, at: number): Job | undefined {
  const urgent = candidates(jobs, true);
  if (urgent.length > 0 && stopDelay(pace, at) === 0) return firstInTurn(urgent, pace);
  if (controllerDelay(pace, at) > 0) return undefined;
  const free = candidates(jobs, false).filter(({ device }) => deviceDelay(pace, device, at) === 0);
  return firstInTurn(free, pace);
}

/** When the next job may be sent, in monotonic ms; Infinity if only an answer can make room. */
export function nextSendAt(jobs: readonly Job[], pace: Pace, at: number): number {
  const stops = candidates(jobs, true).length > 0 ? stopDelay(pace, at) : Infinity;
  const delays = candidates(jobs, false).map(({ device }) => deviceDelay(pace, device, at));
  return at + Math.min(stops, Math.max(controllerDelay(pace, at), Math.min(...delays)));
}

/** The pace after a job was sent. Its screen and its batch go behind all others that wait. */
export function afterSending(pace: Pace, { device, isUrgent, screen, batch }: Job, at: number): Pace {
  const turn = pace.turn + 1;
  return {
    sent: [...pace.sent.filter((each) => each.at > at - SECOND_MS), { at, device, isUrgent }],
    turns: new Map(pace.turns).set(screen, turn).set(batchKey(screen, batch), turn),
    turn
  };
}

/**
 * Forgets the turns that do not matter any more. Of those who wait no longer, the ones that come after somebody who does are kept:
 * who posts the next command only when the one before was answered must not come first each time.
 */
export function forgetTurns(pace: Pace, jobs: readonly Job[]): Pace {
  if (pace.turns.size === 0) return pace;
  const queued = jobs.filter(({ state }) => state === 'queued');
  const waiting = new Set(queued.flatMap(({ screen, batch }) => [screen, batchKey(screen, batch)]));
  const first = Math.min(...[...waiting].map((key) => pace.turns.get(key) ?? 0));
  const turns = new Map([...pace.turns].filter(([key, turn]) => waiting.has(key) || turn > first));
  return turns.size === pace.turns.size ? pace : { ...pace, turns };
}

const batchKey = (screen: string, batch: string) => `${screen} ${batch}`;

/** The queued jobs that wait for nothing but the rate limit. */
function candidates(jobs: readonly Job[], isUrgent: boolean): readonly Job[] {
  const queued = jobs.filter((job) => job.state === 'queued' && job.isUrgent === isUrgent);
  const unanswered = jobs.filter((job) => job.isUnanswered);
  if (unanswered.filter((job) => job.isUrgent === isUrgent).length >= MAX_UNANSWERED) return [];
  // The controller gets commands for one value in their order. A stop waits for nothing.
  return isUrgent ? queued : queued.filter((job) => !unanswered.some((other) => concernSame(other, job)));
}

/** The oldest job of the batch whose turn it is, of the screen whose turn it is. */
function firstInTurn(jobs: readonly Job[], { turns }: Pace): Job | undefined {
  const screenTurn = ({ screen }: Job) => turns.get(screen) ?? 0;
  const batchTurn = ({ screen, batch }: Job) => turns.get(batchKey(screen, batch)) ?? 0;
  return jobs.reduce<Job | undefined>((first, job) => {
    if (!first) return job;
    const difference = screenTurn(job) - screenTurn(first) || batchTurn(job) - batchTurn(first);
    return difference < 0 ? job : first;
  }, undefined);
}

const stopDelay = (pace: Pace, at: number) => delay(pace, at, MAX_STOPS, ({ isUrgent }) => isUrgent);

const controllerDelay = (pace: Pace, at: number) =>
  delay(pace, at, MAX_PER_CONTROLLER, ({ isUrgent }) => !isUrgent);

const deviceDelay = (pace: Pace, device: number, at: number) =>
  delay(pace, at, MAX_PER_DEVICE, (each) => !each.isUrgent && each.device === device);

/** Milliseconds until one more of the commands that count keeps a limit of `max` in any second. */
const delay = ({ sent }: Pace, at: number, max: number, counts: (each: SentCommand) => boolean) =>
  windowDelay(sent.filter(counts), { max, windowMs: SECOND_MS }, at);

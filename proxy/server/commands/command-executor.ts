import { isSame } from '#shared/changes';
import type { Clock } from '#shared/clock';
import { fail, type Result } from '#shared/errors';
import type { Device, Params } from '#shared/home';
import type { Answer } from '../controllers/answer';
import type { CommandReport } from '../home/live/poll-reply';
import {
  MAX_QUEUED,
  nextTick,
  NO_COMMANDS,
  stepCommands,
  type CommandEvent,
  type DropTerms
} from './command-steps';
import { concernSame, isAwaited, type Job, type NewJob } from './job';

/** How an executor reaches the devices of its controller. */
export interface DeviceAccess {
  /** A device as it is reported now. */
  device(id: number): Device | undefined;
  /** A new job's device is followed from now on, until the job matters no more. */
  follow(job: NewJob): void;
  /**
   * Sends a command once, if its screen still has the right. Always resolves.
   * @param onWritten to be called when the request is written to the connection
   */
  send(job: Job, onWritten: () => void): Promise<Result<Answer>>;
  /** Reads a job's device into the home. Null if that fails. Always resolves. */
  read(job: Job): Promise<Params | null>;
  /** These jobs have changed, and some of them may have ended. */
  onChanged(jobs: readonly Job[]): void;
}

/** Carries out the commands to one controller, and judges each by what the controller reports. */
export class CommandExecutor {
  readonly #clock: Clock;
  readonly #access: DeviceAccess;
  readonly #results = new Map<string, (result: Result<Answer>) => void>();
  #state = NO_COMMANDS;
  #cancelTick: (() => void) | undefined;
  #isStopped = false;

  constructor(clock: Clock, access: DeviceAccess) {
    this.#clock = clock;
    this.#access = access;
  }

  /** The commands that still matter: those under way, and replaced ones that may still take effect. */
  get jobs(): readonly Job[] {
    return this.#state.jobs;
  }

  /** Whether a screen may have these jobs in the queue beside its own: others are never dropped for them. */
  hasRoom(jobs: readonly NewJob[]): boolean {
    const { screen } = jobs[0] ?? {};
    const own = this.#state.jobs.filter(
      (job) => job.state === 'queued' && job.screen === screen && !jobs.some((made) => concernSame(job, made))
    );
    return own.length + jobs.length <= MAX_QUEUED;
  }

  /** Adds jobs. Their states are known from `onChanged`. */
  post(jobs: readonly NewJob[]) {
    for (const job of jobs) this.#access.follow(job);
    this.#step({ type: 'post', jobs });
  }

  /** Adds a job. Resolves with the controller's answer, or with the reason why it was not sent. */
  submit(job: NewJob): Promise<Result<Answer>> {
    return new Promise((resolve) => {
      this.#results.set(job.id, resolve);
      this.post([job]);
    });
  }

  /** Ends those of these jobs that are still queued. */
  drop(isDropped: (job: Job) => boolean, terms: DropTerms): void {
    const ids = this.#state.jobs.filter(isDropped).map(({ id }) => id);
    if (ids.length > 0) this.#step({ type: 'drop', ids, ...terms });
  }

  /** Reported values of a device changed. */
  changed(device: number, before: Params) {
    if (this.#state.jobs.some((job) => job.device === device))
      this.#step({ type: 'changed', device, before });
  }

  /** A device reported values again that did not change, by the names of their parameters. */
  repeated(device: number, names: readonly string[]) {
    if (this.#state.jobs.some((job) => job.device === device))
      this.#step({ type: 'repeated', device, names });
  }

  /** The controller reports what became of a command that was sent: a reason to read its device, or why it failed. */
  reported(report: CommandReport) {
    const { device, method, params, status } = report;
    const isMeant = ({ prepared: { call } }: Job) =>
      call.method === method && (params === undefined || isSame(params, call.params));
    const own = this.#state.jobs.filter((each) => each.device === device);
    const job = own.find((each) => isAwaited(each) && each.isWritten && isMeant(each));
    if (!job) return;
    if (status === 'done') void this.#read(job, 'seen');
    else
      this.#step({ type: 'failed', id: job.id, failure: fail('controller-refused', report.message).error });
  }

  /** Stops the timer. Nothing more is sent. */
  stop() {
    this.#isStopped = true;
    this.#cancelTick?.();
    for (const resolve of this.#results.values()) resolve(STOPPED);
    this.#results.clear();
  }

  #step(event: CommandEvent, answer?: Result<Answer>) {
    if (this.#isStopped) return;
    const at = this.#clock.monotonic();
    const device = (id: number) => this.#access.device(id);
    const { state, changed, effects } = stepCommands(this.#state, event, { at, device });
    this.#state = state;
    const answeredId = event.type === 'answered' ? event.id : undefined;
    for (const job of changed) this.#settle(job, job.id === answeredId ? answer : undefined);
    if (changed.length > 0) this.#access.onChanged(changed);
    for (const { type, job } of effects) void (type === 'send' ? this.#send(job) : this.#read(job, 'read'));
    this.#plan(at);
  }

  /** Resolves a submitted job that was answered, or that ended without being sent. */
  #settle(job: Job, answer: Result<Answer> | undefined) {
    const resolve = this.#results.get(job.id);
    if (!resolve || job.isUnanswered || job.state === 'queued') return;
    this.#results.delete(job.id);
    resolve(answer ?? { ok: false, error: job.failure ?? SUPERSEDED });
  }

  #plan(at: number) {
    this.#cancelTick?.();
    const next = nextTick(this.#state, at);
    this.#cancelTick =
      next === Infinity
        ? undefined
        : this.#clock.after(Math.max(0, next - at), () => this.#step({ type: 'tick' }));
  }

  async #send(job: Job) {
    const { id } = job;
    const result = await this.#access.send(job, () => this.#step({ type: 'written', id }));
    this.#step({ type: 'answered', id, failure: result.ok ? null : result.error }, result);
  }

  /** Reads a job's device: `seen` is before its deadline, where a value that does not match yet decides nothing. */
  async #read(job: Job, type: 'seen' | 'read') {
    this.#step({ type, id: job.id, params: await this.#access.read(job) });
  }
}

const SUPERSEDED = fail('superseded', 'A newer command was sent in its place.').error;
const STOPPED = fail('controller-unreachable', 'The proxy stops.');

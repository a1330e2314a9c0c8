import { isOpen } from '#shared/commands/command-entry';
import { CommandExecutor } from './command-executor';
import { isLate, type Job, type NewJob } from './job';
import type { Clock } from '#shared/clock';
import { fail, type Result } from '#shared/errors';
import type { Params } from '#shared/home';
import { isLock } from '#shared/lock';
import type { Accounts } from '../controllers/accounts';
import type { Answer } from '../controllers/answer';
import type { Homes } from '../live/homes';
import { CommandHome } from './command-home';
import type { CommandLog } from './command-log';
import { authorize, type AuthorizeDeps } from './permission';

/** What the commands to one controller depend on. */
export interface ControllerCommandsDeps extends AuthorizeDeps {
  readonly clock: Clock;
  readonly accounts: Pick<Accounts, 'client'>;
  readonly log: CommandLog;
  readonly homes: Pick<Homes, 'read' | 'lease'>;
}

/** Errors of a command that was not sent. */
const UNSENT: readonly string[] = ['controller-unreachable', 'signed-out'];

const EXPIRED = fail('controller-unreachable', 'The command expired before it could be sent.');

const LOST = {
  'signed-out': fail('signed-out', 'The controller refuses the user’s tokens.').error,
  unreachable: fail('controller-unreachable', 'The controller does not answer.').error,
  changed: fail('controller-unreachable', 'Another controller answers at this address.').error
} as const;

/** Carries out the commands of all screens of one controller. While one is under way, it watches the home of its user. */
export class ControllerCommands {
  readonly executor: CommandExecutor;
  readonly #controller: string;
  readonly #deps: ControllerCommandsDeps;
  /** By user. */
  readonly #homes = new Map<string, { readonly home: CommandHome; readonly stop: () => void }>();

  constructor(controller: string, deps: ControllerCommandsDeps) {
    this.#controller = controller;
    this.#deps = deps;
    this.executor = new CommandExecutor({
      clock: deps.clock,
      device: (user, id) => this.#homes.get(user)?.home.watcher.home.journal.device(id),
      follow: (job) => this.#follow(job),
      send: (job, onWritten) => this.#send(job, onWritten),
      read: (job) => this.#read(job),
      onChanged: (jobs) => this.#changed(jobs)
    });
  }

  /** Sends nothing more, and releases the watchers. */
  stop() {
    this.executor.stop();
    for (const { stop } of this.#homes.values()) stop();
    this.#homes.clear();
  }

  #follow({ user, device }: NewJob) {
    const known = this.#homes.get(user) ?? this.#watch(user);
    this.#homes.set(user, known);
    known.home.follow(device);
  }

  #watch(user: string) {
    const home = new CommandHome(this.#deps.homes.lease(this.#controller, user), {
      changed: (device, before) => this.executor.changed(user, device, before),
      lost: (state) => this.executor.drop((job) => job.user === user, 'failed', LOST[state])
    });
    return { home, stop: home.start() };
  }

  #changed(changed: readonly Job[]) {
    const { jobs } = this.executor;
    for (const job of changed) this.#deps.log.update(job);
    for (const { user, device, state } of changed) {
      const isUnderWay = (job: Job) => isOpen(job.state) && job.user === user && job.device === device;
      if (!isOpen(state) && !jobs.some(isUnderWay)) this.#homes.get(user)?.home.watcher.settled(device);
    }
    // Open commands, and those that can be confirmed late, hold a lease on the watcher of their user's home.
    for (const [user, { stop }] of this.#homes) {
      if (jobs.some((job) => job.user === user && (isOpen(job.state) || isLate(job)))) continue;
      this.#homes.delete(user);
      stop();
    }
  }

  /**
   * Sends a command whose turn has come, if its screen is still authorized. The permission can end before the bytes go out, for example
   * while tokens are renewed: then nothing was sent, and the command is authorized again.
   */
  async #send(job: Job, onWritten: () => void): Promise<Result<Answer>> {
    const { device, prepared } = job;
    const { method, params } = prepared.call;
    const authorization = await authorize(job.screen, { kind: 'command', device }, this.#deps);
    if (!authorization.ok) return authorization;
    const { screen, isValid } = authorization.value;
    const target = this.#homes.get(job.user)?.home.watcher.home.journal.device(device);
    if (target && isLock(target)) return fail('lock-refused', 'A lock takes no command here.');
    const isDue = () => this.#deps.clock.monotonic() < job.expiresAt;
    const answer = await this.#deps.accounts.client(screen.controller, screen.user).send({
      method: 'POST',
      path: `/devices/${device}/actions`,
      // A method without parameters is sent without `params` [O].
      body: JSON.stringify(Object.keys(params).length > 0 ? { method, params } : { method }),
      isCommand: true,
      // A renewal of tokens can take longer than the command may.
      beforeSend: () => isValid() && isDue(),
      onSent: onWritten
    });
    if (answer.ok) this.#homes.get(job.user)?.home.watcher.commanded(device, prepared.sets);
    if (answer.ok || !UNSENT.includes(answer.error.code)) return answer;
    if (!isDue()) return EXPIRED;
    return isValid() ? answer : this.#send(job, onWritten);
  }

  async #read({ user, device }: Job): Promise<Params | null> {
    return (await this.#homes.get(user)?.home.watcher.read(device))?.params ?? null;
  }
}

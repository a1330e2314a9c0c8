import type { Device, Params } from '#shared/home';
import type { ControllerState } from '#shared/wire-fields';
import type { Homes } from '../live/homes';
import type { HomeEvent } from '../live/watched-home';
import type { Watcher } from '../live/watcher';
import { isOpen } from '#shared/commands/command-entry';
import { CommandExecutor } from './command-executor';
import { isLate, type Job, type NewJob } from './job';
import type { Clock } from '#shared/clock';
import { fail, type Result, type Failure } from '#shared/errors';
import { isLock } from '#shared/lock';
import type { Accounts } from '../controllers/accounts';
import type { Answer } from '../controllers/answer';
import type { CommandLog } from './command-log';
import { authorize, type AuthorizeDeps } from './permission';
import { SCREEN_GONE, SCREEN_LOCKED } from '../access/screens/screen';
import type { Screens } from '../access/screens/screens';

/** What is done with what happens to a watched home. */
interface CommandHomeListener {
  /** Reported values of a device changed. */
  changed(device: number, before: Params): void;
  /** The controller cannot be reached, or the user is signed out. */
  lost(state: Exclude<ControllerState, 'online'>): void;
}

/** A watched home while commands of its user are under way. It reports what happens to the devices of these commands. */
class CommandHome {
  readonly watcher: Watcher;
  readonly #release: () => void;
  readonly #listener: CommandHomeListener;
  /** The devices that are followed, as they were last. */
  readonly #devices = new Map<number, Device | undefined>();

  constructor({ watched, release }: ReturnType<Homes['lease']>, listener: CommandHomeListener) {
    this.watcher = watched.watcher;
    this.#release = release;
    this.#listener = listener;
  }

  /** Follows the home. Returns a function that stops it and releases the watcher. */
  start(): () => void {
    const unsubscribe = this.watcher.home.subscribe((event) => this.#take(event));
    return () => {
      unsubscribe();
      this.#release();
    };
  }

  /** Follows a device from now on. */
  follow(device: number) {
    if (!this.#devices.has(device)) this.#devices.set(device, this.watcher.home.journal.device(device));
  }

  #take(event: HomeEvent) {
    if (event.type === 'clock') return;
    if (event.type === 'status') {
      if (event.status.state !== 'online') this.#listener.lost(event.status.state);
      return;
    }
    const devices =
      event.type === 'changes'
        ? new Set(event.changes.map(({ device }) => device))
        : new Set(this.#devices.keys());
    for (const id of devices) if (this.#devices.has(id)) this.#compare(id);
  }

  #compare(id: number) {
    const before = this.#devices.get(id);
    const after = this.watcher.home.journal.device(id);
    if (before === after) return;
    this.#devices.set(id, after);
    if (before && after) this.#listener.changed(id, before.params);
  }
}

/** What the commands to one controller depend on. */
interface ControllerCommandsDeps extends AuthorizeDeps {
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
class ControllerCommands {
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

/** What the commands of all controllers depend on. */
interface CommandsDeps extends ControllerCommandsDeps {
  readonly screens: Pick<Screens, 'admit' | 'onEnded' | 'onChanged'>;
}

/** The executors of all controllers. */
export class CommandExecutors {
  readonly #deps: CommandsDeps;
  readonly #byController = new Map<string, ControllerCommands>();

  constructor(deps: CommandsDeps) {
    this.#deps = deps;
  }

  /** Starts to cancel the queued commands of screens that end or are locked. Returns a function that stops everything. */
  start(): () => void {
    const { screens } = this.#deps;
    const unsubscribes = [
      screens.onEnded(({ id }) => this.#cancelAllOf(id, SCREEN_GONE.error)),
      screens.onChanged(({ id, locked }) => {
        if (locked) this.#cancelAllOf(id, SCREEN_LOCKED.error);
      })
    ];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      for (const commands of this.#byController.values()) commands.stop();
    };
  }

  /** The executor of one controller. */
  of(controller: string): CommandExecutor {
    const known = this.#byController.get(controller) ?? new ControllerCommands(controller, this.#deps);
    this.#byController.set(controller, known);
    return known.executor;
  }

  /** The counts for `/metrics`: commands that are not answered, and those that wait for their turn. */
  counts(): { readonly commandsInFlight: number; readonly commandsWaiting: number } {
    const jobs = [...this.#byController.values()].flatMap(({ executor }) => executor.jobs);
    return {
      commandsInFlight: jobs.filter((job) => job.isUnanswered && job.sharedWith === null).length,
      commandsWaiting: jobs.filter(({ state }) => state === 'queued').length
    };
  }

  #cancelAllOf(screen: string, failure: Failure) {
    for (const { executor } of this.#byController.values())
      executor.drop((job) => job.screen === screen, 'cancelled', failure);
  }
}

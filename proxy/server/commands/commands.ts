import { isSame } from '#shared/changes';
import { isOpen } from '#shared/commands/command-entry';
import { fail, type Result, type Failure } from '#shared/errors';
import type { Device, Params } from '#shared/home';
import { isLock } from '#shared/lock';
import { combineStops } from '../base/platform/combine-stops';
import type { Answer } from '../controllers/answer';
import type { HomeHousehold } from '../home/live/homes';
import { authorize } from '../home/live/permission';
import type { HomeEvent } from '../home/live/watched-home';
import type { Watcher } from '../home/live/watcher';
import type { Moods } from '../home/moods/moods';
import type { TouchRules } from '../home/touch/touch-rules';
import { SCREEN_GONE, SCREEN_LOCKED } from '../household/screens/screen';
import { CommandExecutor, type DeviceAccess } from './command-executor';
import type { CommandLog } from './command-log';
import { isLate, type Job, type NewJob } from './job';
import { refusalOf, whyOffline } from './plan';
import type { Scenes } from './scenes/scenes';

/** A watched home while commands to it are under way. */
interface CommandHome {
  readonly watcher: Watcher;
  /** The devices that are followed, as they were last. */
  readonly devices: Map<number, Device | undefined>;
  /** Stops following, and releases the watcher. */
  readonly stop: () => void;
}

/** The household with its homes, and with what commands change or ask. */
export interface CommandHousehold extends HomeHousehold {
  readonly commandLog: CommandLog;
  readonly moods: Moods;
  readonly scenes: Scenes;
  readonly touch: TouchRules;
}

/** Errors of a command that was not sent. */
const UNSENT: readonly string[] = ['controller-unreachable', 'signed-out'];

const EXPIRED = fail('controller-unreachable', 'The command expired before it could be sent.');

/** Carries out the commands of all screens of one controller. While one is under way, it watches their home. */
class ControllerCommands implements DeviceAccess {
  readonly executor: CommandExecutor;
  readonly #controller: string;
  readonly #house: CommandHousehold;
  #home: CommandHome | undefined;

  constructor(controller: string, house: CommandHousehold) {
    this.#controller = controller;
    this.#house = house;
    this.executor = new CommandExecutor(house.clock, this);
  }

  device(id: number): Device | undefined {
    return this.#home?.watcher.home.journal.device(id);
  }

  /** Sends nothing more, and releases the watcher. */
  stop() {
    this.executor.stop();
    this.#release();
  }

  follow({ device }: NewJob) {
    this.#home ??= this.#watch();
    const { devices } = this.#home;
    if (!devices.has(device)) devices.set(device, this.device(device));
  }

  #watch(): CommandHome {
    const { watcher, release } = this.#house.homes.lease(this.#controller);
    const devices = new Map<number, Device | undefined>();
    const unsubscribe = watcher.home.subscribe((event) => this.#receive(devices, event));
    return { watcher, devices, stop: combineStops(unsubscribe, release) };
  }

  #release() {
    this.#home?.stop();
    this.#home = undefined;
  }

  #receive(devices: CommandHome['devices'], event: HomeEvent) {
    const offline = event.type === 'status' ? whyOffline(event.status.state) : undefined;
    if (offline) this.executor.drop(() => true, { state: 'failed', failure: offline.error });
    if (event.type === 'report') this.executor.reported(event.report);
    if (event.type !== 'home' && event.type !== 'changes') return;
    const changed = event.type === 'home' ? devices.keys() : event.changes.map(({ device }) => device);
    const known = new Map([...new Set(changed)].map((id) => [id, devices.get(id)]));
    for (const [id, before] of known) {
      const after = this.device(id);
      if (!devices.has(id) || before === after) continue;
      devices.set(id, after);
      if (before && after) this.executor.changed(id, before.params);
    }
    if (event.type === 'home') return;
    for (const { device: id, params = {} } of event.changes) {
      const before = known.get(id)?.params;
      const names = Object.keys(params).filter((name) => before && isSame(before[name], params[name]));
      if (names.length > 0) this.executor.repeated(id, names);
    }
  }

  onChanged(changed: readonly Job[]) {
    const { jobs } = this.executor;
    for (const job of changed) this.#house.commandLog.update(this.#controller, job);
    for (const { device, state } of changed) {
      const isUnderWay = (job: Job) => isOpen(job.state) && job.device === device;
      if (!isOpen(state) && !jobs.some(isUnderWay)) this.#home?.watcher.readBack?.settled(device);
    }
    // Open commands, and those that can be confirmed late, hold a lease on the watcher of their home.
    if (!jobs.some((job) => isOpen(job.state) || isLate(job))) this.#release();
  }

  /**
   * Sends a command whose turn has come, if its screen is still authorized. The permission can end before the bytes go out, for example
   * while tokens are renewed: then nothing was sent, and the command is authorized again.
   */
  async send(job: Job, onWritten: () => void): Promise<Result<Answer>> {
    const { device, prepared } = job;
    const { method, params } = prepared.call;
    const authorization = await authorize(job.screen, { kind: 'command', device }, this.#house);
    if (!authorization.ok) return authorization;
    const { screen, isValid: mayScreen } = authorization.value;
    const target = this.device(device);
    if (target && isLock(target)) return fail('lock-refused', 'A lock takes no command here.');
    const refusal = () => {
      const now = this.device(device);
      return now && refusalOf(now, prepared.call, screen, this.#house.touch);
    };
    const refused = refusal();
    if (refused) return refused;
    const isValid = () => mayScreen() && !refusal();
    const isDue = () => this.#house.clock.monotonic() < job.expiresAt;
    const answer = await this.#house.accounts.client(this.#controller).send({
      method: 'POST',
      path: `/devices/${device}/actions`,
      // A method without parameters is sent without `params` [O].
      body: JSON.stringify(Object.keys(params).length > 0 ? { method, params } : { method }),
      isCommand: true,
      // A renewal of tokens can take longer than the command may.
      beforeSend: () => isValid() && isDue(),
      onSent: onWritten
    });
    if (answer.ok) this.#home?.watcher.readBack?.commanded(device, prepared.sets);
    if (answer.ok || !UNSENT.includes(answer.error.code)) return answer;
    if (!isDue()) return EXPIRED;
    return isValid() ? answer : this.send(job, onWritten);
  }

  async read({ device }: Job): Promise<Params | null> {
    return (await this.#home?.watcher.readBack?.read(device))?.params ?? null;
  }
}

/** The executors of all controllers. */
export class CommandExecutors {
  readonly #house: CommandHousehold;
  readonly #byController = new Map<string, ControllerCommands>();

  constructor(house: CommandHousehold) {
    this.#house = house;
  }

  /**
   * Starts to cancel the queued commands of screens that end or are locked, and to emit what becomes of commands: to screens, then to the
   * listeners of homes. Returns a function after which nothing more is sent.
   */
  start(): () => void {
    const { screens, commandLog, homes } = this.#house;
    return combineStops(
      commandLog.onChange(({ controller, entries }) => {
        for (const view of homes.find(controller)?.views.all ?? []) view.queueCommands(entries);
        for (const event of commandLog.eventsOf(entries)) homes.emit(event);
      }),
      screens.onEnded(({ id }) => this.#cancelAllOf(id, SCREEN_GONE.error)),
      screens.onChanged(({ id, locked }) => {
        if (locked) this.#cancelAllOf(id, SCREEN_LOCKED.error);
      }),
      () => {
        for (const commands of this.#byController.values()) commands.stop();
      }
    );
  }

  /** The executor of one controller. */
  of(controller: string): CommandExecutor {
    const known = this.#byController.get(controller) ?? new ControllerCommands(controller, this.#house);
    this.#byController.set(controller, known);
    return known.executor;
  }

  /** The commands to all controllers that still matter. */
  get jobs(): readonly Job[] {
    return [...this.#byController.values()].flatMap(({ executor }) => executor.jobs);
  }

  #cancelAllOf(screen: string, failure: Failure) {
    for (const { executor } of this.#byController.values())
      executor.drop((job) => job.screen === screen, { state: 'cancelled', failure });
  }
}

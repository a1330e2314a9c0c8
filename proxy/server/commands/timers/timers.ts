import { randomBytes } from 'node:crypto';
import { isSame } from '#shared/changes';
import { switchesOff } from '#shared/commands/command-entry';
import { fail, succeed, type Result } from '#shared/errors';
import { MAX_OVERDUE_MS, type DeviceTimer } from '#shared/timers';
import type { StoredCommand, StoredTimer } from '../../base/store/stored-timers';
import { probe } from '../../home/live/health-check';
import { listMessages } from '../../home/live/list-messages';
import { type LiveList } from '../../home/live/lists';
import { actingFor, knowsSender, type CommandViewer } from '../../home/live/viewer';
import type { Screen } from '../../household/screens/screen';
import type { EndedScreen } from '../../household/screens/screens';
import type { InboxHousehold } from '../command-inbox';
import type { LoggedBatch } from '../command-log';
import type { PlannedCommand } from '../plan';
import { isDoneBy, isReached, isReplaced, isThere, mayAct, reasonOf, refuseOneMore } from './timer-commands';
import { MAX_GAP_MS, TimerHomes } from './timer-homes';
import { type TimerActor, type TimerList, type TimerNews } from './timer-list';

/** Maximum time from one check of the timers to the next, in ms: the clock of `setTimeout` does not count sleep. */
const CHECK_INTERVAL_MS = 10_000;
/** Interval of the notes that the program still runs, in ms. */
const SEEN_INTERVAL_MS = 30_000;
/** The controller is asked this time before a timer is due, in ms, so that tokens are renewed in time. */
const PROBE_AHEAD_MS = 60_000;

/** A timer to set. Its commands were checked for its screen. */
interface NewTimer {
  readonly screen: Screen;
  readonly room: number | null;
  readonly label: string;
  readonly commands: readonly (PlannedCommand & { readonly model: string })[];
  /** Milliseconds until it is due. */
  readonly inMs: number;
}

/**
 * The timers of all controllers: the only commands that are kept for later. Each acts once at most: it is noted on the disk that it fires
 * before anything is sent. It never acts early, a minute late, or after it was not known what became of its device.
 */
export class Timers implements LiveList {
  readonly #house: InboxHousehold;
  /** All timers. They are changed by the methods here alone. */
  readonly list: TimerList;
  readonly onChange: LiveList['onChange'];
  readonly #homes: TimerHomes;
  /** The ids of timers that are due soon, whose controller was asked ahead. */
  #probed: ReadonlySet<string> = new Set();
  readonly #stopped = new AbortController();
  /** When the timers were last checked, in ms since the boot; null while no check is planned. */
  #checkedAt: number | null = null;
  #cancelCheck = () => {};

  constructor(house: InboxHousehold, list: TimerList) {
    this.#house = house;
    this.list = list;
    this.onChange = list.onChange;
    list.onNews((news) => this.#emit(news));
    this.#homes = new TimerHomes(house.homes, this.list, (controller) => this.#devicesChanged(controller));
  }

  /** Reads the stored timers, and starts to check them. Returns a function that stops it; nothing is sent from then on. */
  async start(): Promise<() => void> {
    const { screens, commandLog, inbox } = this.#house;
    const seenAt = await this.list.load();
    const unsubscribes = [
      screens.onEnded((screen) => this.#screenGone(screen)),
      screens.onChanged((screen) => {
        // While a home is being forgotten its timers wait: it may be taken back.
        if (screens.isRefused(screen.id)) this.#screenGone(screen);
      }),
      inbox.onTaken((batch) => this.#roomUsed(batch)),
      commandLog.onChange(({ entries }) => this.#commandsChanged(entries))
    ];
    for (const { screen, controller } of this.list.all)
      if (!screens.current(screen) || screens.isRefused(screen)) this.#dropAllOf(screen, controller);
    for (const { state, controller } of this.list.all)
      if (state === 'pending') this.#homes.follow(controller, seenAt);
    this.#check();
    return () => {
      this.#stopped.abort();
      this.#cancelCheck();
      for (const unsubscribe of unsubscribes) unsubscribe();
      if (this.list.all.length > 0) this.list.noteSeen();
      this.#homes.keepOnly([]);
    };
  }

  /** The timers of devices that a screen sees, the next one first. */
  seenBy(viewer: CommandViewer): DeviceTimer[] {
    return this.list.of(viewer.screen.controller).flatMap((timer) => this.one(timer, viewer) ?? []);
  }

  /** A timer as a screen sees it; null if it sees none of its devices. */
  one(timer: StoredTimer, viewer: CommandViewer): DeviceTimer | null {
    const { rights } = viewer.screen;
    const commands = timer.commands.filter((command) => isThere(command, viewer.device(command.device)));
    if (commands.length === 0) return null;
    const { id, room, at, due, state, missed } = timer;
    const leftMs = state === 'missed' ? 0 : Math.max(0, due - this.list.now);
    const isRoomSeen = room !== null && (rights.rooms === null || rights.rooms.includes(room));
    const trouble = this.trouble(timer);
    return {
      id,
      room: isRoomSeen ? room : null,
      at: Math.round(at),
      leftMs: Math.round(leftMs),
      commands: commands.map(({ device, method, params }) => ({ device, method, params })),
      by: knowsSender(timer.screen, viewer) ? { id: timer.screen, name: timer.screenName } : null,
      ...(missed && { missed }),
      ...(trouble && { trouble })
    };
  }

  whole(viewer: CommandViewer): readonly Buffer[] {
    return listMessages('timers', this.seenBy(viewer));
  }

  /** Why a timer could not act now; undefined if it could. */
  trouble(timer: StoredTimer): DeviceTimer['trouble'] {
    if (timer.state !== 'pending') return undefined;
    const status = this.#homes.find(timer.controller)?.status?.state;
    if (status === undefined || status === 'online') return undefined;
    return status === 'signed-out' ? status : 'unreachable';
  }

  /**
   * Sets a timer. It is on the disk when this resolves. It replaces timers that set the same values of its devices.
   * @returns `list-full`; `not-saved` if the disk is full or read-only: then it is not set
   */
  async set({ screen, room, label, commands, inMs }: NewTimer): Promise<Result<StoredTimer>> {
    const { controller, id: screenId, name } = screen;
    const { clock } = this.#house;
    const replaced = this.list.of(controller).flatMap((timer) => {
      const rest = timer.commands.filter((each) => !commands.some((made) => isReplaced(timer, each, made)));
      return rest.length < timer.commands.length ? [{ timer, rest }] : [];
    });
    const ended = replaced.flatMap(({ timer, rest }) => (rest.length === 0 ? [timer] : []));
    const others = this.list.of(controller).filter((timer) => !ended.includes(timer));
    const refused = refuseOneMore(others, screen, commands.length);
    if (refused) return refused;
    const timer: StoredTimer = {
      id: randomBytes(9).toString('base64url'),
      controller,
      screen: screenId,
      screenName: name,
      room,
      label,
      commands: commands.map(({ device, prepared: { call, sets }, model }) => ({
        device,
        ...call,
        model,
        sets: [...sets]
      })),
      due: this.list.now + inMs,
      at: clock.now() + inMs,
      hasGap: false,
      reached: [],
      state: 'pending'
    };
    this.#homes.follow(controller);
    this.list.put(timer);
    for (const each of replaced) this.list.put({ ...each.timer, commands: each.rest });
    if (!(await this.list.keep())) {
      this.list.remove(timer);
      for (const { timer: before } of replaced) this.list.put(before);
      return fail('not-saved', 'The disk is full or read-only: nothing was changed.');
    }
    // In place of a timer of its own, a screen sets one: that is one thing that happened.
    for (const before of ended)
      if (before.state === 'pending' && before.screen !== screenId)
        this.#emit({ kind: 'cancelled', timer: before, by: timer });
    this.#emit({ kind: 'set', timer });
    this.#check();
    return succeed(timer);
  }

  /**
   * Cancels a timer for those of its devices for which `isMeant` holds.
   * @param by the screen that cancels it
   * @returns whether that is on the disk: if not, a restart may bring it back
   */
  async cancel(timer: StoredTimer, isMeant: (device: number) => boolean, screen: Screen): Promise<boolean> {
    const rest = timer.commands.filter(({ device }) => !isMeant(device));
    const by: TimerActor = { screen: screen.id, screenName: screen.name };
    if (rest.length > 0) this.list.put({ ...timer, commands: rest });
    else this.list.remove(timer, timer.state === 'pending' ? { kind: 'cancelled', by } : undefined);
    this.#check();
    return this.list.keep();
  }

  /** Checks all timers, and plans the next check. */
  #check() {
    if (this.#stopped.signal.aborted) return;
    const now = this.list.now;
    // The machine slept, so nobody watched.
    if (this.#checkedAt !== null && now - this.#checkedAt > MAX_GAP_MS) this.list.markGap(() => true);
    for (const timer of this.list.all) if (isOutdated(timer, now)) this.list.remove(timer);
    // Only the watchers of timers that may still act are held.
    this.#homes.keepOnly(this.list.all.filter(mayAct).map(({ controller }) => controller));
    this.#probeAhead(now);
    const ready = this.list.all.filter((timer) => isDue(timer, now) && this.#isReady(timer, now));
    if (ready.length > 0) void this.#fire(ready);
    if (this.list.all.some(mayAct) && now - this.list.notedAt >= SEEN_INTERVAL_MS) this.list.noteSeen();
    this.#plan(now);
  }

  #plan(now: number) {
    this.#cancelCheck();
    this.#checkedAt = this.list.all.some(({ missed }) => missed !== 'reboot') ? now : null;
    if (this.#checkedAt === null) return;
    const next = this.list.all.flatMap(({ state, due }) =>
      state === 'pending' && due > now ? [due - now] : []
    );
    const inMs = Math.min(CHECK_INTERVAL_MS, ...next);
    this.#cancelCheck = this.#house.clock.after(inMs, () => this.#check());
  }

  /** Whether a due timer may fire now. Its controller has a minute to answer; after that it never fires. */
  #isReady(timer: StoredTimer, now: number): boolean {
    const isOnline = this.#homeOf(timer)?.status?.state === 'online';
    const isLate = now - timer.due > MAX_OVERDUE_MS;
    if (isLate) this.list.miss(timer, this.trouble(timer) ? 'unreachable' : 'late');
    else if (isOnline && timer.hasGap) this.list.miss(timer, 'gap');
    return isOnline && !isLate && !timer.hasGap;
  }

  /** Notes on the disk that timers fire, then sends their commands. */
  async #fire(due: readonly StoredTimer[]) {
    for (const timer of due) this.list.put({ ...timer, state: 'firing' });
    const isKept = await this.list.keep();
    if (this.#stopped.signal.aborted) return;
    for (const { id } of due) {
      const timer = this.list.find(id);
      // It may have been cancelled while it was noted.
      if (timer?.state !== 'firing') continue;
      if (!isKept) this.list.miss(timer, 'not-kept');
      else if (this.list.now - timer.due > MAX_OVERDUE_MS) this.list.miss(timer, 'late');
      else this.#send(timer);
    }
  }

  #send(timer: StoredTimer) {
    const { screens, inbox } = this.#house;
    const screen = screens.current(timer.screen);
    const home = this.#homeOf(timer);
    if (!screen || !home) {
      this.list.miss(timer, 'not-allowed');
      return;
    }
    const { journal } = home;
    const there = timer.commands.filter((command) => isThere(command, journal.device(command.device)));
    const commands = there.filter((command) => !isReached(command, journal.device(command.device)));
    if (there.length === 0) this.list.miss(timer, 'gone');
    else if (commands.length === 0) this.list.remove(timer);
    if (commands.length === 0) return;
    const { id, room } = timer;
    const labels = { timer: id, ...(room !== null && { scope: `room:${room}` }) };
    const fired = inbox.fire(actingFor(screen, home), { ...labels, commands });
    if (!fired.ok) this.list.miss(timer, reasonOf(fired.error));
  }

  /** The commands of timers that fired may have ended. */
  #commandsChanged(entries: ReadonlySet<string>) {
    const { commandLog: log } = this.#house;
    const batches = new Set([...entries].flatMap((id) => log.command(id)?.batch ?? []));
    for (const logged of batches) {
      const { timer: id } = logged.batch;
      const timer = id === undefined ? undefined : this.list.find(id);
      if (!timer || logged.endedAt === Infinity) continue;
      const lacking = log
        .commandsIn(logged)
        .filter(({ state }) => state !== 'confirmed' && state !== 'superseded');
      const commands = timer.commands.filter(({ device }) => lacking.some((each) => each.device === device));
      if (commands.length === 0) this.list.remove(timer);
      else {
        const isCancelled = lacking.some(({ state }) => state === 'cancelled');
        this.list.miss({ ...timer, commands }, isCancelled ? 'not-allowed' : 'failed');
      }
    }
  }

  /** A device that was as a timer wants it, and is not any more, was used since: the timer is void for it. */
  #devicesChanged(controller: string) {
    const home = this.#homes.find(controller);
    if (!home?.journal.isRead || home.status?.state !== 'online') return;
    const isNow = (command: StoredCommand) => isReached(command, home.journal.device(command.device));
    for (const timer of this.list.of(controller)) {
      if (timer.state !== 'pending') continue;
      const rest = timer.commands.filter(
        (command) => !timer.reached.includes(command.device) || isNow(command)
      );
      const now = rest.filter(isNow).map(({ device }) => device);
      const after = { ...timer, commands: rest, reached: [...new Set([...timer.reached, ...now])] };
      if (rest.length === 0) this.list.remove(timer, { kind: 'void' });
      else if (!isSame(after, timer)) this.list.put(after);
    }
    const now = this.list.now;
    if (this.list.of(controller).some((timer) => isDue(timer, now))) this.#check();
  }

  /** Somebody switched off what a room's timer would: it has nothing left to do. */
  #roomUsed(batch: LoggedBatch) {
    const commands = this.#house.commandLog.commandsIn(batch).filter(({ entry }) => switchesOff(entry));
    const off = new Set(commands.map(({ device }) => device));
    const by: TimerActor = { screen: batch.screen, screenName: batch.batch.by?.name ?? '' };
    for (const timer of off.size > 0 ? this.list.of(batch.controller) : []) {
      const journal = this.#homeOf(timer)?.journal;
      if (timer.state === 'pending' && isDoneBy(off, timer, (id) => journal?.device(id)))
        this.list.remove(timer, { kind: 'cancelled', by });
    }
  }

  /** A screen ended or was locked. A new screen of the same browser takes its timers along. */
  #screenGone(screen: EndedScreen) {
    const { id, controller, successor } = screen;
    if (successor?.controller === controller) {
      for (const timer of this.list.of(controller))
        if (timer.screen === id)
          this.list.put({ ...timer, screen: successor.id, screenName: successor.name });
      return;
    }
    const count = this.#dropAllOf(id, controller);
    const { activity, known } = this.#house;
    if (count > 0) activity.note({ kind: 'timers-ended', controller: known.get(controller), screen, count });
  }

  #dropAllOf(screen: string, controller: string): number {
    const own = this.list.of(controller).filter((timer) => timer.screen === screen && mayAct(timer));
    for (const timer of own) this.list.remove(timer, { kind: 'void' });
    return own.length;
  }

  /** Asks the controllers of timers that are due soon, which renews tokens. A failure is seen by their watchers. */
  #probeAhead(now: number) {
    const soon = this.list.all.filter(({ state, due }) => state === 'pending' && due - now <= PROBE_AHEAD_MS);
    for (const { id, controller } of soon)
      if (!this.#probed.has(id)) void probe(this.#house.accounts.client(controller), this.#stopped.signal);
    this.#probed = new Set(soon.map(({ id }) => id));
  }

  #homeOf(timer: StoredTimer) {
    const home = this.#homes.find(timer.controller);
    return home?.journal.isRead === true ? home : undefined;
  }

  /** Emits what became of a timer to the listeners of homes. */
  #emit({ kind, timer, by = timer }: TimerNews) {
    this.#house.homes.emit({
      type: 'timer',
      controller: timer.controller,
      kind,
      timer,
      screen: { id: by.screen, name: by.screenName }
    });
  }
}

/** Whether the time of a pending timer has come. `now`: ms since the boot. */
const isDue = ({ state, due }: StoredTimer, now: number) => state === 'pending' && due <= now;

/** A timer that did not act is shown for this time, in ms. */
const MISSED_TTL_MS = 12 * 60 * 60_000;

/** Whether a timer that did not act has been shown long enough. After a reboot it is shown until somebody removes it. */
const isOutdated = ({ missed, due }: StoredTimer, now: number) =>
  missed !== undefined && missed !== 'reboot' && now - due > MISSED_TTL_MS;

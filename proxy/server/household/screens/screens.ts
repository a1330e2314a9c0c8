import { randomBytes } from 'node:crypto';
import { every, type Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import { fail, succeed, type Result } from '#shared/errors';
import { editRights, FULL_RIGHTS, type RightsEdit } from '#shared/rights';
import { Leases } from '../../base/platform/leases';
import type { StoredFile } from '../../base/store/sealed-file';
import { hashOf } from '../cookies';
import { EndReasons, type EndTerms } from './end-reasons';
import { ScreenLifetime, type RemainingLifetime } from './lifetime';
import {
  nameOf,
  passOn,
  SCREEN_GONE,
  SCREEN_LOCKED,
  type PinHash,
  type NewScreen,
  type Screen
} from './screen';
import type { StoredScreens } from './stored-screens';

/** Maximum number of screens that are signed in, at all homes. */
const MAX_SCREENS = 200;

/** How many of them each home can have, whatever the others take. */
const PLACES_OF_HOME = 25;

/** How many screens of a home may have signed in with other accounts and not be kept by anybody since. */
const MAX_OF_OTHERS = 20;

/** Resolution of `lastSeen`, in ms. */
const LAST_SEEN_RESOLUTION_MS = 1000;

/** How often lifetimes are checked and saved, in ms: a killed process loses no more than this. */
const SWEEP_INTERVAL_MS = 60 * 60 * 1000;

/** If a screen has an end time, the wall clock is checked at this interval, in ms: it may jump. */
const POLL_INTERVAL_MS = 30 * 1000;

/** How often the remaining time of those screens is saved, in ms: a box that is killed again and again adds no more to a guest's time. */
const SAVE_INTERVAL_MS = 5 * 60 * 1000;

/** A screen that is signed in. */
interface HeldScreen {
  screen: Screen;
  readonly hash: string;
  readonly lifetime: ScreenLifetime;
  /** Whether it may play sounds, since the start of the program; absent if it did not say. */
  playsSound?: boolean;
}

/** A screen that ended. */
export interface EndedScreen extends Screen {
  /** The new screen of the same browser, if it signed in again. */
  readonly successor?: Screen;
}

/** The screens that are signed in. */
export class Screens {
  readonly #file: StoredFile<StoredScreens>;
  readonly #clock: Clock;
  readonly #isLeaving: (controller: string) => boolean;
  /** Why screens ended. */
  readonly endReasons = new EndReasons();
  readonly #byHash = new Map<string, HeldScreen>();
  /** By id of the screen. */
  readonly #byId = new Map<string, HeldScreen>();
  /** Hashes of the cookies of screens. Hashing takes longer than all other checks of a cookie. */
  readonly #hashes = new Map<string, string>();
  readonly #connected = new Leases();
  readonly #added = new Emitter<Screen>();
  readonly #ended = new Emitter<EndedScreen>();
  readonly #changed = new Emitter<Screen>();
  /** Calls back with each screen that has signed in. Returns a function that unsubscribes. */
  readonly onAdded = this.#added.subscribe;
  /** Calls back with each screen that ended, for any reason. Returns a function that unsubscribes. */
  readonly onEnded = this.#ended.subscribe;
  /** Calls back with each screen whose name, rights, lock or PIN changed. Returns a function that unsubscribes. */
  readonly onChanged = this.#changed.subscribe;
  #savedAt: number;
  #cancelCheck = () => {};

  /** @param isLeaving whether a home is being forgotten: all its screens are locked meanwhile */
  constructor(
    file: StoredFile<StoredScreens>,
    clock: Clock,
    isLeaving: (controller: string) => boolean = () => false
  ) {
    this.#file = file;
    this.#clock = clock;
    this.#isLeaving = isLeaving;
    this.#savedAt = clock.monotonic();
  }

  /** Reads the stored screens, and starts to end those whose time is over. Returns a function that stops it. */
  async start(): Promise<() => void> {
    for (const { hash, idleLeft, absoluteLeft, untilLeft, ...screen } of await this.#file.read())
      this.#hold(screen, hash, { idleLeft, absoluteLeft, untilLeft });
    // While there is room on the disk, the file gets its place there.
    if (this.#byHash.size > 0) this.#save();
    const stopSweeps = every(this.#clock, SWEEP_INTERVAL_MS, () => this.#sweep());
    this.#checkEndTimes();
    return () => {
      stopSweeps();
      this.#cancelCheck();
      this.#sweep();
    };
  }

  /** All screens. */
  get all(): Screen[] {
    return [...this.#byHash.values()].map((held) => this.#shown(held));
  }

  /** Notes that a screen holds a connection open. Returns a function to call when it is closed. */
  connect(id: string): () => void {
    return this.#connected.take(id);
  }

  /**
   * Makes room for one more screen of a home. If needed, signs out the least recently seen one of that home that is neither kept nor
   * connected. No home takes the places of another one: each has `PLACES_OF_HOME` that the others cannot take.
   * @param homes how many homes the box has
   * @returns `too-many-screens` with their names if there is no such screen
   */
  makeRoomAt(controller: string, homes: number): Result<null, 'too-many-screens'> {
    const room = this.#roomAt(controller, homes);
    if (room.ok && room.value) this.#end(room.value, { reason: 'made-room' });
    return room.ok ? succeed(null) : room;
  }

  /** Checks whether there is room for one more screen of a home, as `makeRoomAt` would make it. */
  hasRoomAt(controller: string, homes: number): Result<null, 'too-many-screens'> {
    const room = this.#roomAt(controller, homes);
    return room.ok ? succeed(null) : room;
  }

  /**
   * Makes room for one more screen that signs in with another account than that of the home. If needed, signs out the least recently seen of
   * those, so that they take no places of others.
   */
  makeRoomAmongOthers(controller: string) {
    const others = this.list(controller).filter(
      ({ cameIn, rights }) => cameIn.how === 'account' && rights.until !== null
    );
    for (const { id } of others.slice(MAX_OF_OTHERS - 1)) this.end(id, { reason: 'made-room' });
  }

  /** The screen that has to go for one more screen of a home; null if there is a place. */
  #roomAt(controller: string, homes: number): Result<HeldScreen | null, 'too-many-screens'> {
    this.#endExpired();
    const all = [...this.#byHash.values()].sort((one, other) => one.screen.lastSeen - other.screen.lastSeen);
    const of = (home: string) => all.filter(({ screen }) => screen.controller === home);
    const own = of(controller);
    const mostOfHome = MAX_SCREENS - PLACES_OF_HOME * Math.max(0, homes - 1);
    if (all.length < MAX_SCREENS && own.length < mostOfHome) return succeed(null);
    // A home that was added when others had taken its places gets them back.
    const isShort = own.length < PLACES_OF_HOME;
    const others = isShort ? all.filter(({ screen }) => of(screen.controller).length > PLACES_OF_HOME) : [];
    const spare = [...own, ...others].find(
      ({ screen }) => !screen.kept && this.#connected.count(screen.id) === 0
    );
    if (spare) return succeed(spare);
    const screens = own.map(({ screen: { id, name, lastSeen } }) => ({ id, name, lastSeen }));
    return fail('too-many-screens', 'Every screen is kept or in use.', { screens });
  }

  /** Signs a screen in. `cookie` is the only copy of the secret: 43 base64url characters. */
  add({ rights = FULL_RIGHTS, cameIn: way = { how: 'password' }, seenActivity = 0, ...made }: NewScreen): {
    screen: Screen;
    cookie: string;
  } {
    const cookie = randomBytes(32).toString('base64url');
    const now = this.#clock.now();
    const screen = {
      ...made,
      name: nameOf(made.name),
      rights,
      locked: false,
      pin: null,
      seenActivity,
      id: randomBytes(12).toString('base64url'),
      lastSeen: now,
      cameIn: { ...way, at: now }
    };
    this.#hold(screen, hashOf(cookie));
    this.#save();
    this.#checkEndTimes();
    this.#added.emit(screen);
    return { screen, cookie };
  }

  /** The screen of a cookie. It counts as seen. */
  authenticate(cookie: string | undefined): Screen | undefined {
    if (cookie === undefined) return undefined;
    const hash = this.#hashes.get(cookie) ?? hashOf(cookie);
    const held = this.#byHash.get(hash);
    if (held === undefined) return undefined;
    this.#hashes.set(cookie, hash);
    if (held.lifetime.isOver) {
      this.#end(held);
      return undefined;
    }
    this.#noteSeen(held);
    return this.#shown(held);
  }

  /** The screen of an id as it is now, locked or not; undefined once it has ended. It does not count as seen. */
  current(id: string): Screen | undefined {
    const held = this.#byId.get(id);
    if (!held?.lifetime.isOver) return held && this.#shown(held);
    this.#end(held);
    return undefined;
  }

  /**
   * The same, for an action of the screen.
   * @returns `not-signed-in` once it has ended, `screen-locked` while it is locked
   */
  admit(id: string): Result<Screen, 'not-signed-in' | 'screen-locked'> {
    const screen = this.current(id);
    if (!screen) return SCREEN_GONE;
    return screen.locked ? SCREEN_LOCKED : succeed(screen);
  }

  /** Whether a screen is locked because the controller has refused the account of its home, and not only because its home leaves. */
  isRefused(id: string): boolean {
    return this.#byId.get(id)?.screen.locked === true;
  }

  /** Tells the screens of a home of what concerns them all: that it leaves, or stays after all, or has another account. */
  tellAllOf(controller: string) {
    for (const held of this.#byHash.values())
      if (held.screen.controller === controller) this.#changed.emit(this.#shown(held));
  }

  /** Notes that a screen was seen, because it holds a connection open. */
  seen(id: string) {
    const held = this.#byId.get(id);
    if (held && !held.lifetime.isOver) this.#noteSeen(held);
  }

  /** Notes whether a screen, which is a wall, may play sounds. */
  noteSound(id: string, plays: boolean) {
    const held = this.#byId.get(id);
    if (held) held.playsSound = plays;
  }

  /** Whether a wall that is connected may play sounds; undefined for any other screen. */
  soundOf(id: string): boolean | undefined {
    return this.#connected.count(id) > 0 ? this.#byId.get(id)?.playsSound : undefined;
  }

  /** Notes that a screen has seen the activity of its home up to a `seq`. A lower one is ignored. */
  noteActivitySeen(id: string, seq: number) {
    const held = this.#byId.get(id);
    if (!held || seq <= held.screen.seenActivity) return;
    held.screen = { ...held.screen, seenActivity: seq };
    this.#save();
  }

  /** The screens of one home, the last seen first. */
  list(controller: string): Screen[] {
    this.#endExpired();
    return this.all
      .filter((screen) => screen.controller === controller)
      .sort((a, b) => b.lastSeen - a.lastSeen);
  }

  /** Gives a screen another name or other rights, or keeps it signed in as long as it is used. */
  change(id: string, { name, rights: edit, kept }: { name?: string; rights?: RightsEdit; kept?: true }) {
    const held = this.#byId.get(id);
    if (!held) return;
    const before = held.screen;
    const rights = edit ? editRights(before.rights, edit) : before.rights;
    if (edit) held.lifetime.limit(rights.until);
    if (kept) held.lifetime.keep();
    this.#replace(held, {
      ...before,
      name: name === undefined ? before.name : nameOf(name),
      rights,
      kept: kept ?? before.kept
    });
    this.#checkEndTimes();
  }

  /** Sets a screen's PIN; null removes it. Nothing is written if it has none. */
  setPin(id: string, pin: PinHash | null) {
    const held = this.#byId.get(id);
    if (held && held.screen.pin !== pin) this.#replace(held, { ...held.screen, pin });
  }

  /** Locks all screens of a home except one, because the controller has refused its account. Returns those that were not locked yet. */
  lockAllOf(controller: string, but?: string): Screen[] {
    return this.#setLocked(true, (screen) => screen.controller === controller && screen.id !== but);
  }

  /** Unlocks screens. Returns those that were locked. */
  letBackIn(ids: readonly string[]): Screen[] {
    return this.#setLocked(false, ({ id }) => ids.includes(id));
  }

  /**
   * Signs a screen out before its time: its cookie is no longer valid, and a restart does not restore it, even if the disk is full.
   * `successor` is the new screen of the same browser, if any. `reason` is what the screen is told.
   */
  end(id: string, terms: EndTerms = {}) {
    const held = this.#byId.get(id);
    if (held) this.#end(held, terms);
  }

  /** Resolves when all changes were written, with whether that succeeded: then they outlast a restart. */
  saved(): Promise<boolean> {
    return this.#file.flush();
  }

  #hold(screen: Screen, hash: string, left?: RemainingLifetime) {
    const held = { screen, hash, lifetime: new ScreenLifetime(this.#clock, screen, left) };
    this.#byHash.set(hash, held);
    this.#byId.set(screen.id, held);
  }

  #setLocked(locked: boolean, isMeant: (screen: Screen) => boolean): Screen[] {
    const meant = [...this.#byHash.values()].filter(
      ({ screen }) => screen.locked !== locked && isMeant(screen)
    );
    for (const held of meant) this.#replace(held, { ...held.screen, locked });
    return meant.map(({ screen }) => screen);
  }

  #replace(held: HeldScreen, screen: Screen) {
    held.screen = screen;
    this.#save();
    this.#changed.emit(this.#shown(held));
  }

  /** A screen as all others see it. Its lock while its home leaves is stored nowhere but with that. */
  #shown({ screen }: HeldScreen): Screen {
    return !screen.locked && this.#isLeaving(screen.controller) ? { ...screen, locked: true } : screen;
  }

  #noteSeen(held: HeldScreen) {
    held.lifetime.noteSeen();
    const now = this.#clock.now();
    if (Math.abs(now - held.screen.lastSeen) >= LAST_SEEN_RESOLUTION_MS)
      held.screen = { ...held.screen, lastSeen: now };
  }

  /** Ends screens exactly at the end times that a person has set. */
  #checkEndTimes() {
    this.#cancelCheck();
    this.#endExpired();
    const next = Math.min(...[...this.#byHash.values()].map(({ lifetime }) => lifetime.msToHour));
    if (next === Infinity) return;
    if (this.#clock.monotonic() - this.#savedAt >= SAVE_INTERVAL_MS) this.#save();
    const delay = Math.min(Math.ceil(next), POLL_INTERVAL_MS);
    this.#cancelCheck = this.#clock.after(delay, () => this.#checkEndTimes());
  }

  /** Ends all other screens whose time is over, and saves the remaining time of those that stay. */
  #sweep() {
    this.#endExpired();
    if (this.#byHash.size > 0) this.#save();
  }

  #endExpired() {
    for (const held of [...this.#byHash.values()]) if (held.lifetime.isOver) this.#end(held);
  }

  #end(held: HeldScreen, { successor, reason }: EndTerms = {}) {
    this.endReasons.add(held.hash, reason ?? (held.lifetime.isOver ? 'expired' : undefined));
    this.#byHash.delete(held.hash);
    this.#byId.delete(held.screen.id);
    for (const each of this.#byHash.values()) each.screen = passOn(each.screen, held.screen, successor);
    this.#hashes.clear();
    this.#save();
    this.#ended.emit(successor ? { ...held.screen, successor } : held.screen);
  }

  #save() {
    this.#savedAt = this.#clock.monotonic();
    this.#file.write(
      [...this.#byHash.values()].map(({ screen, hash, lifetime }) => ({ ...screen, hash, ...lifetime.left }))
    );
  }
}

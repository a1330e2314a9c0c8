import { fail, succeed, type Result } from '#shared/errors';
import { FULL_RIGHTS } from '#shared/rights';
import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../clock';
import type { EndSlot, EndSlots } from '../store/end-slots';
import type { StoredFile } from '../store/sealed-file';
import { Lifetime } from './lifetime';
import { NotedEnds } from './noted-ends';
import { lack } from './rights';
import type { NewScreen, Screen } from './screen';
import type { StoredScreens } from './stored-screens';

export type { NewScreen, Screen } from './screen';

/** How often lifetimes are looked at and put on the disk, in ms: a killed process forgets no more than this. */
const SWEEP_MS = 60 * 60 * 1000;

/** Where hours were set, the wall clock is looked at so often, in ms: it may jump. */
const LOOK_MS = 30 * 1000;

/** And what is left of them is put on the disk so often, in ms: a box that is killed again and again adds no more to a guest's time. */
const SAVE_HOURS_MS = 5 * 60 * 1000;

/** How many may be signed in at a time. */
export const MAX_SCREENS = 200;

interface Held {
  screen: Screen;
  readonly hash: string;
  readonly lifetime: Lifetime;
  /** What a newer version stored: it is written back as it was. */
  readonly unknown?: object;
}

/** How exactly it is told when a screen was last seen, in ms. */
const SEEN_MS = 1000;

const hashOf = (cookie: string) => createHash('sha256').update(cookie).digest('base64url');

/** What screens stand on. Without slots an end is kept by the file alone. */
export interface ScreensParts {
  readonly file: StoredFile<StoredScreens>;
  readonly clock: Clock;
  readonly ends?: { readonly slots: Pick<EndSlots, 'add'>; readonly found: readonly EndSlot[] };
}

/** Who is signed in, by cookie. */
export class Screens {
  readonly #file: StoredFile<StoredScreens>;
  readonly #clock: Clock;
  readonly #noted: NotedEnds;
  readonly #byHash = new Map<string, Held>();
  /** The hashes of cookies that stand for somebody: to make one takes longer than all else that is asked of a cookie. */
  readonly #hashes = new Map<string, string>();
  readonly #connected = new Map<string, number>();
  readonly #endListeners = new Set<(screen: Screen) => void>();
  readonly #changeListeners = new Set<(screen: Screen) => void>();
  #cancelLook: (() => void) | undefined;
  #savedAt: number;

  constructor({ file, clock, ends }: ScreensParts) {
    this.#file = file;
    this.#clock = clock;
    this.#savedAt = clock.monotonic();
    this.#noted = new NotedEnds({ file, clock, ...ends });
  }

  /** Reads who was signed in, and from then on ends those whose time is over; what it returns stops that. */
  async start(): Promise<() => void> {
    for (const { idleLeft, absoluteLeft, untilLeft, hash, ...stored } of await this.#file.read()) {
      const { id, name, controller, user, lastSeen, kept, rights, ...unknown } = stored;
      const screen = { id, name, controller, user, lastSeen, kept, rights };
      const left = { idleLeft, absoluteLeft, untilLeft };
      const lifetime = new Lifetime(this.#clock, { kept, until: rights.until, left });
      this.#byHash.set(hash, { screen, hash, lifetime, unknown });
    }
    await this.#endNoted();
    const keep = () => {
      this.#endExpired();
      if (this.#byHash.size > 0) this.#save();
    };
    const sweep = () => {
      keep();
      cancel = this.#clock.after(SWEEP_MS, sweep);
    };
    let cancel = this.#clock.after(SWEEP_MS, sweep);
    this.#lookAtHours();
    return () => {
      cancel();
      keep();
      this.#noted.stop();
      this.#cancelLook?.();
    };
  }

  /** How many are signed in. */
  get size() {
    return this.#byHash.size;
  }

  /** A screen holds a connection open until what this returns is called. */
  connect(id: string): () => void {
    this.#connected.set(id, (this.#connected.get(id) ?? 0) + 1);
    return () => {
      const left = (this.#connected.get(id) ?? 1) - 1;
      if (left > 0) this.#connected.set(id, left);
      else this.#connected.delete(id);
    };
  }

  /**
   * Makes room for one more screen: where there is none, the longest unseen that is neither kept nor connected is signed out.
   * @returns `too-many-screens` where all are, with their names
   */
  makeRoom(): Result<null, 'too-many-screens'> {
    this.#endExpired();
    if (this.#byHash.size < MAX_SCREENS) return succeed(null);
    const all = [...this.#byHash.values()].sort((one, other) => one.screen.lastSeen - other.screen.lastSeen);
    const spare = all.find(({ screen }) => !screen.kept && !this.#connected.has(screen.id));
    if (!spare) {
      const screens = all.map(({ screen: { id, name, lastSeen } }) => ({ id, name, lastSeen }));
      return fail('too-many-screens', 'Every screen is kept or in use.', { screens });
    }
    this.#end(spare);
    return succeed(null);
  }

  /** Signs a screen in. `cookie` is the only copy of what opens the door: 43 base64url characters. */
  add({ rights = FULL_RIGHTS, ...made }: NewScreen): { screen: Screen; cookie: string } {
    const cookie = randomBytes(32).toString('base64url');
    const hash = hashOf(cookie);
    const id = randomBytes(12).toString('base64url');
    const screen = { ...made, rights, id, lastSeen: this.#clock.now() };
    const lifetime = new Lifetime(this.#clock, { kept: made.kept, until: rights.until });
    this.#byHash.set(hash, { screen, hash, lifetime });
    this.#save();
    this.#lookAtHours();
    return { screen, cookie };
  }

  /** The screen that a cookie stands for, which is thereby seen. */
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
    this.#see(held);
    return held.screen;
  }

  /** The screen of an id as it is now; undefined once it has ended. It is not seen by that. */
  get(id: string): Screen | undefined {
    const held = this.#find(id);
    if (!held?.lifetime.isOver) return held?.screen;
    this.#end(held);
    return undefined;
  }

  /** A screen that holds a connection open is seen by that. */
  seen(id: string) {
    const held = this.#find(id);
    if (held && !held.lifetime.isOver) this.#see(held);
  }

  /** Ids of the controllers that screens are signed in to. */
  get controllers(): string[] {
    return [...this.#byHash.values()].map(({ screen }) => screen.controller);
  }

  /** Signs every screen of a controller out. */
  endAllOf(controller: string) {
    for (const held of [...this.#byHash.values()])
      if (held.screen.controller === controller) this.#endForGood(held);
  }

  /** The screens of one user of one controller, the last seen first. */
  list(controller: string, user: string): Screen[] {
    this.#endExpired();
    return [...this.#byHash.values()]
      .map(({ screen }) => screen)
      .filter((screen) => screen.controller === controller && screen.user === user)
      .sort((a, b) => b.lastSeen - a.lastSeen);
  }

  /** Gives a screen another name or other rights. */
  change(id: string, { name, rights }: Partial<Pick<Screen, 'name' | 'rights'>>) {
    const held = this.#find(id);
    if (!held) return;
    // It fails closed: a power cut before the file is written signs it out.
    if (rights && lack(rights, held.screen.rights)) this.#noted.add(id, held.hash);
    const before = held.screen;
    held.screen = {
      ...before,
      name: name ?? before.name,
      ...(rights && { rights: { ...before.rights, ...rights } })
    };
    if (rights) held.lifetime.limit(rights.until);
    this.#save();
    for (const listener of this.#changeListeners) listener(held.screen);
    this.#lookAtHours();
  }

  /** Signs a screen out: its cookie is dead, and whoever listens closes its connections. */
  end(id: string) {
    const held = this.#find(id);
    if (held) this.#endForGood(held);
  }

  /**
   * Resolves once everything that happened lies on the disk, with whether what was done to these screens outlasts a restart: it lies in
   * the file, or that they ended lies in a slot.
   */
  saved(...ids: readonly string[]): Promise<boolean> {
    return this.#noted.saved(ids);
  }

  /** Hears of each screen that ends, whatever ended it; what it returns stops that. */
  onEnded(listener: (screen: Screen) => void): () => void {
    this.#endListeners.add(listener);
    return () => void this.#endListeners.delete(listener);
  }

  /** Hears of each screen that has another name or other rights now; what it returns stops that. */
  onChanged(listener: (screen: Screen) => void): () => void {
    this.#changeListeners.add(listener);
    return () => void this.#changeListeners.delete(listener);
  }

  #find(id: string) {
    for (const held of this.#byHash.values()) if (held.screen.id === id) return held;
    return undefined;
  }

  #see(held: Held) {
    held.lifetime.see();
    const now = this.#clock.now();
    if (Math.abs(now - held.screen.lastSeen) >= SEEN_MS) held.screen = { ...held.screen, lastSeen: now };
  }

  #endExpired() {
    for (const held of [...this.#byHash.values()]) if (held.lifetime.isOver) this.#end(held);
  }

  /** Ends screens at the hour that was set for them, to the moment. */
  #lookAtHours() {
    this.#cancelLook?.();
    this.#endExpired();
    const next = [...this.#byHash.values()].reduce(
      (least, { lifetime }) => Math.min(least, lifetime.msToHour),
      Infinity
    );
    if (next < Infinity && this.#clock.monotonic() - this.#savedAt >= SAVE_HOURS_MS) this.#save();
    this.#cancelLook =
      next < Infinity
        ? this.#clock.after(Math.min(Math.ceil(next), LOOK_MS), () => this.#lookAtHours())
        : undefined;
  }

  /** What an earlier process noted has ended, whatever the file says. */
  async #endNoted() {
    if (this.#noted.hashes.length === 0) return;
    for (const hash of this.#noted.hashes) {
      const held = this.#byHash.get(hash);
      if (held) this.#end(held);
    }
    this.#save();
    await this.saved();
  }

  /** Ends a screen whose time is not over: a restart must not bring it back, be the disk full or not. */
  #endForGood(held: Held) {
    this.#noted.add(held.screen.id, held.hash);
    this.#end(held);
  }

  #end(held: Held) {
    this.#byHash.delete(held.hash);
    this.#hashes.clear();
    this.#save();
    for (const listener of this.#endListeners) listener(held.screen);
  }

  #save() {
    this.#savedAt = this.#clock.monotonic();
    this.#file.write(
      [...this.#byHash.values()].map(({ screen, hash, lifetime, unknown }) => ({
        ...unknown,
        ...screen,
        hash,
        ...lifetime.left
      }))
    );
  }
}

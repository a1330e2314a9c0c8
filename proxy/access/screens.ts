import * as v from 'valibot';
import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../clock';
import type { StoredFile } from '../store/sealed-file';

/** One browser that is signed in, to one controller as one user. Signing in again makes a new one. */
export interface Screen {
  /** For lists and addresses; it opens nothing. */
  readonly id: string;
  readonly name: string;
  /** The controller's id. */
  readonly controller: string;
  readonly user: string;
  /** When it last spoke to us, in ms since the epoch. */
  readonly lastSeen: number;
  /** Whether it stays signed in for as long as it is seen. */
  readonly kept: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Unseen for this long, a screen is signed out, in ms. */
export const IDLE_MS = 30 * DAY_MS;

/** This long after its sign-in a screen that is not kept is signed out, in ms. */
export const ABSOLUTE_MS = 90 * DAY_MS;

/** How often lifetimes are looked at and put on the disk, in ms: a killed process forgets no more than this. */
const SWEEP_MS = 60 * 60 * 1000;

/** What one user of one controller may have: beyond it, the screen that was longest unseen makes room. */
const MOST_OF_A_USER = 500;

const storedScreenSchema = v.object({
  id: v.string(),
  /** SHA-256 of the cookie's value: the file opens no door. */
  hash: v.string(),
  name: v.string(),
  controller: v.string(),
  user: v.string(),
  lastSeen: v.number(),
  kept: v.boolean(),
  /** What is left of the two lifetimes, in ms. The second counts only where the screen is not kept. */
  idleLeft: v.number(),
  absoluteLeft: v.number()
});

/** How the screens lie on the disk. */
export const storedScreensSchema = v.array(storedScreenSchema);
export type StoredScreens = v.InferOutput<typeof storedScreensSchema>;

/** A screen with its ends on the monotonic clock: the wall's may jump by a year, and nobody is signed out by that. */
interface Held {
  screen: Screen;
  readonly hash: string;
  idleAt: number;
  readonly absoluteAt: number;
}

/** What a new screen is made of. */
export type NewScreen = Pick<Screen, 'name' | 'controller' | 'user' | 'kept'>;

const hashOf = (cookie: string) => createHash('sha256').update(cookie).digest('base64url');

/** Who is signed in, by cookie. */
export class Screens {
  readonly #file: StoredFile<StoredScreens>;
  readonly #clock: Clock;
  readonly #byHash = new Map<string, Held>();
  readonly #listeners = new Set<(screen: Screen) => void>();

  constructor({ file, clock }: { file: StoredFile<StoredScreens>; clock: Clock }) {
    this.#file = file;
    this.#clock = clock;
  }

  /** Reads who was signed in, and from then on ends those whose time is over; what it returns stops that. */
  async start(): Promise<() => void> {
    const now = this.#clock.monotonic();
    for (const { idleLeft, absoluteLeft, hash, ...screen } of await this.#file.read()) {
      this.#byHash.set(hash, { screen, hash, idleAt: now + idleLeft, absoluteAt: now + absoluteLeft });
    }
    const keep = () => {
      this.#endExpired();
      if (this.#byHash.size > 0) this.#save();
    };
    const sweep = () => {
      keep();
      cancel = this.#clock.after(SWEEP_MS, sweep);
    };
    let cancel = this.#clock.after(SWEEP_MS, sweep);
    return () => {
      cancel();
      keep();
    };
  }

  /** How many are signed in. */
  get size() {
    return this.#byHash.size;
  }

  /** Signs a screen in. `cookie` is the only copy of what opens the door: 43 base64url characters. */
  add(made: NewScreen): { screen: Screen; cookie: string } {
    const cookie = randomBytes(32).toString('base64url');
    const hash = hashOf(cookie);
    const now = this.#clock.monotonic();
    for (const { id } of this.list(made.controller, made.user).slice(MOST_OF_A_USER - 1)) this.end(id);
    const screen = { ...made, id: randomBytes(12).toString('base64url'), lastSeen: this.#clock.now() };
    this.#byHash.set(hash, { screen, hash, idleAt: now + IDLE_MS, absoluteAt: now + ABSOLUTE_MS });
    this.#save();
    return { screen, cookie };
  }

  /** The screen that a cookie stands for, which is thereby seen. */
  authenticate(cookie: string | undefined): Screen | undefined {
    const held = cookie === undefined ? undefined : this.#byHash.get(hashOf(cookie));
    if (held === undefined) return undefined;
    if (this.#isExpired(held)) {
      this.#end(held);
      return undefined;
    }
    this.#see(held);
    return held.screen;
  }

  /** A screen that holds a connection open is seen by that. */
  seen(id: string) {
    const held = this.#find(id);
    if (held && !this.#isExpired(held)) this.#see(held);
  }

  /** The screens of one user of one controller, the last seen first. */
  list(controller: string, user: string): Screen[] {
    this.#endExpired();
    return [...this.#byHash.values()]
      .map(({ screen }) => screen)
      .filter((screen) => screen.controller === controller && screen.user === user)
      .sort((a, b) => b.lastSeen - a.lastSeen);
  }

  /** Signs a screen out: its cookie is dead, and whoever listens closes its connections. */
  end(id: string) {
    const held = this.#find(id);
    if (held) this.#end(held);
  }

  /** A controller is known by another id from now on, and its screens stay signed in to it. */
  rename(from: string, to: string) {
    for (const held of this.#byHash.values())
      if (held.screen.controller === from) held.screen = { ...held.screen, controller: to };
    this.#save();
  }

  /** Resolves once everything that happened lies on the disk. */
  async saved() {
    await this.#file.flush();
  }

  /** Hears of each screen that ends, whatever ended it; what it returns stops that. */
  onEnded(listener: (screen: Screen) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #find(id: string) {
    for (const held of this.#byHash.values()) if (held.screen.id === id) return held;
    return undefined;
  }

  #see(held: Held) {
    held.screen = { ...held.screen, lastSeen: this.#clock.now() };
    held.idleAt = this.#clock.monotonic() + IDLE_MS;
  }

  #isExpired({ screen, idleAt, absoluteAt }: Held) {
    const now = this.#clock.monotonic();
    return now >= idleAt || (!screen.kept && now >= absoluteAt);
  }

  #endExpired() {
    for (const held of [...this.#byHash.values()]) if (this.#isExpired(held)) this.#end(held);
  }

  #end(held: Held) {
    this.#byHash.delete(held.hash);
    this.#save();
    for (const listener of this.#listeners) listener(held.screen);
  }

  #save() {
    const now = this.#clock.monotonic();
    this.#file.write(
      [...this.#byHash.values()].map(({ screen, hash, idleAt, absoluteAt }) => ({
        ...screen,
        hash,
        idleLeft: idleAt - now,
        absoluteLeft: absoluteAt - now
      }))
    );
  }
}

import type { Namesake } from '#shared/wire-fields';
import type { StoredFile } from '../../base/store/sealed-file';
import type { KnownController, KnownControllers } from '../../controllers/known';
import { lookOf } from './same-name';
import {
  isLike,
  NOBODY_LEAVES,
  remainsOf,
  type GoneHome,
  type LeavingHome,
  type StoredLeaving
} from './stored-leaving';

/** How long a home stays after it was forgotten, in ms of the program's running time. */
const LEAVING_MS = 24 * 60 * 60_000;

/** A controller that is silent for this time needs no password any more: it cannot say whether one is right. In ms. */
const SILENT_MS = 24 * 60 * 60_000;

/** Maximum number of forgotten homes that are recognized. */
const MAX_GONE = 64;

/**
 * The homes that leave: those that somebody has forgotten, until they are gone; what is left of those that are; and which controllers are
 * silent for long. Time is the running time of the program, so that no clock that is set ends a home.
 */
export class LeavingHomes {
  readonly #file: StoredFile<StoredLeaving>;
  readonly #known: Pick<KnownControllers, 'real' | 'get'>;
  #leaving: readonly LeavingHome[] = NOBODY_LEAVES.leaving;
  #gone: readonly GoneHome[] = NOBODY_LEAVES.gone;
  /** How long controllers are silent, in ms, by id. */
  readonly #silent = new Map<string, number>();

  constructor(file: StoredFile<StoredLeaving>, known: Pick<KnownControllers, 'real' | 'get'>) {
    this.#file = file;
    this.#known = known;
  }

  /** Reads them. Has to be awaited once, before all other calls. */
  async load() {
    const { leaving, gone, silent } = await this.#file.read();
    this.#leaving = leaving;
    this.#gone = gone;
    for (const { controller, ms } of silent) this.#silent.set(controller, ms);
  }

  /** Ids of those that go now: their time is over, or their data is being deleted. */
  get due(): string[] {
    return this.#leaving
      .filter(({ leftMs, going }) => leftMs <= 0 || going !== null)
      .map(({ controller }) => controller);
  }

  /** Whether a home leaves. */
  has(controller: string): boolean {
    return this.#find(controller) !== undefined;
  }

  /** When a home goes, in ms; undefined if it stays. */
  goesInMs(controller: string): number | undefined {
    const home = this.#find(controller);
    return home && (home.going ? 0 : Math.max(0, Math.round(home.leftMs)));
  }

  /** Whether a home can still be taken back. */
  canStay(controller: string): boolean {
    return this.#find(controller)?.going === null;
  }

  /** Whether a controller has been silent for a day. */
  isSilent(controller: string): boolean {
    return (this.#silent.get(controller) ?? 0) >= SILENT_MS;
  }

  /**
   * What tells a home from others, here or forgotten, that have its name or its MAC: nothing if there is none.
   * @returns to be spread into what names the home
   */
  namesakeOf(id: string): { readonly namesake?: Namesake } {
    const own = this.#known.get(id);
    if (own?.source !== 'known') return {};
    const isAlone =
      !this.#known.real.some((each) => each.id !== id && areAlike(each, own)) &&
      !this.#gone.some((each) => isLike(each, own));
    return isAlone ? {} : { namesake: { number: numberOf(id), addedAt: own.addedAt } };
  }

  /** Lets a home leave in 24 hours. Returns false, and changes nothing, if it does already. */
  begin(controller: string): boolean {
    if (this.has(controller)) return false;
    this.#set([...this.#leaving, { controller, leftMs: LEAVING_MS, going: null }]);
    return true;
  }

  /** Takes a home back. */
  keep(controller: string) {
    this.#set(this.#leaving.filter((each) => each.controller !== controller));
  }

  /** Notes that the data of a home is being deleted, before any of it is. Returns false if that was noted already. */
  setGoing(controller: string): boolean {
    const home = this.#known.get(controller);
    if (this.#find(controller)?.going !== null) return false;
    this.#set(
      this.#leaving.map((each) =>
        each.controller === controller && home ? { ...each, going: remainsOf(home) } : each
      )
    );
    return true;
  }

  /** Takes that back: nothing was deleted. */
  unsetGoing(controller: string) {
    this.#set(
      this.#leaving.map((each) => (each.controller === controller ? { ...each, going: null } : each))
    );
  }

  /** Whether a home was forgotten within a year. */
  get isAnyGone(): boolean {
    return this.#gone.length > 0;
  }

  /** Notes that nothing of a home is left. What recognizes it stays for a year. */
  setGone(controller: string) {
    const remains = this.#find(controller)?.going ?? [];
    this.#silent.delete(controller);
    this.#gone = [...this.#gone, remains].flat().slice(-MAX_GONE);
    this.#set(this.#leaving.filter((each) => each.controller !== controller));
  }

  /**
   * Lets time pass. It is stored by `save`.
   * @param ms how long the program ran since the last call
   * @param isHeard whether a controller has answered meanwhile; undefined if nobody asks it
   */
  pass(ms: number, isHeard: (controller: string) => boolean | undefined) {
    const aged = <T extends { readonly leftMs: number }>(each: T): T => ({
      ...each,
      leftMs: each.leftMs - ms
    });
    this.#leaving = this.#leaving.map(aged);
    this.#gone = this.#gone.map(aged).filter(({ leftMs }) => leftMs > 0);
    for (const { id } of this.#known.real)
      if (isHeard(id) === false) this.#silent.set(id, (this.#silent.get(id) ?? 0) + ms);
      else this.#silent.delete(id);
  }

  /** Stores how much time has passed, if anything depends on it. */
  save() {
    if (this.#leaving.length + this.#gone.length + this.#silent.size > 0) this.#write();
  }

  /** Resolves once all is on the disk, or with false if that failed. */
  saved(): Promise<boolean> {
    return this.#file.flush();
  }

  #find(controller: string): LeavingHome | undefined {
    return this.#leaving.find((each) => each.controller === controller);
  }

  #set(leaving: readonly LeavingHome[]) {
    this.#leaving = leaving;
    this.#write();
  }

  #write() {
    const silent = [...this.#silent].map(([controller, ms]) => ({ controller, ms }));
    this.#file.write({ leaving: [...this.#leaving], gone: [...this.#gone], silent });
  }
}

/** A number of four digits that a home has for good: of its random id, so that nobody can choose it. */
const numberOf = (id: string): number => 1_000 + (Number.parseInt(id.slice(-6), 16) % 9_000);

const areAlike = (one: KnownController, other: KnownController): boolean =>
  lookOf(one.name) === lookOf(other.name) || (one.mac !== null && one.mac === other.mac);

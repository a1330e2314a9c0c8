import type { Layout } from '#shared/layout';
import type { Scene } from '#shared/scenes';
import type { Session } from '#shared/wire';
import {
  isOf,
  ownerOf,
  type CachedHome,
  type CachedLayout,
  type Owner,
  type RestoredState
} from '$lib/storage/cached-records';
import type { Cell } from '../base/cell.svelte';
import { Timer } from '../base/timer';
import type { HomeState } from './home.svelte';
import type { LayoutState } from './layout.svelte';
import type { LocalCache, LocalCacheEnvironment } from './local-cache.svelte';

/** The states that are cached as they change, and where. */
export interface HomeCacheDeps {
  readonly cache: LocalCache;
  readonly state: HomeState;
  readonly layout: LayoutState;
  readonly scenes: Cell<readonly Scene[]>;
  /** The session of the home. Nothing is written while it may not show the home. */
  readonly session: { readonly current: Session | null; readonly isLocked: boolean };
}

/** Milliseconds from a change to its write, so that one write covers several changes. */
const WRITE_DEBOUNCE_MS = 1000;
/** Minimum milliseconds between two writes of the home: a big one costs a slow tablet a frame or two. */
const MIN_WRITE_GAP_MS = 15_000;

/** Keeps a home and its layout in the browser, so that the next visit paints before any network. */
export class HomeCache {
  readonly #environment: Pick<LocalCacheEnvironment, 'clock' | 'page'>;
  readonly #deps: HomeCacheDeps;
  readonly #writeTimer: Timer;
  #writtenAt = -Infinity;
  #isEnded = false;
  /** When the home was current that the store has, in ms since the epoch; null if it has none. */
  #storedAsOf: number | null = null;

  constructor(environment: Pick<LocalCacheEnvironment, 'clock' | 'page'>, deps: HomeCacheDeps) {
    this.#environment = environment;
    this.#deps = deps;
    this.#writeTimer = new Timer(environment.clock);
  }

  /** What it shows, for the next session that sees the same. */
  get shown(): RestoredState {
    return { session: null, home: this.#homeRecord(), layout: this.#layoutRecord() };
  }

  /** Shows what was cached of this home. The layout comes first, so that no device is shown with a name that the household replaced. */
  restore({ home, layout }: RestoredState): void {
    const { current } = this.#deps.session;
    if (!current) return;
    if (layout && isOf(layout, current)) this.#deps.layout.restore(layout.layout, layout.before ?? null);
    if (!home || !isOf(home, current)) return;
    this.#deps.state.setClockOffset(home.clockOffsetMs);
    this.#deps.state.setTouches(home.touches ?? {});
    this.#deps.state.setUnguarded(home.unguarded ?? []);
    this.#deps.scenes.value = home.scenes ?? [];
    this.#deps.state.replace(home.home, home.revision, home.asOf);
    this.#writeTimer.stop();
    this.#storedAsOf = home.asOf;
  }

  /**
   * Writes changes, and when the page is hidden or closed, at once what the store does not have yet; returns a function that stops it.
   */
  start(): () => void {
    const { state, layout } = this.#deps;
    const stops = [
      state.subscribe(() => this.#scheduleWrite()),
      layout.subscribe((changed) => void this.#writeLayout(changed)),
      this.#environment.page.subscribe((event) => {
        if (event === 'hidden' || event === 'leaving') this.flush();
      })
    ];
    return () => {
      this.#isEnded = true;
      for (const stop of stops) stop();
      this.#writeTimer.stop();
    };
  }

  /** Writes at once what the store does not have yet. */
  flush(): void {
    if (this.#writeTimer.isSet || this.#storedAsOf !== this.#deps.state.asOf) void this.#writeHome();
  }

  /** Whose home it is; null if it may not be written. */
  get #owner(): Owner | null {
    const { current, isLocked } = this.#deps.session;
    return current && !isLocked && !this.#isEnded ? ownerOf(current) : null;
  }

  #scheduleWrite(): void {
    if (!this.#owner || this.#writeTimer.isSet) return;
    const sinceLast = this.#environment.clock.monotonic() - this.#writtenAt;
    this.#writeTimer.set(
      Math.max(WRITE_DEBOUNCE_MS, MIN_WRITE_GAP_MS - sinceLast),
      () => void this.#writeHome()
    );
  }

  /** Writes a layout at once, since layouts change rarely. */
  async #writeLayout(layout: Layout): Promise<void> {
    const record = this.#layoutRecord(layout);
    if (record) await this.#deps.cache.write('layout', record.controller, record);
  }

  async #writeHome(): Promise<void> {
    const record = this.#homeRecord();
    this.#writeTimer.stop();
    if (!record) return;
    this.#writtenAt = this.#environment.clock.monotonic();
    this.#storedAsOf = record.asOf;
    await this.#deps.cache.write('home', record.controller, record);
  }

  #layoutRecord(layout = this.#deps.layout.confirmed): CachedLayout | null {
    const { before } = this.#deps.layout;
    return this.#owner && { ...this.#owner, layout, ...(before && { before }) };
  }

  #homeRecord(): CachedHome | null {
    const owner = this.#owner;
    const { home, revision, asOf, clockOffsetMs, touches, unguarded } = this.#deps.state;
    if (!owner || !home || revision === undefined || asOf === null) return null;
    const { value: scenes } = this.#deps.scenes;
    return { ...owner, revision, asOf, clockOffsetMs, home, touches, unguarded, scenes };
  }
}

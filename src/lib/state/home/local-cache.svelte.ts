import { lazy } from '$lib/lazy.svelte';
import {
  isWrittenBy,
  type CachedHome,
  type CachedLayout,
  type RestoredState
} from '$lib/storage/cached-records';
import type { Store } from '$lib/storage/store';
import type { Layout } from '#shared/layout';
import type { Session } from '#shared/wire';
import type { Clock } from '#shared/clock';
import type { HomeState } from './home.svelte';
import type { LayoutState } from './layout.svelte';
import type { PageEvents } from '../page-events';
import { Timer } from '../timer';

/** What the cache depends on. */
export interface LocalCacheEnvironment {
  readonly clock: Clock;
  readonly page: PageEvents;
  readonly store: Store;
  /** The app's version, different for each build; null if it is unknown: then cached data is always validated. */
  readonly version: string | null;
  /** Removes every cache but the app's own. */
  deleteForeignCaches(): Promise<void>;
}

/** The states that are cached as they change. */
export interface CachedStates {
  readonly home: HomeState;
  readonly layout: Pick<LayoutState, 'subscribe' | 'before'>;
}

/** The schemas for data that another version cached. Most visits read data of their own version and do not load them. */
export const cachedRecordsCode = lazy(() => import('$lib/storage/cached-records-schema'));

/** Milliseconds from a change to its write, so that one write covers several changes. */
const WRITE_DEBOUNCE_MS = 1000;
/** Minimum milliseconds between two writes of the home: a big one costs a slow tablet a frame or two. */
const MIN_WRITE_GAP_MS = 15_000;

/** Caches the home, its layout and the session in the browser, so that the next visit paints before any network. */
export class LocalCache {
  readonly #environment: LocalCacheEnvironment;
  readonly #home: HomeState;
  readonly #layout: CachedStates['layout'];
  readonly #writeTimer: Timer;
  #isPersisted = $state.raw(true);
  #owner: Session | null = null;
  #writtenAt = -Infinity;
  /** When the home was current that the store has, in ms since the epoch; null if it has none. */
  #storedAsOf: number | null = null;

  constructor(environment: LocalCacheEnvironment, { home, layout }: CachedStates) {
    this.#environment = environment;
    this.#home = home;
    this.#layout = layout;
    this.#writeTimer = new Timer(environment.clock);
  }

  /** Whether the browser persists anything; false: the home is shown only while connected. */
  get isPersisted(): boolean {
    return this.#isPersisted;
  }

  /** Reads what was cached at the last visit. */
  async open(): Promise<RestoredState> {
    const { store } = this.#environment;
    const [session, home, layout] = await Promise.all([
      store.read('session'),
      store.read('home'),
      store.read('layout')
    ]);
    this.#isPersisted = store.isPersisted;
    const entries = { session: session ?? null, home: home ?? null, layout: layout ?? null };
    return isWrittenBy(entries, this.#environment.version) ? withoutMark(entries) : decode(entries);
  }

  /** Sets the session whose home is written; null writes nothing. */
  setOwner(owner: Session | null): void {
    this.#owner = owner;
    if (!owner) this.#writeTimer.stop();
  }

  /** Sets the home that `open` has read as the current one. It is not written back. */
  restore(home: CachedHome): void {
    this.#home.setClockOffset(home.clockOffsetMs);
    this.#home.setTouches(home.touches ?? {});
    this.#home.replace(home.home, home.revision, home.asOf);
    this.#writeTimer.stop();
    this.#storedAsOf = home.asOf;
  }

  /**
   * Writes changes, and when the page is hidden or closed, at once what the store does not have yet; returns a function that stops it.
   */
  start(): () => void {
    const stops = [
      this.#home.subscribe(() => this.#scheduleWrite()),
      this.#layout.subscribe((layout) => void this.#writeLayout(layout)),
      this.#environment.page.subscribe((event) => {
        const isPending = this.#writeTimer.isSet || this.#storedAsOf !== this.#home.asOf;
        if ((event === 'hidden' || event === 'leaving') && isPending) void this.#writeHome();
      })
    ];
    return () => {
      for (const stop of stops) stop();
      this.#writeTimer.stop();
    };
  }

  async writeSession(session: Session): Promise<void> {
    const { store } = this.#environment;
    await store.write('session', this.#mark(session));
    this.#isPersisted = store.isPersisted;
  }

  /** Deletes the home, its layout and all caches but the app's own. The session of a locked screen stays. */
  async deleteHome(): Promise<void> {
    const { store } = this.#environment;
    await Promise.all([
      store.write('home', null),
      store.write('layout', null),
      this.#environment.deleteForeignCaches()
    ]);
    this.#isPersisted = store.isPersisted;
  }

  /**
   * Deletes everything, and all caches but the app's own. Resolves to false if the browser refused: then it has to be
   * repeated.
   */
  async wipe(): Promise<boolean> {
    const { store } = this.#environment;
    this.setOwner(null);
    await Promise.all([store.wipe(), this.#environment.deleteForeignCaches()]);
    return store.isPersisted;
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
    if (!this.#owner) return;
    const { store } = this.#environment;
    const { controller, user } = this.#owner;
    const { before } = this.#layout;
    const record: CachedLayout = { controller: controller.id, user, layout, ...(before && { before }) };
    await store.write('layout', this.#mark(record));
    this.#isPersisted = store.isPersisted;
  }

  async #writeHome(): Promise<void> {
    const { store, clock } = this.#environment;
    const { home, revision, asOf, clockOffsetMs, touches } = this.#home;
    this.#writeTimer.stop();
    if (!this.#owner || !home || revision === undefined || asOf === null) return;
    this.#writtenAt = clock.monotonic();
    this.#storedAsOf = asOf;
    const { controller, user } = this.#owner;
    const owner = { controller: controller.id, user };
    const record: CachedHome = { ...owner, revision, asOf, clockOffsetMs, home, touches };
    await store.write('home', this.#mark(record));
    this.#isPersisted = store.isPersisted;
  }

  /** Adds the app's version to an entry. */
  #mark<T extends object>(entry: T): T {
    const { version } = this.#environment;
    return version === null ? entry : { ...entry, writtenBy: version };
  }
}

/** Removes the version from the session, since that is compared with the proxy's response. */
function withoutMark(restored: RestoredState): RestoredState {
  if (!restored.session) return restored;
  const marked: Session & { readonly writtenBy?: string } = restored.session;
  const { writtenBy: _, ...session } = marked;
  return { ...restored, session };
}

/** Decodes data of another version. Returns nothing if the code for it cannot be loaded. */
async function decode({
  session,
  home,
  layout
}: Record<keyof RestoredState, unknown>): Promise<RestoredState> {
  if (!session && !home && !layout) return NOTHING_RESTORED;
  const code = await cachedRecordsCode.load().catch(() => null);
  if (!code) return NOTHING_RESTORED;
  return {
    session: code.decodeCachedSession(session),
    home: code.decodeCachedHome(home),
    layout: code.decodeCachedLayout(layout)
  };
}

const NOTHING_RESTORED: RestoredState = { session: null, home: null, layout: null };

import type { Clock } from '#shared/clock';
import type { Session } from '#shared/wire';
import { lazy } from '$lib/lazy.svelte';
import { isWrittenBy, type RestoredState } from '$lib/storage/cached-records';
import type { Store, StoreName } from '$lib/storage/store';
import type { PageEvents } from '../base/page-events';

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

/** The schemas for data that another version cached. Most visits read data of their own version and do not load them. */
export const cachedRecordsCode = lazy(() => import('$lib/storage/cached-records-schema'));

/** What this browser keeps of each session and of its home, so that the next visit paints before any network. */
export class LocalCache {
  readonly #environment: LocalCacheEnvironment;
  #isPersisted = $state.raw(true);

  constructor(environment: LocalCacheEnvironment) {
    this.#environment = environment;
  }

  /** Whether the browser persists anything; false: the home is shown only while connected. */
  get isPersisted(): boolean {
    return this.#isPersisted;
  }

  /** Reads what was cached of a home at its last visit. */
  async open(of: string): Promise<RestoredState> {
    const { store } = this.#environment;
    const [session, home, layout] = await Promise.all(
      (['session', 'home', 'layout'] as const).map((name) => store.read(name, of))
    );
    this.#isPersisted = store.isPersisted;
    const entries = { session: session ?? null, home: home ?? null, layout: layout ?? null };
    return isWrittenBy(entries, this.#environment.version) ? withoutMark(entries) : decode(entries);
  }

  /** Writes an entry of a home, with the app's version. */
  async write(name: StoreName, of: string, entry: object): Promise<void> {
    const { store, version } = this.#environment;
    await store.write(name, of, version === null ? entry : { ...entry, writtenBy: version });
    this.#isPersisted = store.isPersisted;
  }

  /** Deletes a home, its layout and all caches but the app's own. The session of a locked screen stays. */
  async deleteHome(of: string): Promise<void> {
    const { store } = this.#environment;
    await Promise.all([
      store.write('home', of, null),
      store.write('layout', of, null),
      this.#environment.deleteForeignCaches()
    ]);
    this.#isPersisted = store.isPersisted;
  }

  /**
   * Deletes everything of a home, and all caches but the app's own. Resolves to false if the browser refused: then it has to be
   * repeated.
   */
  async wipe(of: string): Promise<boolean> {
    const { store } = this.#environment;
    await Promise.all([store.wipe(of), this.#environment.deleteForeignCaches()]);
    return store.isPersisted;
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

/** A browser that has cached nothing. */
export const NOTHING_RESTORED: RestoredState = { session: null, home: null, layout: null };

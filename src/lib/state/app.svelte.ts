import { getContext, setContext } from 'svelte';
import { isSame } from '#shared/changes';
import type { Session } from '#shared/wire';
import { lazy } from '../lazy.svelte';
import { isOf, ownerOf, type RestoredState } from '../storage/cached-records';
import { Cell } from './base/cell.svelte';
import { Lifetime } from './base/lifetime';
import type { Environment } from './environment';
import { DemoNames } from './home/demo-names.svelte';
import { LocalCache, NOTHING_RESTORED } from './home/local-cache.svelte';
import type { OpenHome } from './open-home.svelte';
import { Preferences } from './preferences/preferences.svelte';
import { LAST_HOME } from './preferences/settings';
import { ProxyClient } from './proxy/proxy-client';
import { rootContext } from './root-context';
import { homeAtStart } from './session/known-homes';
import { SessionState } from './session/session.svelte';
import { Updates } from './updates/updates.svelte';
import type { Wall } from './wall/wall.svelte';

/** The code of a home. A screen without a session loads none of it. */
export const openHomeCode = lazy(() => import('./open-home.svelte'));

/** The root of the app's state: what is the browser's own, and the home that it shows. */
export class App {
  readonly environment: Environment;
  readonly lifetime = new Lifetime();
  readonly demoNames = new DemoNames();
  /** Whether this screen is unlocked by its PIN, if it has one. `pinLockOf` changes it. */
  readonly isUnlocked = new Cell(false);
  /** The wall mode of this tablet; null before its code is loaded: see `wallOf`. */
  readonly wall = new Cell<Wall | null>(null);
  readonly proxy: ProxyClient;
  readonly session: SessionState;
  readonly preferences: Preferences;
  readonly updates: Updates;
  readonly #cache: LocalCache;
  #owner: Session | null = null;
  #opened = $state.raw<OpenHome | null>(null);
  #stopOpening: () => void = () => undefined;
  /** The cached state of the last visit, until a home is opened. */
  #restored: RestoredState | null = null;
  /** The id of the home that is shown, or is being opened; null for any. */
  #shown: string | null = null;

  constructor(environment: Environment) {
    this.environment = environment;
    const cache = new LocalCache(environment);
    this.#cache = cache;
    this.proxy = new ProxyClient(environment);
    this.session = new SessionState(environment, this.proxy, {
      keep: (session) => void cache.write('session', session.controller.id, session),
      wipe: (home) => cache.wipe(home)
    });
    this.preferences = new Preferences(environment);
    this.updates = new Updates(environment, {
      isBusy: () => this.#opened?.isBusy() ?? false,
      isAutomatic: () => this.preferences.value.takesUpdates || this.wall.value?.isOn === true,
      isIdle: () => !this.wall.value?.isOn || this.wall.value.phase !== 'awake',
      isReachable: async () => (await this.proxy.call('GET /api/status')).ok
    });
  }

  /**
   * The home of the session; null while there is none, or its code is on the way. Another one after a sign-out, a lock or with other rooms.
   * That of a locked screen has nothing to show. Reactive.
   */
  get opened(): OpenHome | null {
    return this.#opened;
  }

  /**
   * Starts all services: restores and shows the cached state of a home, then asks the proxy. Returns a function that stops them.
   * @param named the id of the home that the address names; by default it is the last one
   */
  start(named?: string): () => void {
    this.preferences.start();
    const stops = [
      this.session.start(),
      this.updates.start(),
      this.session.subscribe((session) => {
        this.#follow(session);
      })
    ];
    void this.#open(homeAtStart(named, this.environment));
    return () => {
      for (const stop of stops) stop();
      this.#leave();
      this.lifetime.end();
      this.#owner = null;
    };
  }

  /** Shows another home of this browser: as it was last seen at once, then live. */
  show(home: string): void {
    if (home === this.#shown) return;
    this.#opened?.cache.flush();
    this.session.leave();
    void this.#open(home);
  }

  async #open(home: string | null): Promise<void> {
    this.#shown = home;
    const restored = home === null ? NOTHING_RESTORED : await this.#cache.open(home);
    const { session } = restored;
    await this.demoNames.follow(session?.controller.id, this.preferences.language);
    if (this.#shown !== home) return;
    this.#restored = restored;
    await this.session.open(home, session);
  }

  /** Follows the session. A home belongs to a screen and the rooms that it sees, and is left when the screen is locked. */
  #follow(session: Session | null): void {
    const before = this.#owner;
    this.#owner = session;
    if (session) this.#note(session.controller);
    const seesSame = before !== null && session !== null && isOf(ownerOf(before), session);
    const isSameScreen = seesSame && before.screen.id === session.screen.id;
    const isLocked = session?.locked === true;
    if (isLocked) void this.#cache.deleteHome(session.controller.id);
    if (isSameScreen && (before.locked || !isLocked)) {
      if (before.locked && !isLocked) this.#opened?.link.retry();
      return;
    }
    // Another screen of the same rights goes on with what this one shows.
    if (seesSame && isSame(before.rights, session.rights))
      this.#restored ??= this.#opened?.cache.shown ?? null;
    this.#leave();
    if (session) this.#enter(session);
  }

  /** Remembers the home that is shown. */
  #note(home: Session['controller']): void {
    this.#shown = home.id;
    this.session.homes.put(home);
    this.environment.tab.write(LAST_HOME, home.id);
    this.environment.settings.write(LAST_HOME, home.id);
  }

  /** Opens a home as soon as its code is there. */
  #enter(session: Session): void {
    const restored = session.locked ? null : this.#restored;
    this.#restored = null;
    const open = (code: { readonly OpenHome: typeof OpenHome }) => {
      const { environment, proxy, demoNames } = this;
      const home = new code.OpenHome({
        id: session.controller.id,
        environment,
        proxy,
        demoNames,
        session: this.session,
        cache: this.#cache,
        outdated: () => this.updates.require()
      });
      if (restored) home.cache.restore(restored);
      this.#opened = home;
      home.start();
    };
    if (openHomeCode.value) open(openHomeCode.value);
    else this.#stopOpening = openHomeCode.loadUntilThere(this.environment.clock, open);
  }

  #leave(): void {
    this.#stopOpening();
    this.#opened?.end();
    this.#opened = null;
  }
}

/** Creates the app. It does nothing before `start`. */
export const createApp = (environment: Environment): App => new App(environment);

const KEY = Symbol('app');

/** Provides the app to the components below, and to those beside the router's pages. */
export function setApp(app: App): App {
  rootContext.set(KEY, app);
  return setContext(KEY, app);
}

/** Returns the app that the root layout provides. */
export const getApp = (): App => getContext<App>(KEY);

/** Returns the home that is shown. Only components of its pages may ask. */
export function getHome(): OpenHome {
  const { opened } = getApp();
  if (!opened) throw new Error('No home is open.');
  return opened;
}

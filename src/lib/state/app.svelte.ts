import { getContext, setContext } from 'svelte';
import { isOf, type RestoredState } from '../storage/cached-records';
import type { Mood } from '#shared/mood';
import type { Scene } from '#shared/scenes';
import type { Session } from '#shared/wire';
import { Cell } from './cell.svelte';
import { CommandFeed } from './connection/command-feed';
import type { Commands } from './commands/commands';
import type { Environment } from './environment';
import { DemoNames } from './home/demo-names.svelte';
import { HomeState } from './home/home.svelte';
import { Lifetime } from './lifetime';
import type { ShownDanger } from './home/shown-danger';
import type { ShownTimer } from './home/shown-timer';
import { LocalCache } from './home/local-cache.svelte';
import { LayoutState } from './home/layout.svelte';
import { Link } from './connection/link.svelte';
import { Preferences } from './preferences/preferences.svelte';
import { ProxyClient } from './connection/proxy-client';
import { SessionState } from './session/session.svelte';
import { ownerOf } from './session/owner';
import { Updates } from './updates/updates.svelte';
import type { Wall } from './wall/wall.svelte';

/** The root of the app's state: creates all services and connects them. */
export class App {
  readonly environment: Environment;
  readonly lifetime = new Lifetime();
  readonly layout: LayoutState;
  readonly home: HomeState;
  readonly demoNames = new DemoNames();
  /** Household activities that this screen has not seen yet. `decodeActivities` reads the rows. */
  readonly unseen = new Cell<readonly unknown[]>([]);
  /** How each room was lit, by its id. */
  readonly moods = new Cell<Readonly<Record<string, Mood>>>({});
  /** The scenes that this screen may run. Empty until the proxy has sent them. */
  readonly scenes = new Cell<readonly Scene[]>([]);
  /** The timers of the devices that this screen sees. */
  readonly timers = new Cell<readonly ShownTimer[]>([]);
  /** Hazards in rooms that this screen does not see. */
  readonly dangers = new Cell<readonly ShownDanger[]>([]);
  /** Whether this screen is unlocked by its PIN, if it has one. `pinLockOf` changes it. */
  readonly isUnlocked = new Cell(false);
  /** The wall mode of this tablet; null before its code is loaded: see `wallOf`. */
  readonly wall = new Cell<Wall | null>(null);
  /** The commands; null before their code is loaded: see `commandsOf`. */
  readonly commands = new Cell<Commands | null>(null);
  /** What the proxy reports about commands, of this screen and of others. */
  readonly commandFeed = new CommandFeed();
  readonly proxy: ProxyClient;
  readonly session: SessionState;
  readonly link: Link;
  readonly preferences: Preferences;
  readonly updates: Updates;
  readonly #cache: LocalCache;
  #owner: Session | null = null;
  #homeLifetime = $state.raw(new Lifetime());
  /** The cached state of the last visit, until the session is known. */
  #restored: RestoredState | null = null;
  #stopLink: (() => void) | null = null;

  constructor(environment: Environment) {
    this.environment = environment;
    this.layout = new LayoutState(this);
    const { layout, demoNames } = this;
    this.home = new HomeState({
      get current() {
        return layout.current;
      },
      named: (thing) => demoNames.named(thing)
    });
    const cache = (this.#cache = new LocalCache(environment, this));
    this.proxy = new ProxyClient(environment);
    this.session = new SessionState(environment, this.proxy, {
      keep: (session) => void cache.writeSession(session),
      wipe: () => cache.wipe()
    });
    this.link = new Link(environment, this, {
      probe: () => this.session.probe(),
      admitted: () => this.session.admitted(),
      refused: () => this.session.refused(),
      outdated: () => this.updates.require(),
      updated: (own) => this.session.updateScreen(own)
    });
    this.preferences = new Preferences(environment);
    this.updates = new Updates(environment, {
      isBusy: () => this.isBusy,
      isAutomatic: () => this.preferences.value.takesUpdates || this.wall.value?.isOn === true,
      isIdle: () => !this.wall.value?.isOn || this.wall.value.phase !== 'awake',
      isReachable: async () => (await this.proxy.call('GET /api/status')).ok
    });
  }

  /** Whether the browser persists the home. If false, the home is shown only while connected. */
  get isStoragePersisted(): boolean {
    return this.#cache.isPersisted;
  }

  /** The name of the home's controller; undefined while none is signed in to. */
  get homeName(): string | undefined {
    const { current } = this.session;
    return current ? this.demoNames.named(current.controller).name : undefined;
  }

  /** Whether a command of this screen is under way. */
  get isBusy(): boolean {
    return this.commands.value?.isBusy ?? false;
  }

  /** That of the home that this screen may show. Another one after a sign-out, a lock or a change of user. Reactive. */
  get homeLifetime(): Lifetime {
    return this.#homeLifetime;
  }

  /**
   * Starts all services: restores and shows the cached state, then asks the proxy. Returns a function that stops them.
   */
  start(): () => void {
    this.preferences.start();
    const stops = [
      this.session.start(),
      this.#cache.start(),
      this.updates.start(),
      this.session.subscribe((session) => {
        this.#follow(session);
      })
    ];
    void this.#open();
    return () => {
      for (const stop of stops) stop();
      this.#homeLifetime.end();
      this.lifetime.end();
      this.#stopLink?.();
      this.#stopLink = null;
      this.#owner = null;
    };
  }

  async #open(): Promise<void> {
    this.#restored = await this.#cache.open();
    await this.demoNames.follow(this.#restored.session?.controller.id, this.preferences.language);
    await this.session.open(this.#restored.session);
    this.#restored = null;
  }

  /**
   * Follows the session. The link belongs to a screen's session, locked or not. The home belongs to a controller's user
   * and is shown only while the screen is not locked.
   */
  #follow(session: Session | null): void {
    const before = this.#owner;
    const isSame = before !== null && session !== null && ownerOf(before) === ownerOf(session);
    const isSameScreen = isSame && before.screen.id === session.screen.id;
    const mayShow = session !== null && !session.locked;
    this.#owner = session;
    this.#cache.setOwner(mayShow ? session : null);
    if (before && !(isSameScreen && mayShow)) this.#endHome();
    if (before && !(isSame && mayShow)) this.#clear();
    if (mayShow) this.#restore(session);
    else if (session) void this.#cache.deleteHome();
    if (isSameScreen) {
      if (before.locked && mayShow) this.link.retry();
      return;
    }
    this.#stopLink?.();
    this.#stopLink = session && this.link.start(session.controller.id);
  }

  #endHome(): void {
    this.#homeLifetime.end();
    this.#homeLifetime = new Lifetime();
  }

  #clear(): void {
    this.layout.clear();
    this.home.clear();
    this.commandFeed.clear();
    this.moods.value = {};
    this.unseen.value = [];
    this.scenes.value = [];
    this.timers.value = [];
    this.dangers.value = [];
  }

  /** Restores the layout before the home, so that no device is shown with a name that the household replaced. */
  #restore(session: Session): void {
    const { layout, home } = this.#restored ?? { layout: null, home: null };
    if (layout && isOf(layout, session)) this.layout.restore(layout.layout, layout.before ?? null);
    if (home && isOf(home, session)) this.#cache.restore(home);
  }
}

/** Creates the app. It does nothing before `start`. */
export const createApp = (environment: Environment): App => new App(environment);

const KEY = Symbol('app');

/** Provides the app to the components below. */
export const setApp = (app: App): App => setContext(KEY, app);

/** Provides the app to the components of another root, by its context. */
export const addApp = (context: Map<unknown, unknown>, app: App) => void context.set(KEY, app);

/** Returns the app that the root layout provides. */
export const getApp = (): App => getContext<App>(KEY);

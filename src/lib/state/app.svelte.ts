import { getContext, setContext } from 'svelte';
import { isOf, type RestoredState } from '../storage/cached-records';
import type { Session } from '#shared/wire';
import { Cell } from './cell.svelte';
import type { Commands } from './commands/commands.svelte';
import type { Environment } from './environment';
import { HomeState } from './home/home.svelte';
import { LocalCache } from './home/local-cache.svelte';
import { LayoutState } from './home/layout.svelte';
import { LazyLink } from './connection/lazy-link.svelte';
import { Preferences } from './preferences/preferences.svelte';
import { ProxyClient } from './connection/proxy-client';
import { SessionState } from './session/session.svelte';
import { Updates } from './updates/updates.svelte';

/** Everything the pages know and do, composed once. */
export class App {
  readonly environment: Environment;
  readonly layout: LayoutState;
  readonly home: HomeState;
  /** What happened to the household and was not seen on this screen yet: rows for `decodeActivities`. */
  readonly unseen = new Cell<readonly unknown[]>([]);
  readonly proxy: ProxyClient;
  readonly session: SessionState;
  readonly link: LazyLink;
  readonly preferences: Preferences;
  readonly updates: Updates;
  readonly #cache: LocalCache;
  #commands: Commands | null = null;
  #stopCommands: (() => void) | null = null;
  #owner: Session | null = null;
  /** What the last visit left, until it is known whose screen this is. */
  #restored: RestoredState | null = null;
  #stopLink: (() => void) | null = null;

  constructor(environment: Environment) {
    this.environment = environment;
    this.layout = new LayoutState(this);
    this.home = new HomeState(this.layout);
    const cache = (this.#cache = new LocalCache(environment, this));
    this.proxy = new ProxyClient(environment);
    this.session = new SessionState(environment, this.proxy, {
      keep: (session) => void cache.writeSession(session),
      wipe: () => cache.wipe()
    });
    this.link = new LazyLink(environment, this, {
      probe: () => this.session.probe(),
      admitted: () => this.session.admitted(),
      refused: () => this.session.refused(),
      told: (own) => this.session.told(own)
    });
    this.preferences = new Preferences(environment);
    this.updates = new Updates(environment, {
      isBusy: () => this.#commands?.isBusy ?? false,
      isUnasked: () => this.preferences.takesUpdates,
      isReachable: async () => (await this.proxy.status()).ok
    });
  }

  /** Whether the browser keeps the home for later; false: it is shown only while connected. */
  get isStoragePersisted(): boolean {
    return this.#cache.isPersisted;
  }

  /** The commands, made by whoever needs them first: see `commandsOf`, which brings their code. */
  commandsMadeBy(make: (environment: Environment, app: App) => Commands): Commands {
    if (!this.#commands) {
      this.#commands = make(this.environment, this);
      this.#stopCommands = this.#commands.start();
    }
    return this.#commands;
  }

  /** Starts it all: what is kept is read and shown, then the proxy is asked. Returns the stop. */
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
      this.#stopCommands?.();
      this.#stopLink?.();
      this.#commands = this.#stopCommands = this.#stopLink = null;
      this.#owner = null;
    };
  }

  async #open(): Promise<void> {
    this.#restored = await this.#cache.open();
    await this.session.open(this.#restored.session);
    this.#restored = null;
  }

  /** The link belongs to a screen's sign-in, locked or not; the home to a controller's user, as long as the screen is not locked. */
  #follow(session: Session | null): void {
    const before = this.#owner;
    const isSame = before !== null && session !== null && isSameUser(before, session);
    const mayShow = session !== null && !session.locked;
    this.#owner = session;
    this.#cache.setOwner(mayShow ? session : null);
    if (before && !(isSame && mayShow)) this.#forget();
    if (mayShow) this.#recall(session);
    else if (session) void this.#cache.deleteHome();
    if (isSame && before.screen.id === session.screen.id) {
      if (before.locked && mayShow) this.link.retry();
      return;
    }
    this.#stopLink?.();
    this.#stopLink = session && this.link.start(session.controller.id);
  }

  #forget(): void {
    this.layout.clear();
    this.home.clear();
    this.unseen.value = [];
  }

  /** The layout first: nothing is shown by a name that its household gave up. */
  #recall(session: Session): void {
    const { layout, home } = this.#restored ?? { layout: null, home: null };
    if (layout && isOf(layout, session)) this.layout.recall(layout.layout);
    if (home && isOf(home, session)) this.home.replace(home.home, home.revision, home.asOf);
  }
}

function isSameUser(one: Session, other: Session): boolean {
  return one.controller.id === other.controller.id && one.user === other.user;
}

/** Composes the app. Nothing happens before `start`. */
export const createApp = (environment: Environment): App => new App(environment);

const KEY = Symbol('app');

/** Gives the app to the components below. */
export const setApp = (app: App): App => setContext(KEY, app);

/** The app, as the root layout gave it. */
export const getApp = (): App => getContext<App>(KEY);

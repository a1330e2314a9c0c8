import type { Mood } from '#shared/mood';
import type { Scene } from '#shared/scenes';
import type { OtherHome } from '#shared/wire-live';
import { Cell } from './base/cell.svelte';
import { detached } from './base/detached.svelte';
import { Lifetime } from './base/lifetime';
import { CommandFeed } from './connection/command-feed';
import { Link, type LinkEnvironment } from './connection/link.svelte';
import type { DemoNames } from './home/demo-names.svelte';
import { HomeCache } from './home/home-cache';
import { HomeState } from './home/home.svelte';
import { LayoutState } from './home/layout.svelte';
import type { LocalCache, LocalCacheEnvironment } from './home/local-cache.svelte';
import type { ShownAlarm } from './home/shown-alarm';
import type { ShownTimer } from './home/shown-timer';
import { baseOf, type Addressed } from './path-of';
import { settingsOf, type Settings } from './preferences/settings';
import { HomeProxy } from './proxy/home-proxy';
import type { ProxyClient } from './proxy/proxy-client';
import type { SessionState } from './session/session.svelte';

/** What a home needs of the browser. */
export type HomeEnvironment = LinkEnvironment & LocalCacheEnvironment & { readonly settings: Settings };

/** The id of a home's controller, and what the homes of a browser share. */
export interface HomeDeps {
  readonly id: string;
  readonly environment: HomeEnvironment;
  readonly session: SessionState;
  readonly proxy: ProxyClient;
  readonly cache: LocalCache;
  readonly demoNames: DemoNames;
  /** Called when the proxy does not understand this version of the page. */
  outdated(): void;
}

/** All that belongs to the home that is shown. It is made when the home is opened, and ends when it is left: its parts hang on it. */
export class OpenHome implements Addressed {
  /** The id of its controller. */
  readonly id: string;
  readonly base: string;
  readonly environment: HomeEnvironment;
  readonly session: SessionState;
  readonly proxy: HomeProxy;
  readonly lifetime = new Lifetime();
  readonly layout: LayoutState;
  readonly state: HomeState;
  readonly link: Link;
  readonly cache: HomeCache;
  /** What the proxy reports about commands, of this screen and of others. */
  readonly commandFeed = new CommandFeed();
  /** Household activities that this screen has not seen yet. `decodeActivities` reads the rows. */
  readonly unseen = new Cell<readonly unknown[]>([]);
  /** How each room was lit, by its id. */
  readonly moods = new Cell<Readonly<Record<string, Mood>>>({});
  /** The scenes that this screen may run: as they were at its last visit, until the proxy has sent them. */
  readonly scenes = new Cell<readonly Scene[]>([]);
  /** The timers of the devices that this screen sees. */
  readonly timers = new Cell<readonly ShownTimer[]>([]);
  /** The other homes of this browser, as the proxy last told them; null before that. */
  readonly otherHomes = new Cell<readonly OtherHome[] | null>(null);
  /** The alarms that stand, also of hazards in rooms that this screen does not see. */
  readonly alarms = new Cell<readonly ShownAlarm[]>([]);
  /** Whether this page has begun a bulk action, so that its dialog or report is needed. */
  readonly hasBulkAction = new Cell(false);
  /** Whether a command of this page is under way. `HomeCommands` sets it. */
  isBusy: () => boolean = () => false;
  readonly #services = new WeakMap<object, object>();
  readonly #deps: HomeDeps;

  constructor(deps: HomeDeps) {
    this.#deps = deps;
    const { id, session, demoNames } = deps;
    const settings = settingsOf(deps.environment.settings, id);
    const environment = { ...deps.environment, settings };
    this.id = id;
    this.base = session.homes.list.length > 1 ? baseOf(id) : '';
    this.environment = environment;
    this.session = session;
    this.proxy = new HomeProxy(deps.proxy, id);
    this.layout = new LayoutState(this);
    const { layout } = this;
    this.state = new HomeState({
      get current() {
        return layout.current;
      },
      named: (thing) => demoNames.named(thing)
    });
    this.cache = new HomeCache(environment, {
      cache: deps.cache,
      state: this.state,
      layout,
      scenes: this.scenes,
      session
    });
    this.link = new Link(environment, this, {
      probe: () => session.probe(),
      admitted: () => session.admitted(),
      refused: () => session.refused(),
      outdated: () => deps.outdated(),
      updated: (own) => session.updateScreen(own)
    });
  }

  /** The name of its controller. */
  get name(): string | undefined {
    const { current } = this.session;
    return current ? this.#deps.demoNames.named(current.controller).name : undefined;
  }

  /** Whether the browser persists it. If false, it is shown only while connected. */
  get isStoragePersisted(): boolean {
    return this.#deps.cache.isPersisted;
  }

  /** Whether commands can be sent now: the page is live, and its screen may do more than look. Reactive. */
  get mayCommand(): boolean {
    return this.link.isLive && !this.session.isReadOnly;
  }

  /**
   * Returns a service of this home, by its class: it is made when it is first asked for, and outlives the component that asks. What it
   * starts, it ends by `lifetime`.
   */
  service<Service extends object>(Made: new (home: OpenHome) => Service): Service {
    const known = this.#services.get(Made);
    if (known instanceof Made) return known;
    const made = detached(() => new Made(this), this.lifetime);
    this.#services.set(Made, made);
    return made;
  }

  /** Connects, and keeps the cache current. */
  start(): void {
    this.lifetime.onEnd(this.cache.start());
    this.lifetime.onEnd(this.link.start(this.id));
  }

  /** Disconnects, and ends all that hangs on it. */
  end(): void {
    this.lifetime.end();
  }
}

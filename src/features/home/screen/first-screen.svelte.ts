import { mount, unmount } from 'svelte';
import { systemClock, type Clock } from '#shared/clock';
import { i18n } from '$lib/i18n/i18n.svelte';
import { homeOf, pageOf } from '$lib/state/path-of';
import { Preferences } from '$lib/state/preferences/preferences.svelte';
import { browserSettings, settingsOf } from '$lib/state/preferences/settings';
import { rootContext } from '$lib/state/root-context';
import { homeAtStart } from '$lib/state/session/known-homes';
import { EarlyTaps } from './early-taps.svelte';
import type { HomeScreenData } from './home-screen';
import HomeScreen from './HomeScreen.svelte';
import { hasRecord, lostScreen, readRecord } from './record';

/** Milliseconds after which it says that the app has not started. */
const MAX_START_MS = 15_000;

/** The mark in the browser's timeline at the drawing of a record. */
const DRAWN = 'record-drawn';

/**
 * The home page, which stands beside the pages of the router: it is drawn before there is a router, from the record of the last visit,
 * and the app then puts its own data in the place of that.
 */
export class FirstScreen {
  readonly #clock: Clock;
  readonly #root: () => HTMLElement;
  #screen = $state.raw<HomeScreenData | null>(null);
  #late = $state.raw<string>();
  #isRecorded = $state.raw(false);
  #isLeaving = $state.raw(false);
  #taps: EarlyTaps | null = null;
  #mounted: object | null = null;
  #endRecord: () => void = () => undefined;

  /** @param root where it is drawn, outside of the router's pages */
  constructor(root: () => HTMLElement, clock: Clock = systemClock) {
    this.#root = root;
    this.#clock = clock;
  }

  /** Whether the record of the last visit stands for the page. Reactive. */
  get isRecorded(): boolean {
    return this.#isRecorded;
  }

  /** Whether it leads to the page of an early tap. Reactive. */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** Whether it has favourites. Reactive. */
  get hasFavourites(): boolean {
    return this.#screen !== null && this.#screen.favourites.length > 0;
  }

  /** Draws the home as it was last seen, if there is a record that this screen may show, and the page is the home. */
  open(): void {
    const all = browserSettings();
    const preferences = new Preferences({ settings: all, screen: navigator });
    const { theme } = preferences.value;
    if (theme !== 'system') document.documentElement.dataset['theme'] = theme;
    document.documentElement.lang = preferences.language;
    const { pathname, search, hash } = location;
    if (pageOf(pathname) + search + hash !== '/') return;
    const tab = browserSettings(() => sessionStorage);
    const home = homeAtStart(homeOf(pathname), { settings: all, tab });
    if (home === null) return;
    const settings = settingsOf(all, home);
    const record = readRecord(settings, preferences);
    if (!record) return;
    try {
      if (record.messages) i18n.restore(record.language, record.messages);
      this.#isRecorded = true;
      this.#root().dataset['recorded'] = '';
      this.#screen = navigator.onLine ? record.screen : lostScreen(record.screen);
      this.#mount();
      performance.mark(DRAWN);
    } catch {
      // It is not what its name says: the app opens as it does without one.
      this.close();
      return;
    }
    this.#taps = new EarlyTaps(this.#root(), this.#clock);
    const stopTimer = this.#clock.after(MAX_START_MS, () => {
      this.#late = record.late;
      this.#isLeaving = false;
      this.#taps?.end();
    });
    const closeIfGone = () => hasRecord(settings) || this.close();
    addEventListener('storage', closeIfGone);
    this.#endRecord = () => {
      stopTimer();
      removeEventListener('storage', closeIfGone);
    };
  }

  /** From now on the router takes the taps. It leads where the last one does. */
  async enter(go: (href: string) => Promise<void>): Promise<void> {
    this.#isLeaving = true;
    await this.#taps?.follow(go);
    this.#isLeaving = false;
  }

  /** Shows the app's own data, in the place of the record if that is there. Returns a function that removes the page. */
  show(screen: HomeScreenData): () => void {
    this.#forgetRecord();
    this.#screen = screen;
    if (!this.#mounted) this.#mount();
    return () => {
      if (this.#screen === screen) this.close();
    };
  }

  /** Hides the page below a sheet from screen readers. */
  cover(isCovered: boolean): void {
    if (isCovered) this.#root().setAttribute('aria-hidden', 'true');
    else this.#root().removeAttribute('aria-hidden');
  }

  /** Removes the page: another one takes its place, or this screen may not see the home. */
  close(): void {
    this.#taps?.replaced();
    this.#taps?.end();
    this.#taps = null;
    this.#forgetRecord();
    if (this.#mounted) void unmount(this.#mounted);
    this.#mounted = null;
    this.#screen = null;
  }

  #forgetRecord(): void {
    this.#endRecord();
    this.#endRecord = () => undefined;
    this.#late = undefined;
    this.#isRecorded = false;
    delete this.#root().dataset['recorded'];
  }

  #mount(): void {
    const screen = () => this.#screen;
    const late = () => this.#late;
    this.#mounted = mount(HomeScreen, {
      target: this.#root(),
      context: rootContext,
      props: {
        get screen() {
          return screen() ?? EMPTY;
        },
        get late() {
          return late();
        }
      }
    });
  }
}

/** What a page that is being removed shows. */
const EMPTY: HomeScreenData = {
  base: '',
  title: '',
  link: { state: 'reconnecting' },
  chips: [],
  scenes: [],
  favourites: [],
  floors: [],
  mayEdit: false,
  hasOthers: false,
  isStale: true
};

/** The one of the page. */
export const firstScreen = new FirstScreen(() => document.getElementById('home') ?? document.body);

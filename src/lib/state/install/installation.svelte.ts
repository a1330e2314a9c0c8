import type { Clock } from '#shared/clock';
import { flag, Persisted, wholeNumber } from '../preferences/persisted.svelte';
import { guessScreenName, type BrowserInfo } from '../preferences/screen-name';
import type { Settings } from '../preferences/settings';
import type { InstallPrompt } from './install-prompt';

/** What the installation depends on. */
export interface InstallEnvironment {
  readonly clock: Clock;
  readonly settings: Settings;
  readonly screen: BrowserInfo;
  readonly installPrompt: InstallPrompt;
  /** How this page is displayed, and its origin. */
  readonly pageInfo: {
    readonly origin: string;
    isSecure(): boolean;
    /** Whether it runs in a window of its own, as an installed app does. */
    isStandalone(): boolean;
  };
}

/**
 * How the app can be installed. `installed`: already done. `prompt`: by the browser's prompt. `share`: by Safari's
 * share menu. `menu`: by the browser's menu. `insecure`: not possible on an insecure origin. `elsewhere`: from the
 * permanent origin.
 */
export type InstallWay = 'installed' | 'prompt' | 'share' | 'menu' | 'insecure' | 'elsewhere';

/** A visit that begins within this time in ms after the last one counts as the same visit. */
const VISIT_GAP_MS = 1_800_000;
/** The install is offered from this visit on. */
const MIN_VISITS = 2;

/** Decodes what is known of earlier visits. */
const decode = (stored: Readonly<Record<string, unknown>>) => ({
  visits: wholeNumber(stored['visits'], Number.MAX_SAFE_INTEGER, 0),
  /** When the last visit began, in ms since the epoch. */
  visitedAt: wholeNumber(stored['visitedAt'], Number.MAX_SAFE_INTEGER, 0),
  isRefused: flag(stored['isRefused'], false),
  /** The server's last known origins, to try if this one does not answer. */
  origins: readStrings(stored['origins'])
});

/** Whether the app is installed, how it can be installed, and whether to offer that now. Loaded after the first paint. */
export class Installation {
  readonly #environment: InstallEnvironment;
  readonly #kept: Persisted<ReturnType<typeof decode>>;
  #isAskable = $state.raw(false);
  #isDone = $state.raw(false);
  #areOriginsKnown = $state.raw(false);

  constructor(environment: InstallEnvironment) {
    this.#environment = environment;
    this.#kept = new Persisted(environment.settings, 'install', decode);
  }

  /** The permanent origin if this page has another one; null if it is this one, or there is none. */
  get permanent(): string | null {
    const [permanent] = this.origins;
    return permanent === undefined || permanent === this.#environment.pageInfo.origin ? null : permanent;
  }

  /** The server's https origins as last received, the permanent one first; empty before they are known. */
  get origins(): readonly string[] {
    return this.#kept.value.origins;
  }

  get way(): InstallWay {
    const { pageInfo, screen } = this.#environment;
    if (this.#isDone || pageInfo.isStandalone()) return 'installed';
    if (!pageInfo.isSecure()) return 'insecure';
    if (this.permanent !== null) return 'elsewhere';
    if (this.#isAskable) return 'prompt';
    return ['iPhone', 'iPad'].includes(guessScreenName(screen)) ? 'share' : 'menu';
  }

  /**
   * Whether to offer the install: from the second visit on, if it takes one press or Safari's share menu, and if this
   * origin is the permanent one. Never again after the user declined.
   */
  get isOffered(): boolean {
    const { isRefused, visits } = this.#kept.value;
    if (!this.#areOriginsKnown || isRefused || visits < MIN_VISITS) return false;
    return this.way === 'prompt' || this.way === 'share';
  }

  /** Counts the visit and follows the browser's prompt; returns a function that stops it. */
  start(): () => void {
    const { clock, installPrompt } = this.#environment;
    const { visits, visitedAt } = this.#kept.value;
    const isNew = visits === 0 || Math.abs(clock.now() - visitedAt) > VISIT_GAP_MS;
    if (isNew) this.#kept.change({ visits: visits + 1, visitedAt: clock.now() });
    const refresh = () => {
      this.#isAskable = installPrompt.isReady();
    };
    refresh();
    return installPrompt.subscribe(refresh);
  }

  /** Sets the server's origins, the permanent one first. */
  setOrigins(origins: readonly string[]): void {
    this.#areOriginsKnown = true;
    this.#kept.change({ origins: [...origins] });
  }

  /** Shows the browser's prompt. If the user declines, the install is not offered again. */
  async ask(): Promise<void> {
    if (await this.#environment.installPrompt.ask()) this.#isDone = true;
    else this.decline();
  }

  /** Stops offering the install. The settings page still offers it. */
  decline(): void {
    this.#kept.change({ isRefused: true });
  }
}

const readStrings = (stored: unknown): readonly string[] =>
  Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];

import * as v from 'valibot';
import type { Clock } from '#shared/clock';
import type { InstallPrompt } from './install-prompt';
import { guessScreenName, type BrowserInfo } from '../session/screen-name';
import type { Settings } from '../preferences/settings';

/** What an install needs to know of the browser. */
export interface InstallEnvironment {
  readonly clock: Clock;
  readonly settings: Settings;
  readonly screen: BrowserInfo;
  readonly installPrompt: InstallPrompt;
  /** How this page is shown, and where it comes from. */
  readonly pageInfo: {
    readonly origin: string;
    isSecure(): boolean;
    /** In a window of its own, as an installed app is. */
    isStandalone(): boolean;
  };
}

/**
 * How the app comes to the home screen: it is there; the browser asks when told to; by Safari's share button; by the browser's menu; not
 * on an insecure address; on another address, the permanent one.
 */
export type InstallWay = 'installed' | 'prompt' | 'share' | 'menu' | 'insecure' | 'elsewhere';

const NAME = 'install';
/** A visit that begins within so many ms of the last one is the same. */
const VISIT_GAP_MS = 1_800_000;
/** Nobody is asked at the first visit. */
const MIN_VISITS = 2;

const storedSchema = v.object({
  visits: v.fallback(v.pipe(v.number(), v.integer()), 0),
  /** When the last one began, in ms since the epoch. */
  visitedAt: v.fallback(v.number(), 0),
  isRefused: v.fallback(v.boolean(), false),
  /** The box's origins as they were last learnt: what is left to try where this one is silent. */
  origins: v.fallback(v.array(v.string()), [])
});
type Stored = v.InferOutput<typeof storedSchema>;

const NOTHING: Stored = { visits: 0, visitedAt: 0, isRefused: false, origins: [] };

/** The app on the home screen: whether it is there, how it comes there, and whether to offer it now. Loaded after the first paint. */
export class Installation {
  readonly #environment: InstallEnvironment;
  #stored = $state.raw<Stored>(NOTHING);
  #isAskable = $state.raw(false);
  #isDone = $state.raw(false);
  #isLearnt = $state.raw(false);

  constructor(environment: InstallEnvironment) {
    this.#environment = environment;
  }

  /** The origin for life, where it is another than this page's; null where it is this one, or there is none. */
  get permanent(): string | null {
    const [permanent] = this.origins;
    return permanent === undefined || permanent === this.#environment.pageInfo.origin ? null : permanent;
  }

  /** Every https origin of the box as it last told them, the permanent one first; none while they are not known. */
  get origins(): readonly string[] {
    return this.#stored.origins;
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
   * Whether to offer it: at the second visit, where it is one press or Safari's way, where the origin is known to be the permanent
   * one; and never again after a no.
   */
  get isOffered(): boolean {
    if (!this.#isLearnt || this.#stored.isRefused || this.#stored.visits < MIN_VISITS) return false;
    return this.way === 'prompt' || this.way === 'share';
  }

  /** Counts the visit, and follows what the browser offers; returns the stop. */
  start(): () => void {
    const { clock, settings, installPrompt } = this.#environment;
    const kept = decode(settings.read(NAME));
    const isNew = kept.visits === 0 || Math.abs(clock.now() - kept.visitedAt) > VISIT_GAP_MS;
    this.#stored = kept;
    if (isNew) this.#store({ visits: kept.visits + 1, visitedAt: clock.now() });
    const refresh = () => {
      this.#isAskable = installPrompt.isReady();
    };
    refresh();
    return installPrompt.subscribe(refresh);
  }

  /** Learns the box's origins, the permanent one first. */
  learn(origins: readonly string[]): void {
    this.#isLearnt = true;
    this.#store({ origins: [...origins] });
  }

  /** Lets the browser ask. Its no is a no to us. */
  async ask(): Promise<void> {
    if (await this.#environment.installPrompt.ask()) this.#isDone = true;
    else this.refuse();
  }

  /** Never offers it again; the settings still do. */
  refuse(): void {
    this.#store({ isRefused: true });
  }

  #store(changed: Partial<Stored>): void {
    this.#stored = { ...this.#stored, ...changed };
    this.#environment.settings.write(NAME, JSON.stringify(this.#stored));
  }
}

function decode(text: string | null): Stored {
  try {
    return v.parse(storedSchema, JSON.parse(text ?? '{}'));
  } catch {
    return NOTHING;
  }
}

import type { Activity } from '#shared/household';
import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import type { ActivityLog } from './activity';
import type { Screen } from '../screens/screen';
import type { Screens } from '../screens/screens';

/** A screen is told of the newest that it has not seen, and of no more than these. */
const MAX_UNSEEN = 20;

/** What is noted waits so long for more of it, in ms: a flood is not a message each. */
const NOTIFY_DEBOUNCE_MS = 500;

/** What unseen activity is made of. */
interface UnseenActivityParts {
  readonly log: Pick<ActivityLog, 'after' | 'latestSeq' | 'onNoted'>;
  readonly screens: Pick<Screens, 'current' | 'sawActivity'>;
  /** Whether a screen manages the household: no other one is told of its activity. */
  readonly manages: (screen: Screen) => boolean;
  readonly clock: Clock;
}

/** What each managing screen has not seen of the household's activity. What it did itself, it need not be told. */
export class UnseenActivity {
  readonly #parts: UnseenActivityParts;
  readonly #seen = new Emitter<void>();

  constructor(parts: UnseenActivityParts) {
    this.#parts = parts;
  }

  /** What the screen of an id has not seen, the oldest first; null where it does not manage the household. */
  unseenOf(id: string): readonly Activity[] | null {
    const { log, screens, manages } = this.#parts;
    const asking = screens.current(id);
    if (!asking || !manages(asking)) return null;
    return log
      .after(asking.seenActivity)
      .filter(({ screen, by }) => screen?.id !== id && by?.id !== id)
      .slice(-MAX_UNSEEN);
  }

  /** A screen saw all up to a `seq`; what has not happened yet cannot be seen. */
  saw(id: string, upTo: number) {
    const { log, screens } = this.#parts;
    screens.sawActivity(id, Math.min(upTo, log.latestSeq));
    this.#seen.emit();
  }

  /** Calls back within half a second after activity was noted or seen. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    let cancel: (() => void) | undefined;
    const notifySoon = () => {
      cancel ??= this.#parts.clock.after(NOTIFY_DEBOUNCE_MS, () => {
        cancel = undefined;
        listener();
      });
    };
    const unsubscribes = [this.#parts.log.onNoted(notifySoon), this.#seen.subscribe(notifySoon)];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      cancel?.();
    };
  }
}

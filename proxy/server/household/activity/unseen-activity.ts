import { Emitter } from '#shared/emitter';
import type { Activity } from '#shared/household';
import { combineStops } from '../../base/platform/combine-stops';
import type { Screen } from '../screens/screen';
import type { Stores } from '../stores';

/** Maximum number of unseen events that a screen gets: the newest ones. */
const MAX_UNSEEN = 20;

/** Time to wait for further events before listeners are called, in ms. */
const NOTIFY_DEBOUNCE_MS = 500;

/** The activity of its home that each managing screen has not seen. Events that it caused itself are left out. */
export class UnseenActivity {
  readonly #stores: Stores;
  readonly #manages: (screen: Screen) => boolean;
  readonly #seen = new Emitter<void>();

  /** @param manages whether a screen manages its home: other screens get no activity */
  constructor(stores: Stores, manages: (screen: Screen) => boolean) {
    this.#stores = stores;
    this.#manages = manages;
  }

  /** The events that the screen of an id has not seen, the oldest first; null if it does not manage its home. */
  unseenOf(id: string): readonly Activity[] | null {
    const { activity, screens } = this.#stores;
    const asking = screens.current(id);
    if (!asking || !this.#manages(asking)) return null;
    return activity
      .after(asking.controller, asking.seenActivity)
      .filter(({ screen, by }) => screen?.id !== id && by?.id !== id)
      .slice(-MAX_UNSEEN);
  }

  /** Notes that a screen has seen everything up to a `seq`, but not beyond the last event. */
  noteSeen(id: string, upTo: number) {
    const { activity, screens } = this.#stores;
    const screen = screens.current(id);
    if (screen) screens.noteActivitySeen(id, Math.min(upTo, activity.latestSeqOf(screen.controller)));
    this.#seen.emit();
  }

  /** Calls back within half a second after activity was noted or seen. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    let cancel: (() => void) | undefined;
    const notifySoon = () => {
      cancel ??= this.#stores.clock.after(NOTIFY_DEBOUNCE_MS, () => {
        cancel = undefined;
        listener();
      });
    };
    const stops = [this.#stores.activity.onNoted(notifySoon), this.#seen.subscribe(notifySoon)];
    return combineStops(...stops, () => cancel?.());
  }
}

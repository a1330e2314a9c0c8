import type { Rights } from '#shared/rights';
import type { Clock } from '#shared/clock';
import { FanOut } from './fan-out';
import { HomeText } from './home-text';
import { LayoutText } from './layout-text';
import { RoomView } from './room-view';
import type { HomeSource } from './watched-home';

/** A home as all screens of the same rooms see it, and the fan-out to them. */
export interface View {
  /** Ids of the rooms; null for all of them. */
  readonly rooms: Rights['rooms'];
  readonly home: HomeSource;
  readonly text: HomeText;
  readonly layoutText: LayoutText;
  readonly fanOut: FanOut;
}

interface Running extends View {
  leases: number;
  stop(): void;
}

/** The views of one watched home: always the whole one, and those of some rooms while they are leased. */
export class Views {
  readonly #clock: Clock;
  readonly #home: HomeSource;
  readonly #whole: Running;
  readonly #ofRooms = new Map<string, Running>();

  constructor(home: HomeSource, clock: Clock) {
    this.#clock = clock;
    this.#home = home;
    this.#whole = this.#open(null);
  }

  /** All current views. */
  get all(): readonly View[] {
    return [this.#whole, ...this.#ofRooms.values()];
  }

  /** The view of some rooms, or of all, until `release`. */
  lease(rooms: Rights['rooms']): { view: View; release: () => void } {
    if (rooms === null) return { view: this.#whole, release: () => undefined };
    const key = [...new Set(rooms)].sort((a, b) => a - b).join(' ');
    const view = this.#ofRooms.get(key) ?? this.#open(rooms);
    this.#ofRooms.set(key, view);
    view.leases++;
    let isHeld = true;
    const release = () => {
      if (isHeld && --view.leases === 0) {
        view.stop();
        this.#ofRooms.delete(key);
      }
      isHeld = false;
    };
    return { view, release };
  }

  /** Stops all views. */
  stop() {
    for (const view of [this.#whole, ...this.#ofRooms.values()]) view.stop();
    this.#ofRooms.clear();
  }

  #open(rooms: Rights['rooms']): Running {
    const part = rooms && new RoomView(this.#home, rooms);
    const home = part ?? this.#home;
    const text = new HomeText(home);
    const fanOut = new FanOut({ home, text, clock: this.#clock });
    const stopTelling = fanOut.start();
    const stopFollowing = part?.start();
    return {
      rooms,
      home,
      text,
      layoutText: new LayoutText(home, rooms),
      fanOut,
      leases: 0,
      stop() {
        stopFollowing?.();
        stopTelling();
      }
    };
  }
}

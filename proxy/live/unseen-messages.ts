import type { Activity } from '#shared/household';
import { encode } from './home-text';

/** The household's activity for screens that manage it. */
export interface ActivityNews {
  /** The events that the screen of an id has not seen, the oldest first; null if it gets no activity. */
  unseenOf(screen: string): readonly Activity[] | null;
  /** Calls back when this may have changed for some screens. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

/** The messages with unseen activity for one connection. */
export class UnseenMessages {
  readonly #news: ActivityNews;
  readonly #screen: string;
  /** The last message; null while the screen gets no activity. */
  #last: Buffer | null = null;

  constructor(news: ActivityNews, screen: string) {
    this.#news = news;
    this.#screen = screen;
  }

  /**
   * The message to send now, if the unseen activity differs from the last message. A screen that may no longer see activity gets an empty
   * list.
   */
  due(): Buffer[] {
    const unseen = this.#news.unseenOf(this.#screen);
    if (unseen === null && this.#last === null) return [];
    const message = encode({ type: 'activity', unseen: unseen ?? [] });
    const isTold = unseen !== null && this.#last?.equals(message) === true;
    this.#last = unseen && message;
    return isTold ? [] : [message];
  }
}

import type { Activity } from '#shared/household';
import { encode } from './home-text';

/** What those who manage the household are told of it. */
export interface ActivityNews {
  /** What the screen of an id has not seen yet, the oldest first; null where it is told nothing of that. */
  unseenOf(screen: string): readonly Activity[] | null;
  /** Hears that this may have changed for some screens; what it returns stops that. */
  onChange(listener: () => void): () => void;
}

/** The messages by which one connection is told what its screen has not seen of the household's activity. */
export class UnseenMessages {
  readonly #news: ActivityNews;
  readonly #screen: string;
  /** The last one; null while the screen is told nothing. */
  #last: Buffer | null = null;

  constructor(news: ActivityNews, screen: string) {
    this.#news = news;
    this.#screen = screen;
  }

  /**
   * The message that is due, if there is one: what is unseen, where that is not what was told last. A screen that is not told any more what
   * happens has nothing unseen.
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

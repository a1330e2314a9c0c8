import { isSame } from '#shared/changes';
import { moodOf, type Mood, type Picture } from '#shared/mood';

/** Lamps that were lit elsewhere are a mood once they have stood for this long, in ms. */
export const STANDING_MS = 10_000;
/** A room that goes dark lamp by lamp keeps the largest set that was lit in this time before, in ms. */
export const FADING_MS = 60_000;

/** Follows the lit lamps of a room and keeps their mood, with which the room is lit again. It has no timers: times are monotonic ms. */
export class RoomMood {
  #mood: Mood | null;
  #lit: Picture;
  #since: number;
  /** What stood for long enough or was chosen, and until when. */
  #stood: readonly { readonly picture: Picture; readonly until: number }[] = [];

  /** @param picture what is lit when the room is seen for the first time: it has stood for who knows how long */
  constructor(picture: Picture, now: number) {
    this.#lit = picture;
    this.#since = now;
    this.#mood = isDark(picture) ? null : moodOf(picture, null);
  }

  /** Null before the room was lit. */
  get mood(): Mood | null {
    return this.#mood;
  }

  /** When the lit lamps will have stood for long enough; Infinity if the room is dark. */
  get settlesAt(): number {
    return isDark(this.#lit) ? Infinity : this.#since + STANDING_MS;
  }

  /** Takes the lamps that are lit from now on. */
  light(picture: Picture, now: number): void {
    if (isSame(picture, this.#lit)) return;
    if (now >= this.settlesAt) this.#note(now);
    this.#lit = picture;
    this.#since = now;
    if (isDark(picture)) this.#takeLargest(now);
  }

  /** The lit lamps have stood for long enough. */
  settle(now: number): void {
    if (now >= this.settlesAt) this.#mood = moodOf(this.#lit, this.#mood);
  }

  /**
   * Notes how the room is lit before somebody switches it off here.
   * @param isUnderWay commands to its lamps are under way, so that what is lit is nobody's choice
   */
  beforeOff(isUnderWay: boolean, now: number): void {
    const isChosen = now >= this.settlesAt || !isUnderWay || !this.#mood;
    if (isChosen && !isDark(this.#lit)) this.#note(now);
    this.#takeLargest(now);
  }

  #note(now: number): void {
    this.#stood = [...this.#stood, { picture: this.#lit, until: now }];
  }

  /** Of two sets of the same size the later one counts. */
  #takeLargest(now: number): void {
    this.#stood = this.#stood.filter(({ until }) => until > now - FADING_MS);
    const largest = this.#stood.reduce<Picture>(
      (most, { picture }) => (sizeOf(picture) >= sizeOf(most) ? picture : most),
      {}
    );
    if (!isDark(largest)) this.#mood = moodOf(largest, this.#mood);
  }
}

const sizeOf = (picture: Picture): number => Object.keys(picture).length;
const isDark = (picture: Picture): boolean => sizeOf(picture) === 0;

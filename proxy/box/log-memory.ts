import { isRecord } from '#shared/home';
import { withoutSecrets } from '../server/base/platform/log';
import { MAX_HOMES } from '../server/household/household';
import { lastLinesOf, MAX_LINES, textOfEvent } from './log';

/** Number of homes whose lines are remembered: those of a household, and one that has gone. */
const REMEMBERED_HOMES = MAX_HOMES + 1;

/** Fields of the box's own lines that no home is shown: they may be of a client, or of another home. */
const HIDDEN: readonly string[] = ['client', 'address'];

interface Line {
  /** Its number among all lines. */
  readonly at: number;
  readonly text: string;
}

/**
 * The last lines of a log, for the reports of homes: 200 of the box itself, and 200 of each home, so that none displaces those of another.
 * An event is of a home if its field `home` is the id of that home's controller, and of the box itself if its field `box` is true. Whatever has
 * neither is not remembered, so that a new line of the log is in no report before somebody has said whose it is.
 */
export class LogMemory {
  #ofBox: readonly Line[] = [];
  /** The home with the newest line last. */
  readonly #byHome = new Map<string, readonly Line[]>();
  #count = 0;

  /** Remembers an event by its JSON, as text. */
  readonly add = (json: string): void => {
    const event: unknown = JSON.parse(json);
    if (!isRecord(event)) return;
    const { home, ...others } = event;
    if (typeof home === 'string') {
      const before = this.#byHome.get(home) ?? [];
      this.#byHome.delete(home);
      this.#byHome.set(home, this.#with(before, others));
      for (const oldest of [...this.#byHome.keys()].slice(0, -REMEMBERED_HOMES)) this.#byHome.delete(oldest);
    } else if (event['box'] === true) {
      const shown = Object.entries(others).filter(([name]) => !HIDDEN.includes(name));
      this.#ofBox = this.#with(this.#ofBox, Object.fromEntries(shown));
    }
  };

  /** The last lines that are of the box itself or of a home, the oldest first. */
  linesFor(home: string): string[] {
    return [...this.#ofBox, ...(this.#byHome.get(home) ?? [])]
      .sort((one, other) => one.at - other.at)
      .map(({ text }) => text);
  }

  #with(lines: readonly Line[], event: Readonly<Record<string, unknown>>): readonly Line[] {
    const added = lastLinesOf(withoutSecrets(textOfEvent(event))).map((text) => ({
      at: this.#count++,
      text
    }));
    return [...lines, ...added].slice(-MAX_LINES);
  }
}

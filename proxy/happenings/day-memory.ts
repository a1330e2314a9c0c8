import type { Clock } from '#shared/clock';
import { endOfHappening, HAPPENINGS_TTL_MS, type Happening } from '#shared/happenings';
import type { Rights } from '#shared/rights';

/** Something that happened, with what only the proxy knows of it. */
export interface HappenedThen {
  readonly happening: Happening;
  /** The room of each of its devices when it happened; null for none. */
  readonly rooms: ReadonlyMap<number, number | null>;
  /** The screen that did it, and its user; absent if none did. */
  readonly sender?: { readonly screen: string; readonly user: string };
}

/** What happened in a home. A recorder can take the place of the memory. */
export interface Happenings {
  /** Adds something, or replaces what has the same key. */
  add(happened: HappenedThen, key?: string): void;
  /**
   * What happened from a moment on (ms since the epoch), the oldest first, as far as it concerns devices in these rooms.
   * @returns happenings without the devices of other rooms
   */
  since(moment: number, rooms: Rights['rooms']): readonly HappenedThen[];
}

/** Maximum number of happenings of a home. */
const MAX_ROWS = 2_000;
/** Maximum number of changes that one device reports by itself: a motion sensor must not displace all others. */
const MAX_ROWS_PER_DEVICE = 100;

interface Row {
  readonly happened: HappenedThen;
  readonly key: string | undefined;
}

/** The last day of a home, in memory only: a restart forgets it. */
export class DayMemory implements Happenings {
  readonly #clock: Pick<Clock, 'now'>;
  /** The oldest first. */
  #rows: Row[] = [];

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  add(happened: HappenedThen, key?: string) {
    const at = key === undefined ? -1 : this.#rows.findLastIndex((row) => row.key === key);
    if (at >= 0) this.#rows[at] = { happened, key };
    else this.#rows.push({ happened, key });
    this.#trim(happened.happening);
  }

  since(moment: number, rooms: Rights['rooms']): readonly HappenedThen[] {
    const oldest = Math.max(moment, this.#clock.now() - HAPPENINGS_TTL_MS);
    return this.#rows.flatMap(({ happened }) =>
      endOf(happened.happening) < oldest ? [] : (limit(happened, rooms) ?? [])
    );
  }

  #trim(newest: Happening) {
    const oldest = this.#clock.now() - HAPPENINGS_TTL_MS;
    while (this.#rows.length > MAX_ROWS || endOf(this.#rows[0]?.happened.happening) < oldest)
      this.#rows.shift();
    if (newest.kind !== 'changed') return;
    const isSame = ({ happened: { happening } }: Row) =>
      happening.kind === 'changed' && happening.device === newest.device;
    if (this.#rows.filter(isSame).length > MAX_ROWS_PER_DEVICE)
      this.#rows.splice(this.#rows.findIndex(isSame), 1);
  }
}

const endOf = (happening: Happening | undefined): number =>
  happening === undefined ? Infinity : endOfHappening(happening);

/** A happening as screens of some rooms may know it; null if it concerns none of them. */
function limit(happened: HappenedThen, rooms: Rights['rooms']): HappenedThen | null {
  const { happening } = happened;
  if (rooms === null || happening.kind === 'gap') return happened;
  const isIn = (device: number) => {
    const room = happened.rooms.get(device);
    return room !== null && room !== undefined && rooms.includes(room);
  };
  if (happening.kind === 'changed') return isIn(happening.device) ? happened : null;
  if (happening.kind === 'timer') {
    const commands = happening.commands.filter(({ device }) => isIn(device));
    const room = happening.room !== null && rooms.includes(happening.room) ? happening.room : null;
    return commands.length > 0 ? { ...happened, happening: { ...happening, commands, room } } : null;
  }
  const commands = happening.commands.filter(({ device }) => isIn(device));
  const { scope, ...rest } = happening;
  const isScopeSeen = scope !== undefined && rooms.some((room) => scope === `room:${room}`);
  return commands.length > 0
    ? { ...happened, happening: { ...rest, commands, ...(isScopeSeen && { scope }) } }
    : null;
}

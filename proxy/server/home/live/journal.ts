import { randomBytes } from 'node:crypto';
import { type DeviceChange, applyChanges, compareHomes } from '#shared/changes';
import { EMPTY_HOME, type Device, type Home } from '#shared/home';

const changeTexts = new WeakMap<DeviceChange, string>();

/** A change as JSON. It is encoded once for all journals, views and screens that use the same object. */
function changeText(change: DeviceChange): string {
  const known = changeTexts.get(change);
  if (known !== undefined) return known;
  const text = JSON.stringify(change);
  changeTexts.set(change, text);
  return text;
}

/** The live message `changes`, from texts that were encoded before. */
export const encodeChanges = (revision: string, changes: readonly DeviceChange[]): Buffer =>
  Buffer.from(
    `{"type":"changes","revision":${JSON.stringify(revision)},"changes":[${changes.map(changeText).join()}]}`
  );

/** Maximum length of the stored changes, in characters of JSON. A screen that missed more gets the whole home. */
const MAX_JOURNAL_LENGTH = 1024 * 1024;

/** One step of a home: the number of its revision, and its changes. */
interface Entry {
  readonly n: number;
  readonly changes: readonly DeviceChange[];
  readonly size: number;
}

/**
 * A home and its change log. A revision is `<epoch>.<n>`: n grows by one with each batch of changes, and each journal has a new epoch, so
 * that revisions of an earlier process do not match.
 */
export class Journal {
  readonly #epoch = randomBytes(6).toString('hex');
  #home: Home = EMPTY_HOME;
  /** Index of each device in the home's list, by id. Changes of devices do not move them. */
  #indexes = new Map<number, number>();
  #n = 0;
  /** The oldest revision since which all changes are stored. */
  #oldest = 0;
  #entries: Entry[] = [];
  #kept = 0;

  /** Whether a home was read. */
  get isRead() {
    return this.#n > 0;
  }

  get home() {
    return this.#home;
  }

  /** The device of an id as it is now. */
  device(id: number): Device | undefined {
    const index = this.#indexes.get(id);
    return index === undefined ? undefined : this.#home.devices[index];
  }

  get revision() {
    return `${this.#epoch}.${this.#n}`;
  }

  /** Applies changes of devices, in their order. */
  append(changes: readonly DeviceChange[]) {
    this.#home = applyChanges(this.#home, changes);
    // A character more for each comma, and two brackets.
    const size = changes.reduce((sum, change) => sum + changeText(change).length + 1, 1);
    this.#entries.push({ n: ++this.#n, changes, size });
    this.#kept += size;
    while (this.#kept > MAX_JOURNAL_LENGTH) {
      const oldest = this.#entries.shift();
      this.#kept -= oldest?.size ?? this.#kept;
      this.#oldest = oldest?.n ?? this.#n;
    }
  }

  /**
   * Applies a new reading of the home.
   * @returns the event: its changes, or `home` if it had to be replaced, since no changes lead to it; undefined if nothing differs
   */
  update(home: Home) {
    const difference = this.isRead ? compareHomes(this.#home, home) : ({ type: 'home' } as const);
    if (difference.type === 'changes') {
      if (difference.changes.length === 0) return undefined;
      this.append(difference.changes);
      return difference;
    }
    this.#home = home;
    this.#indexes = new Map(home.devices.map(({ id }, index) => [id, index]));
    this.#oldest = ++this.#n;
    this.#entries = [];
    this.#kept = 0;
    return difference;
  }

  /** The changes since a revision, in order; null if the revision is too old or unknown. */
  since(revision: string): readonly DeviceChange[] | null {
    const [epoch, digits = '', ...more] = revision.split('.');
    if (epoch !== this.#epoch || more.length > 0 || !/^\d{1,15}$/.test(digits)) return null;
    const n = Number(digits);
    if (n < this.#oldest || n > this.#n) return null;
    return this.#entries.filter((entry) => entry.n > n).flatMap(({ changes }) => changes);
  }
}

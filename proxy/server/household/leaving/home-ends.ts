import type * as v from 'valibot';
import { every } from '#shared/clock';
import { fail, succeed, type Result } from '#shared/errors';
import type { SealedNote } from '../../base/store/sealed-note';
import type { SealedStore } from '../../base/store/sealed-store';
import { TIMERS_FILE } from '../../base/store/stored-timers';
import type { Screen } from '../screens/screen';
import type { Stores } from '../stores';
import type { forgetNoteSchema } from './forget-note';

/** How often it is checked whether a home goes, and whether the owner of the data folder has forgotten one, in ms. */
const CHECK_INTERVAL_MS = 10_000;

/** How often the time that has passed is stored, in ms: a box that is killed again and again keeps a home longer by no more than this. */
const SAVE_INTERVAL_MS = 5 * 60_000;

/**
 * The files with rows of several homes. What was set aside of them goes with a home: it may have rows of that one. It is of no use to the
 * others. Not the key and the list of controllers: their loss is the reason to keep the records of homes that are not known.
 */
const FILES_OF_ALL = [
  'accounts',
  'activity',
  'alarms',
  'homes',
  'leaving',
  'recovery',
  'screens',
  TIMERS_FILE
];

/** What ends a home. */
interface HomeEndsDeps extends Stores {
  readonly note: Pick<SealedNote<v.InferOutput<typeof forgetNoteSchema>>, 'read' | 'remove'>;
  readonly store: Pick<SealedStore, 'deleteSetAside'>;
  /** Resolves with whether all stores are on the disk. */
  readonly saved: () => Promise<boolean>;
  /** Removes what others store of a home. Resolves with whether nothing is left on the disk. */
  readonly forgetHome: (controller: string) => Promise<boolean>;
}

/** Who forgets a home or takes it back. */
interface Author {
  /** The screen of that home; undefined for a code, and for the owner of the data folder. */
  readonly by?: Screen | undefined;
  readonly from?: string | undefined;
}

const NOT_SAVED = fail('not-saved', 'The disk is full or read-only: the home stays as it is.');
const NOT_GONE = fail('not-kept', 'Not all of the home could be deleted: it is tried again.');
const NOT_LEAVING = fail('not-found', 'The home is not being forgotten: it is gone, or was taken back.');

/**
 * Ends homes. A forgotten home stays for 24 hours, locked, and can be taken back. Then, or if somebody wants it at once, all of it is deleted:
 * first it is noted that this is under way, so that a start after a power cut completes it, and last what is left of it.
 */
export class HomeEnds {
  readonly #deps: HomeEndsDeps;
  #savedAt: number;
  #checkedAt: number;
  /** The deletions under way, by the id of the controller. */
  readonly #deletions = new Map<string, Promise<Result<null>>>();

  constructor(deps: HomeEndsDeps) {
    this.#deps = deps;
    this.#savedAt = deps.clock.monotonic();
    this.#checkedAt = this.#savedAt;
  }

  /** Forgets a home: its screens are locked at once, and it goes in 24 hours. Resolves when that is on the disk. */
  async begin(controller: string, { by, from }: Author): Promise<Result<null>> {
    const { leaving, screens, activity, known } = this.#deps;
    const isNew = leaving.begin(controller);
    if (isNew) screens.tellAllOf(controller);
    if (!(await leaving.saved())) {
      if (isNew) this.#undo(controller);
      return NOT_SAVED;
    }
    if (!leaving.has(controller)) return NOT_LEAVING;
    if (isNew) activity.note({ kind: 'home-leaving', controller: known.get(controller), by, from });
    return succeed(null);
  }

  /** Takes a home back: its screens are let back in, but for those that are locked since the controller has refused the account. */
  async takeBack(controller: string, { by, from }: Author): Promise<Result<null>> {
    const { leaving, activity, known } = this.#deps;
    if (!leaving.canStay(controller)) return NOT_LEAVING;
    this.#undo(controller);
    activity.note({ kind: 'home-kept', controller: known.get(controller), by, from });
    return (await leaving.saved()) ? succeed(null) : fail('not-kept', 'A restart may lock the home again.');
  }

  /** Deletes all of a home that leaves. Resolves once nothing of it is on the disk but what recognizes another one of its name. */
  goNow(controller: string): Promise<Result<null>> {
    const underWay = this.#deletions.get(controller);
    if (underWay) return underWay;
    const going = this.#go(controller).finally(() => this.#deletions.delete(controller));
    this.#deletions.set(controller, going);
    return going;
  }

  /** Completes what was under way, and starts to let homes go. Returns a function that stops it. */
  async start(): Promise<() => void> {
    const { clock, leaving } = this.#deps;
    await this.#check();
    const stop = every(clock, CHECK_INTERVAL_MS, () => void this.#check());
    return () => {
      stop();
      this.#pass();
      leaving.save();
    };
  }

  async #check() {
    const { clock, leaving, log } = this.#deps;
    this.#pass();
    await this.#readNote();
    for (const controller of leaving.due) {
      const gone = await this.goNow(controller);
      if (!gone.ok) log.error({ home: controller, code: gone.error.code }, 'Home could not be deleted.');
    }
    if (clock.monotonic() - this.#savedAt < SAVE_INTERVAL_MS) return;
    this.#savedAt = clock.monotonic();
    leaving.save();
  }

  #pass() {
    const { clock, leaving, accounts } = this.#deps;
    const before = this.#checkedAt;
    this.#checkedAt = clock.monotonic();
    leaving.pass(this.#checkedAt - before, (controller) => {
      const isAsked = accounts.tokens(controller) !== null;
      return isAsked ? accounts.client(controller).lastHeard >= before : undefined;
    });
  }

  /** Does what the owner of the data folder wants. The note goes once that is on the disk. */
  async #readNote() {
    const { note, known, log } = this.#deps;
    const wanted = await note.read();
    if (!wanted) return;
    const { controller, now } = wanted;
    const isKnown = known.get(controller)?.source === 'known';
    const begun = isKnown ? await this.begin(controller, {}) : succeed(null);
    const done = begun.ok && isKnown && now ? await this.goNow(controller) : begun;
    if (!done.ok) {
      log.error(
        { home: controller, code: done.error.code },
        'Home could not be forgotten: it is tried again.'
      );
      return;
    }
    await note
      .remove()
      .catch((error: unknown) => log.error({ box: true, err: error }, 'Note to forget a home stays.'));
  }

  async #go(controller: string): Promise<Result<null>> {
    const { leaving, forgetHome, saved, store, log } = this.#deps;
    if (!leaving.has(controller)) return NOT_LEAVING;
    const isNew = leaving.setGoing(controller);
    if (!(await leaving.saved())) {
      if (isNew) leaving.unsetGoing(controller);
      return NOT_SAVED;
    }
    this.#forget(controller);
    const isGone = [
      await forgetHome(controller),
      await store.deleteSetAside(FILES_OF_ALL),
      await saved()
    ].every(Boolean);
    if (!isGone) return NOT_GONE;
    leaving.setGone(controller);
    if (!(await leaving.saved())) return NOT_GONE;
    log.info({ box: true }, 'Home forgotten.');
    return succeed(null);
  }

  /** Forgets a home with all that the household knows of it. Its screens end. */
  #forget(controller: string) {
    const { known, accounts, screens, fingerprints, recoveryCodes, activity } = this.#deps;
    for (const { id } of screens.list(controller)) screens.end(id, { reason: 'controller-removed' });
    accounts.forget(controller);
    fingerprints.forget(controller);
    recoveryCodes.forget(controller);
    activity.forget(controller);
    known.remove(controller);
  }

  #undo(controller: string) {
    const { leaving, screens } = this.#deps;
    leaving.keep(controller);
    screens.tellAllOf(controller);
  }
}

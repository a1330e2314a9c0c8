import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import type { Boot } from '../base/platform/boot';
import type { Log } from '../base/platform/log';
import { ifThere } from '../base/store/errors';
import { syncName } from '../base/store/replace-file';
import type { SealedFiles } from '../base/store/sealed-files';
import type { SealedStore } from '../base/store/sealed-store';
import type { HappeningFeed } from '../chronicle/happening-feed';
import { StoredLists } from '../home/live/lists';
import type { Household } from '../household/household';
import { HouseRecord } from './house-record';
import { RecordClient } from './record-client';

/** Folder of the records in the data folder: one database a controller. They are not encrypted. */
export const RECORD_FOLDER = 'record';

/** The files of a record: the database of a controller, those of SQLite beside it, and damaged ones that were set aside. */
const RECORD_FILE = /^([0-9a-f]{12})\.db/;

/** Schema of the file with whether a controller has a record; null if nobody was asked. */
export const storedRecordSchema = v.object({ controller: v.string(), isKept: v.nullable(v.boolean()) });
type StoredRecord = v.InferOutput<typeof storedRecordSchema>;

/** A record that failed is opened again after this time, in ms. */
const RETRY_MS = 10 * 60_000;

/** What the recorder is made with. */
interface RecorderDeps {
  /** The data folder. */
  readonly folder: string;
  readonly boot: Boot;
  readonly log: Log;
  /** Starts the thread of the record; undefined if there is no SQLite on this machine. */
  readonly openThread: (() => Worker) | undefined;
}

/** What the recorder needs of the household. */
type RecordedHousehold = Pick<Household, 'clock' | 'known' | 'screens'> & {
  readonly happenings: HappeningFeed;
};

/** Keeps a record of each home whose household wants one: see `HouseRecord`. */
export class Recorder extends StoredLists<StoredRecord> {
  readonly #deps: RecorderDeps;
  readonly #client: RecordClient | undefined;
  readonly #records = new Map<string, HouseRecord>();
  /** The controllers whose records have failed. */
  readonly #failed = new Set<string>();
  #house: RecordedHousehold | undefined;
  /** What opens, closes and deletes, one after the other. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(files: SealedFiles<StoredRecord>, deps: RecorderDeps) {
    super(files);
    this.#deps = deps;
    this.#client = deps.openThread && new RecordClient(deps.openThread);
  }

  /** Whether there is SQLite on this machine. */
  get isAvailable(): boolean {
    return this.#client !== undefined;
  }

  /** Whether people want a record of a home; null if they were not asked. */
  isWanted(controller: string): boolean | null {
    return this.stored(controller)?.isKept ?? null;
  }

  /** The record of a home while it is kept. */
  recordOf(controller: string): HouseRecord | undefined {
    return this.#records.get(controller);
  }

  /** Whether the record of a home has stopped by itself, because of the disk or of a defect. */
  hasFailed(controller: string): boolean {
    return this.#failed.has(controller);
  }

  /** Begins or ends the record of a home. What was recorded stays. Resolves with whether the choice is on the disk. */
  async choose(controller: string, isKept: boolean): Promise<boolean> {
    this.keep({ controller, isKept });
    this.#failed.delete(controller);
    await this.#enqueue(controller);
    return this.saved(controller);
  }

  /** Deletes all that was recorded of a home. Its record begins again, if it is wanted. Resolves with whether all of it is gone. */
  forgetAll(controller: string): Promise<boolean> {
    return this.#enqueue(controller, async () => {
      // A record that cannot be closed is deleted all the same.
      await this.#close(controller).catch((error: unknown) => this.#report(error, controller));
      await this.#delete((each) => each === controller);
    });
  }

  /** Forgets a removed controller, with its record. Resolves with whether nothing of it is on the disk. */
  override async forget(controller: string): Promise<boolean> {
    this.#failed.delete(controller);
    const gone = await Promise.all([super.forget(controller), this.forgetAll(controller)]);
    return gone.every((isGone) => isGone);
  }

  /**
   * Deletes the records of controllers that nobody knows, and opens those that are wanted. Returns a function that closes them all.
   * @param store nothing is deleted while a file is unreadable: it may be the one that says which controllers there are
   */
  start(house: RecordedHousehold, store: Pick<SealedStore, 'hasUnreadable'>): () => Promise<void> {
    this.#house = house;
    const known = new Set(house.known.list().map(({ id }) => id));
    const deleteUnknown = () => this.#delete((controller) => !known.has(controller));
    void this.#enqueue(undefined, store.hasUnreadable ? undefined : deleteUnknown);
    const stopWatching = house.known.onAdded(() => void this.#enqueue());
    return async () => {
      stopWatching();
      this.#house = undefined;
      await this.#enqueue();
      for (const controller of this.#records.keys()) await this.#close(controller);
      await this.#client?.stop();
    };
  }

  /**
   * Does something, and then opens and closes what people want. Resolves with whether that succeeded.
   * @param about the controller whose record it is about, if it is one
   */
  #enqueue(about?: string, first?: () => Promise<void>): Promise<boolean> {
    const turn = async () => {
      await first?.();
      const house = this.#house;
      const real = house?.known.list().filter(({ source }) => source === 'known') ?? [];
      for (const controller of this.#records.keys())
        if (this.isWanted(controller) !== true) await this.#close(controller);
      for (const { id } of real)
        if (house && this.isWanted(id) === true && !this.#records.has(id) && !this.#failed.has(id))
          await this.#open(id, house);
      return true;
    };
    const done = this.#work.then(turn).catch((error: unknown) => {
      this.#report(error, about);
      return false;
    });
    this.#work = done;
    return done;
  }

  #report(error: unknown, home: string | undefined) {
    this.#deps.log.error({ home, err: error }, 'Record could not be opened or deleted.');
  }

  /** Deletes the databases of controllers, with what belongs to them or was set aside of them. They are gone from the disk when it resolves. */
  async #delete(isMeant: (controller: string) => boolean) {
    const folder = join(this.#deps.folder, RECORD_FOLDER);
    const names = (await ifThere(readdir(folder))) ?? [];
    const paths = names.flatMap((name) => {
      const [, controller] = RECORD_FILE.exec(name) ?? [];
      return controller !== undefined && isMeant(controller) ? [join(folder, name)] : [];
    });
    for (const path of paths) await rm(path, { force: true });
    for (const path of paths.slice(0, 1)) await syncName(path);
  }

  async #open(controller: string, { clock, happenings, screens }: RecordedHousehold) {
    const { boot, folder, log } = this.#deps;
    const client = this.#client;
    if (!client) return;
    const fail = (error: unknown) => {
      this.#records.delete(controller);
      this.#failed.add(controller);
      log.error({ home: controller, err: error }, 'Record stopped.');
      clock.after(RETRY_MS, () => {
        this.#failed.delete(controller);
        void this.#enqueue(controller);
      });
    };
    try {
      await mkdir(join(folder, RECORD_FOLDER), { recursive: true, mode: 0o700 });
      const path = join(folder, RECORD_FOLDER, `${controller}.db`);
      const isWall = (screen: string) => screens.soundOf(screen) !== undefined;
      const { record, setAside } = await HouseRecord.open({
        clock,
        boot,
        client,
        path,
        isWall,
        onFailed: fail
      });
      this.#records.set(controller, record);
      happenings.replay(controller);
      if (setAside !== undefined)
        log.warn({ home: controller, file: setAside }, 'Record unreadable: set aside. A new one begins.');
    } catch (error) {
      fail(error);
    }
  }

  async #close(controller: string) {
    const record = this.#records.get(controller);
    this.#records.delete(controller);
    await record?.close();
  }
}

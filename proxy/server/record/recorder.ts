import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import type { Boot } from '../base/platform/boot';
import { ifThere } from '../base/store/errors';
import type { SealedFiles } from '../base/store/sealed-files';
import type { HappeningFeed } from '../chronicle/happening-feed';
import { StoredLists } from '../home/live/lists';
import type { Household } from '../household/household';
import { HouseRecord } from './house-record';
import { RecordClient } from './record-client';

/** Folder of the records in the data folder: one database a controller. They are not encrypted. */
export const RECORD_FOLDER = 'record';

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
  /** Starts the thread of the record; undefined if there is no SQLite on this machine. */
  readonly openThread: (() => Worker) | undefined;
}

/** What the recorder needs of the household. */
type RecordedHousehold = Pick<Household, 'clock' | 'known' | 'log' | 'screens'> & {
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
  #work = Promise.resolve();

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
    return this.stored({ controller })?.isKept ?? null;
  }

  /** The record of a home while it is kept. */
  recordOf(controller: string): HouseRecord | undefined {
    return this.#records.get(controller);
  }

  /** Whether a record has stopped by itself, because of the disk or of a defect. */
  get hasFailed(): boolean {
    return this.#failed.size > 0;
  }

  /** Begins or ends the record of a home. What was recorded stays. Resolves with whether the choice is on the disk. */
  async choose(controller: string, isKept: boolean): Promise<boolean> {
    this.keep({ controller, isKept });
    this.#failed.delete(controller);
    await this.#enqueue();
    return this.saved({ controller });
  }

  /** Deletes all that was recorded of a home. Its record begins again, if it is wanted. */
  forgetAll(controller: string): Promise<void> {
    return this.#enqueue(async () => {
      await this.#close(controller);
      const folder = join(this.#deps.folder, RECORD_FOLDER);
      const names = (await ifThere(readdir(folder))) ?? [];
      for (const name of names.filter((each) => each.startsWith(controller))) await rm(join(folder, name));
    });
  }

  /** Forgets a removed controller. */
  forget(controller: string) {
    if (this.stored({ controller })) this.keep({ controller, isKept: null });
    void this.forgetAll(controller);
  }

  /** Opens the records that are wanted. Returns a function that closes them all. */
  start(house: RecordedHousehold): () => Promise<void> {
    this.#house = house;
    void this.#enqueue();
    const stopWatching = house.known.onAdded(() => void this.#enqueue());
    return async () => {
      stopWatching();
      this.#house = undefined;
      await this.#enqueue();
      for (const controller of this.#records.keys()) await this.#close(controller);
      await this.#client?.stop();
    };
  }

  /** Does something, and then opens and closes what people want. */
  #enqueue(first?: () => Promise<void>): Promise<void> {
    const turn = async () => {
      await first?.();
      const house = this.#house;
      const real = house?.known.list().filter(({ source }) => source === 'known') ?? [];
      for (const controller of this.#records.keys())
        if (this.isWanted(controller) !== true) await this.#close(controller);
      for (const { id } of real)
        if (house && this.isWanted(id) === true && !this.#records.has(id) && !this.#failed.has(id))
          await this.#open(id, house);
    };
    this.#work = this.#work.then(turn).catch((error: unknown) => {
      this.#house?.log.error({ err: error }, 'Record could not be opened or deleted.');
    });
    return this.#work;
  }

  async #open(controller: string, { clock, happenings, log, screens }: RecordedHousehold) {
    const { boot, folder } = this.#deps;
    const client = this.#client;
    if (!client) return;
    const fail = (error: unknown) => {
      this.#records.delete(controller);
      this.#failed.add(controller);
      log.error({ err: error }, 'Record stopped.');
      clock.after(RETRY_MS, () => {
        this.#failed.delete(controller);
        void this.#enqueue();
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
        log.warn({ file: setAside }, 'Record unreadable: set aside. A new one begins.');
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

import * as v from 'valibot';
import type { Device } from '#shared/home';
import { createHmac, randomBytes } from 'node:crypto';
import type { StoredFile } from '../store/sealed-file';

const storedFingerprintSchema = v.looseObject({
  controller: v.string(),
  user: v.string(),
  /** The key of the hashes, base64url. */
  key: v.string(),
  hashes: v.array(v.string())
});

/** How the fingerprints lie on the disk: no name of a device is in there, and 64 hashes weigh less than 2 KB. Keys of newer versions stay. */
export const storedFingerprintsSchema = v.array(storedFingerprintSchema);
export type StoredFingerprints = v.InferOutput<typeof storedFingerprintsSchema>;
type Fingerprint = v.InferOutput<typeof storedFingerprintSchema>;

/** What is hashed of a device. */
type FingerprintedDevice = Pick<Device, 'id' | 'name'>;

/** How many devices of a home are kept: those with the least hashes, which is as good as at random. */
const MAX_HASHES = 64;

/** A home of fewer known devices says nothing. */
const MIN_HASHES = 4;

/** Bytes that are kept of each hash. */
const HASH_BYTES = 12;

/** Whether a home is the one that was read last: `unknown` where too little of that one is kept. */
type HomeMatch = 'same' | 'different' | 'unknown';

/** By what each user's home is known again: keyed hashes of its devices, so that a box that is another home is not taken for it. */
export class HomeFingerprints {
  readonly #file: StoredFile<StoredFingerprints>;
  #fingerprints: StoredFingerprints = [];

  constructor(file: StoredFile<StoredFingerprints>) {
    this.#file = file;
  }

  /** Reads them; to be awaited once, before anything else. */
  async load() {
    this.#fingerprints = await this.#file.read();
  }

  /** Whether this user's home was ever read at this controller. */
  has(controller: string, user: string): boolean {
    return this.#find(controller, user) !== undefined;
  }

  /** The users whose homes were read. */
  get users(): { controller: string; user: string }[] {
    return this.#fingerprints.map(({ controller, user }) => ({ controller, user }));
  }

  /** Ids of the controllers that fingerprints were kept of. */
  get controllers(): string[] {
    return this.#fingerprints.map(({ controller }) => controller);
  }

  /** The users whose homes were read at a controller: of those who have left, the one who left first comes first. */
  usersOf(controller: string): string[] {
    return this.#fingerprints.filter((each) => each.controller === controller).map(({ user }) => user);
  }

  /** A user's last screen was signed out: the fingerprint moves to the end. */
  left(controller: string, user: string) {
    const own = this.#find(controller, user);
    if (own && own !== this.#fingerprints.at(-1)) this.#put([...this.#without(own), own]);
  }

  /** Removes a user's fingerprint. */
  forget(controller: string, user: string) {
    const own = this.#find(controller, user);
    if (own) this.#put(this.#without(own));
  }

  /**
   * Compares a home with the one that this user last read, or where there is none with those of the controller's other users: the same
   * where at least half of what is kept of one is there.
   */
  match(controller: string, user: string, devices: readonly FingerprintedDevice[]): HomeMatch {
    const own = this.#find(controller, user);
    const kept = own ? [own] : this.#fingerprints.filter((each) => each.controller === controller);
    const telling = kept.filter(({ hashes }) => hashes.length >= MIN_HASHES);
    if (telling.length === 0) return 'unknown';
    return telling.some((fingerprint) => fits(fingerprint, devices)) ? 'same' : 'different';
  }

  /**
   * A home was read. One without a device, as of a controller that has just started, tells nothing; and one that is another than before
   * takes nobody's place, for a box that stands where the controller was must not be known for it afterwards.
   */
  remember(controller: string, user: string, devices: readonly FingerprintedDevice[]) {
    if (devices.length === 0) return;
    const before = this.#find(controller, user);
    const isTelling = before !== undefined && before.hashes.length >= MIN_HASHES;
    if (isTelling && !fits(before, devices)) return;
    const key = before?.key ?? randomBytes(16).toString('base64url');
    const hashes = [...new Set(devices.map((device) => hashOf(key, device)))].sort().slice(0, MAX_HASHES);
    if (before && before.hashes.join() === hashes.join()) return;
    this.#put([...this.#without(before), { ...before, controller, user, key, hashes }]);
  }

  #without(removed: Fingerprint | undefined): StoredFingerprints {
    return this.#fingerprints.filter((each) => each !== removed);
  }

  #put(fingerprints: StoredFingerprints) {
    this.#fingerprints = fingerprints;
    this.#file.write(fingerprints);
  }

  #find(controller: string, user: string): Fingerprint | undefined {
    return this.#fingerprints.find((each) => each.controller === controller && each.user === user);
  }
}

function fits({ key, hashes }: Fingerprint, devices: readonly FingerprintedDevice[]): boolean {
  const there = new Set(devices.map((device) => hashOf(key, device)));
  return hashes.filter((hash) => there.has(hash)).length * 2 >= hashes.length;
}

const hashOf = (key: string, { id, name }: FingerprintedDevice) =>
  createHmac('sha256', key).update(`${id}\n${name}`).digest().subarray(0, HASH_BYTES).toString('base64url');

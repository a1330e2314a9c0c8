import { createHmac, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Device } from '#shared/home';
import type { StoredFile } from '../base/store/sealed-file';

const storedFingerprintSchema = v.object({
  controller: v.string(),
  /** The key of the hashes, base64url. */
  key: v.string(),
  hashes: v.array(v.string()),
  /** The number of devices. */
  size: v.number()
});

/** The stored format of fingerprints. It contains no device names, and 64 hashes take less than 2 KB. */
export const storedFingerprintsSchema = v.array(storedFingerprintSchema);
export type StoredFingerprints = v.InferOutput<typeof storedFingerprintsSchema>;
type Fingerprint = StoredFingerprints[number];

/** The part of a device that is hashed. */
type FingerprintedDevice = Pick<Device, 'id' | 'name'>;

/** Maximum number of stored hashes of a home: the lowest ones, which are a random sample. */
const MAX_HASHES = 64;

/** Minimum number of hashes to compare. A home with fewer is not recognized. */
const MIN_HASHES = 4;

/** Stored bytes of each hash. */
const HASH_BYTES = 12;

/** Fingerprints of homes: keyed hashes of their devices. They show whether a controller has the same home as before. */
export class HomeFingerprints {
  readonly #file: StoredFile<StoredFingerprints>;
  readonly #byController = new Map<string, Fingerprint>();

  constructor(file: StoredFile<StoredFingerprints>) {
    this.#file = file;
  }

  /** Reads them. Has to be awaited once, before all other calls. */
  async load() {
    for (const stored of await this.#file.read()) this.#byController.set(stored.controller, stored);
  }

  /** Ids of the controllers whose homes have a fingerprint. */
  get controllers(): string[] {
    return [...this.#byController.keys()];
  }

  /** Whether a home has one. */
  has(controller: string): boolean {
    return this.#byController.has(controller);
  }

  /** The number of devices of a home when it was last read; 0 if it never was. */
  sizeOf(controller: string): number {
    return this.#byController.get(controller)?.size ?? 0;
  }

  /**
   * Whether a home is another one than was read last: it contains less than half of the stored hashes. False if too few are stored to tell.
   */
  differs(controller: string, devices: readonly FingerprintedDevice[]): boolean {
    const known = this.#byController.get(controller);
    return known !== undefined && known.hashes.length >= MIN_HASHES && shareOf(known, devices) < 1 / 2;
  }

  /** Whether a home has three quarters of the devices that are known, at least. False if none are. */
  isMostOf(controller: string, devices: readonly FingerprintedDevice[]): boolean {
    const known = this.#byController.get(controller);
    return known !== undefined && shareOf(known, devices) >= 3 / 4;
  }

  /** Whether a home has the very devices that are known. False if none are. */
  isSame(controller: string, devices: readonly FingerprintedDevice[]): boolean {
    const known = this.#byController.get(controller);
    if (known?.size !== devices.length) return false;
    return known.hashes.join() === hashesOf(known.key, devices).join();
  }

  /**
   * Stores the fingerprint of a reading. A home without devices, like that of a controller that has just started, is ignored. So is a home
   * that differs from the one before: another box at the controller's address must not be recognized as the controller later.
   */
  remember(controller: string, devices: readonly FingerprintedDevice[]) {
    if (devices.length === 0 || this.differs(controller, devices) || this.isSame(controller, devices)) return;
    const key = this.#byController.get(controller)?.key ?? randomBytes(16).toString('base64url');
    const hashes = hashesOf(key, devices);
    this.#byController.set(controller, { controller, key, hashes, size: devices.length });
    this.#write();
  }

  /** Removes that of a home that is forgotten. */
  forget(controller: string) {
    if (this.#byController.delete(controller)) this.#write();
  }

  #write() {
    this.#file.write([...this.#byController.values()]);
  }
}

/** The share of the known hashes that a home has. */
function shareOf({ key, hashes }: Fingerprint, devices: readonly FingerprintedDevice[]): number {
  const there = new Set(devices.map((device) => hashOf(key, device)));
  return hashes.filter((hash) => there.has(hash)).length / hashes.length;
}

const hashesOf = (key: string, devices: readonly FingerprintedDevice[]): string[] =>
  [...new Set(devices.map((device) => hashOf(key, device)))].sort().slice(0, MAX_HASHES);

const hashOf = (key: string, { id, name }: FingerprintedDevice) =>
  createHmac('sha256', key).update(`${id}\n${name}`).digest().subarray(0, HASH_BYTES).toString('base64url');

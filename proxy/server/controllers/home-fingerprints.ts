import { createHmac, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Device } from '#shared/home';
import { UserRecords } from '../base/store/user-records';

const storedFingerprintSchema = v.object({
  controller: v.string(),
  user: v.string(),
  /** The key of the hashes, base64url. */
  key: v.string(),
  hashes: v.array(v.string()),
  /** The number of devices. */
  size: v.optional(v.number(), 0)
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

/** Fingerprints of each user's home: keyed hashes of its devices. They show whether a controller has the same home as before. */
export class HomeFingerprints extends UserRecords<Fingerprint> {
  /** The number of devices of a user's home when it was last read; 0 if it never was. */
  sizeOf(controller: string, user: string): number {
    return this.find(controller, user)?.size ?? 0;
  }

  /**
   * Whether a home is another one than this user read last, or if there is none, than the controller's other users did: it contains less
   * than half of the stored hashes of each. False if too few are stored to tell.
   */
  differs(controller: string, user: string, devices: readonly FingerprintedDevice[]): boolean {
    const own = this.find(controller, user);
    const kept = own ? [own] : this.of(controller);
    const telling = kept.filter(({ hashes }) => hashes.length >= MIN_HASHES);
    return telling.length > 0 && !telling.some((fingerprint) => fits(fingerprint, devices));
  }

  /**
   * Stores the fingerprint of a reading. A home without devices, like that of a controller that has just started, is ignored. So is a home
   * that differs from the one before: another box at the controller's address must not be recognized as the controller later.
   */
  remember(controller: string, user: string, devices: readonly FingerprintedDevice[]) {
    if (devices.length === 0) return;
    const before = this.find(controller, user);
    if (before && this.differs(controller, user, devices)) return;
    const key = before?.key ?? randomBytes(16).toString('base64url');
    const hashes = [...new Set(devices.map((device) => hashOf(key, device)))].sort().slice(0, MAX_HASHES);
    const size = devices.length;
    if (before && before.hashes.join() === hashes.join() && before.size === size) return;
    this.put({ controller, user, key, hashes, size });
  }
}

function fits({ key, hashes }: Fingerprint, devices: readonly FingerprintedDevice[]): boolean {
  const there = new Set(devices.map((device) => hashOf(key, device)));
  return hashes.filter((hash) => there.has(hash)).length * 2 >= hashes.length;
}

const hashOf = (key: string, { id, name }: FingerprintedDevice) =>
  createHmac('sha256', key).update(`${id}\n${name}`).digest().subarray(0, HASH_BYTES).toString('base64url');

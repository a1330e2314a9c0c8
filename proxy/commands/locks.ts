import { fail, succeed, type Result } from '#shared/errors';
import type { Device } from '#shared/home';
import { isLock } from '#shared/lock';
import type { Clock } from '#shared/clock';
import type { ControllerClient } from '../controllers/client';
import type { CallFailure } from '../controllers/failure';
import { readDevice } from '../live/home-reader';

/** Timeout for reading a device, in ms. */
const READ_DEADLINE_MS = 3_000;
/** How long the answer is cached, in ms. */
const CACHE_TTL_MS = 60_000;

/** What the guard depends on. */
interface LocksDeps {
  readonly clock: Clock;
  /** A device as a running watcher knows it. */
  readonly device: (controller: string, user: string, device: number) => Device | undefined;
  readonly client: (controller: string, user: string) => ControllerClient;
}

/** A device as one user of a controller sees it. */
interface Target {
  readonly controller: string;
  readonly user: string;
  readonly device: number;
}

type Verdict = Result<null, 'lock-refused'> | { readonly ok: false; readonly error: CallFailure };

/**
 * Refuses commands to locks. A device that no running watcher knows is read once and cached for a minute, which costs the first command one
 * round trip to the controller. If it cannot be read, it may be a lock, and the command is refused.
 */
export class Locks {
  readonly #deps: LocksDeps;
  readonly #reads = new Map<string, { readonly at: number; readonly verdict: Promise<Verdict> }>();

  constructor(deps: LocksDeps) {
    this.#deps = deps;
  }

  /**
   * Whether a device takes commands.
   * @returns `lock-refused`; `controller-unreachable` if the device cannot be read; `signed-out`
   */
  async check(target: Target): Promise<Verdict> {
    const { clock, device } = this.#deps;
    const now = clock.monotonic();
    for (const [key, { at }] of this.#reads) if (at <= now - CACHE_TTL_MS) this.#reads.delete(key);
    const key = `${target.controller} ${target.user} ${target.device}`;
    const known = device(target.controller, target.user, target.device);
    // A command does not overtake an earlier one that waits for the same reading.
    if (known && (isLock(known) || !this.#reads.has(key))) return verdictOf(known);
    const verdict = this.#reads.get(key)?.verdict ?? this.#read(target);
    this.#reads.set(key, { at: this.#reads.get(key)?.at ?? now, verdict });
    const result = await verdict;
    // A failed reading is not cached.
    if (!result.ok && result.error.code !== 'lock-refused') this.#reads.delete(key);
    return result;
  }

  async #read({ controller, user, device: id }: Target): Promise<Verdict> {
    const client = this.#deps.client(controller, user);
    const read = await readDevice(client, id, { deadlineMs: READ_DEADLINE_MS });
    if (read.ok) return verdictOf(read.value);
    return read.error.code === 'signed-out' ? read : fail('controller-unreachable', UNREAD);
  }
}

const UNREAD = 'The device could not be read, and it may be a lock.';

const verdictOf = (device: Device): Verdict =>
  isLock(device) ? fail('lock-refused', 'A lock takes no command here.') : succeed(null);

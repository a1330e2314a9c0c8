import type { Clock } from '../clock';
import type { ControllerClient } from '../controllers/client';
import { readDevice } from './home-reader';
import type { WatchedHome } from './watched-home';

/** When a commanded device is looked at, in ms after its command was accepted. */
const READ_BACK_AT_MS = [300, 1_000, 2_000];

/** Where no poll tells what a command did: looks at the commanded device a few times, soon. */
export class ReadBack {
  readonly #home: WatchedHome;
  readonly #client: ControllerClient;
  readonly #clock: Clock;
  readonly #stopped = new AbortController();
  readonly #cancels = new Map<number, () => void>();

  constructor({ home, client, clock }: { home: WatchedHome; client: ControllerClient; clock: Clock }) {
    this.#home = home;
    this.#client = client;
    this.#clock = clock;
  }

  /** A command for this device was accepted just now. A newer one begins anew. */
  commanded(device: number) {
    this.#cancels.get(device)?.();
    const cancels = READ_BACK_AT_MS.map((ms) => this.#clock.after(ms, () => void this.#read(device)));
    this.#cancels.set(device, () => cancels.forEach((cancel) => cancel()));
  }

  /** Looks no more. */
  stop() {
    this.#stopped.abort();
    for (const cancel of this.#cancels.values()) cancel();
    this.#cancels.clear();
  }

  async #read(id: number) {
    const { signal } = this.#stopped;
    const device = await readDevice(this.#client, id, { signal });
    if (device.ok && !signal.aborted) this.#home.takeDevice(device.value);
  }
}

import type { Device, Params } from '#shared/home';
import type { ControllerState } from '#shared/wire-fields';
import type { Homes } from '../live/homes';
import type { HomeEvent } from '../live/watched-home';
import type { Watcher } from '../live/watcher';

/** What is done with what happens to a watched home. */
interface CommandHomeListener {
  /** Reported values of a device changed. */
  changed(device: number, before: Params): void;
  /** The controller cannot be reached, or the user is signed out. */
  lost(state: Exclude<ControllerState, 'online'>): void;
}

/** A watched home while commands of its user are under way. It reports what happens to the devices of these commands. */
export class CommandHome {
  readonly watcher: Watcher;
  readonly #release: () => void;
  readonly #listener: CommandHomeListener;
  /** The devices that are followed, as they were last. */
  readonly #devices = new Map<number, Device | undefined>();

  constructor({ watched, release }: ReturnType<Homes['lease']>, listener: CommandHomeListener) {
    this.watcher = watched.watcher;
    this.#release = release;
    this.#listener = listener;
  }

  /** Follows the home. Returns a function that stops it and releases the watcher. */
  start(): () => void {
    const unsubscribe = this.watcher.home.subscribe((event) => this.#take(event));
    return () => {
      unsubscribe();
      this.#release();
    };
  }

  /** Follows a device from now on. */
  follow(device: number) {
    if (!this.#devices.has(device)) this.#devices.set(device, this.watcher.home.journal.device(device));
  }

  #take(event: HomeEvent) {
    if (event.type === 'clock') return;
    if (event.type === 'status') {
      if (event.status.state !== 'online') this.#listener.lost(event.status.state);
      return;
    }
    const devices =
      event.type === 'changes'
        ? new Set(event.changes.map(({ device }) => device))
        : new Set(this.#devices.keys());
    for (const id of devices) if (this.#devices.has(id)) this.#compare(id);
  }

  #compare(id: number) {
    const before = this.#devices.get(id);
    const after = this.watcher.home.journal.device(id);
    if (before === after) return;
    this.#devices.set(id, after);
    if (before && after) this.#listener.changed(id, before.params);
  }
}

import { SNAPSHOT_ID } from './snapshot';

/** The snapshot that the page has drawn before the app started. */
class ShownSnapshot {
  #element = $state.raw(document.getElementById(SNAPSHOT_ID));

  constructor() {
    this.#element?.addEventListener('close', () => this.remove());
  }

  /** Whether it stands for the page. Reactive. */
  get isShown(): boolean {
    return this.#element !== null;
  }

  /** Whether it shows tiles of devices. */
  get hasDevices(): boolean {
    return !!this.#element?.querySelector('.tile');
  }

  /** Removes it. The page has to be there in the same task, so that nothing flashes. */
  remove(): void {
    this.#element?.remove();
    this.#element = null;
  }
}

/** The snapshot on the page; one instance. */
export const shownSnapshot = new ShownSnapshot();

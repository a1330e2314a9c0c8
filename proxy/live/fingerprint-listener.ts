import { setImmediate } from 'node:timers/promises';
import type { Household } from '../access/household';
import {
  mayHaveOtherDevices,
  type ControllerEvent,
  type HomeListener,
  type WatchedHomeEvent
} from './home-listener';

/** Stores the fingerprints of the homes of all controllers but the demo, behind the messages of each reading. */
export class FingerprintListener implements HomeListener {
  readonly name = 'fingerprints';
  readonly #household: Household;

  constructor(household: Household) {
    this.#household = household;
  }

  receive(event: ControllerEvent) {
    return mayHaveOtherDevices(event) ? this.#remember(event) : undefined;
  }

  async #remember({ controller, user, home }: WatchedHomeEvent) {
    const { known, fingerprints } = this.#household;
    await setImmediate();
    if (known.get(controller)?.source === 'known')
      fingerprints.remember(controller, user, home.journal.home.devices);
  }
}

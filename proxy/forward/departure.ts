import type { ServerResponse } from 'node:http';
import type { StopSignal } from '../controllers/request';

/**
 * Says when a client goes away without its answer. Every request needs one, so it is lighter than an `AbortSignal`: it has one listener.
 * Where there is a permission, it is over with that too, which is asked and never tells.
 */
export class Departure implements StopSignal {
  readonly #permission: Pick<StopSignal, 'aborted'> | undefined;
  #listener: (() => void) | undefined;
  #isGone = false;

  constructor(response: ServerResponse, permission?: Pick<StopSignal, 'aborted'>) {
    this.#permission = permission;
    response.once('close', () => {
      if (response.writableFinished) return;
      this.#isGone = true;
      this.#listener?.();
    });
  }

  get aborted(): boolean {
    return this.#isGone || this.#permission?.aborted === true;
  }

  addEventListener(_type: 'abort', listener: () => void) {
    this.#listener = listener;
  }

  removeEventListener() {
    this.#listener = undefined;
  }
}

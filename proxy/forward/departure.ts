import type { ServerResponse } from 'node:http';
import type { StopSignal } from '../controllers/request';

/** Says when a client goes away without its answer. Every request needs one, so it is lighter than an `AbortSignal`: it has one listener. */
export class Departure implements StopSignal {
  #listener: (() => void) | undefined;
  aborted = false;

  constructor(response: ServerResponse) {
    response.once('close', () => {
      if (response.writableFinished) return;
      this.aborted = true;
      this.#listener?.();
    });
  }

  addEventListener(_type: 'abort', listener: () => void) {
    this.#listener = listener;
  }

  removeEventListener() {
    this.#listener = undefined;
  }
}

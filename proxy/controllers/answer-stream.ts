import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

/** The body of a long answer as it comes. Whoever stops reading stops the controller's sending, and the other way round. */
export class AnswerStream extends Readable {
  readonly #controller: Dispatcher.DispatchController;
  readonly #onEnd: () => void;
  #isComplete = false;

  constructor(controller: Dispatcher.DispatchController, onEnd: () => void) {
    super({ highWaterMark: 256 * 1024 });
    this.#controller = controller;
    this.#onEnd = onEnd;
  }

  /** The last byte has come. */
  finish() {
    this.#isComplete = true;
    this.push(null);
  }

  override _read() {
    this.#controller.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void) {
    this.#onEnd();
    if (!this.#isComplete) this.#controller.abort(error ?? new Error('Nobody reads on.'));
    done(error);
  }
}

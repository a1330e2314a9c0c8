import type { FastifyReply } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { CancelSignal } from '../platform/cancel-signal';

/** A signal that aborts when the client disconnects before it has the whole answer. */
export const abortOnDisconnect = ({ raw }: FastifyReply): CancelSignal => new DisconnectSignal(raw);

/** Every forwarded request has one: an `AbortSignal` would be a fifteenth of its work. */
class DisconnectSignal implements CancelSignal {
  readonly #listeners = new Set<() => void>();
  #aborted = false;

  constructor(raw: ServerResponse) {
    raw.on('close', () => {
      if (raw.writableFinished) return;
      this.#aborted = true;
      for (const listener of this.#listeners) listener();
    });
  }

  get aborted(): boolean {
    return this.#aborted;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }
}

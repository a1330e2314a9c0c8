import { once } from 'node:events';
import { WebSocket, type ClientOptions } from 'ws';
import type { LiveMessage } from '#shared/wire';

/** The client's end of a live connection: stores messages and waits for expected ones. */
export class LiveClient {
  readonly socket: WebSocket;
  readonly messages: LiveMessage[] = [];
  readonly #closed: Promise<number>;

  constructor(url: string, headers: Record<string, string>, options: ClientOptions = {}) {
    this.socket = new WebSocket(url, { headers, ...options });
    this.socket.on('message', (data: Buffer) => {
      this.messages.push(JSON.parse(data.toString()) as LiveMessage);
      this.socket.emit('heard');
    });
    this.#closed = new Promise((resolve) => this.socket.once('close', resolve));
    this.socket.on('error', () => undefined);
  }

  /** The close code of the connection. */
  closed() {
    return this.#closed;
  }

  /** Resolves with the first matching message, from index `from` on. */
  async next<M extends LiveMessage['type']>(
    type: M,
    fits: (message: Extract<LiveMessage, { type: M }>) => boolean = () => true,
    from = 0
  ): Promise<Extract<LiveMessage, { type: M }>> {
    for (;;) {
      for (const message of this.messages.slice(from)) {
        const typed = message as Extract<LiveMessage, { type: M }>;
        if (message.type === type && fits(typed)) return typed;
      }
      await once(this.socket, 'heard');
    }
  }

  close() {
    this.socket.terminate();
  }
}

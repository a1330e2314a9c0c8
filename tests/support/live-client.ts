import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket, type ClientOptions } from 'ws';
import type { FrameAnswer } from '#shared/commands/command-schema';
import type { LiveMessage } from '#shared/wire-live';

/** The client's end of a live connection: stores messages, waits for expected ones, and speaks like a page. */
export class LiveClient {
  readonly socket: WebSocket;
  readonly messages: LiveMessage[] = [];
  readonly #closed: Promise<number>;
  #parts: { readonly bytes: number; readonly got: Buffer[] } | null = null;

  constructor(url: string, headers: Record<string, string>, options: ClientOptions = {}) {
    this.socket = new WebSocket(url, { headers, ...options });
    this.socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#takePart(data);
      else this.#take(data);
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

  /** The last message of a type. */
  last<M extends LiveMessage['type']>(type: M) {
    return this.messages.findLast((message) => message.type === type) as
      | Extract<LiveMessage, { type: M }>
      | undefined;
  }

  /** Sends a frame that begins a batch, by default with an id of its own and the time of the last beat. Resolves with the answer. */
  async say(frame: Readonly<Record<string, unknown>>): Promise<FrameAnswer> {
    await this.next('commands', ({ isWhole }) => isWhole);
    const id = typeof frame['id'] === 'string' ? frame['id'] : randomUUID();
    const at = this.last('beat')?.at;
    return this.ask(frame['type'] === 'cancel' ? frame : { type: 'commands', at, ...frame, id });
  }

  /** Sends a frame as it is. Resolves with the answer. */
  async ask(frame: object): Promise<FrameAnswer> {
    const from = this.messages.length;
    this.socket.send(JSON.stringify(frame));
    for (;;) {
      for (const message of this.messages.slice(from))
        if (message.type === 'taken' || message.type === 'refused') return message;
      await once(this.socket, 'heard');
    }
  }

  close() {
    this.socket.terminate();
  }

  #take(text: Buffer) {
    const message = JSON.parse(text.toString()) as LiveMessage;
    if (message.type === 'parts') {
      this.#parts = { bytes: message.bytes, got: [] };
      return;
    }
    // Absent fields of the wire have defaults.
    const defaults =
      message.type === 'commands' ? { isWhole: false, hasMore: false, remembered: [], since: 0 } : {};
    this.messages.push({ ...defaults, ...message });
  }

  #takePart(part: Buffer) {
    if (!this.#parts) throw new Error('There is no home to take parts of.');
    this.#parts.got.push(part);
    const text = Buffer.concat(this.#parts.got);
    if (text.length >= this.#parts.bytes) this.#take(text);
  }
}

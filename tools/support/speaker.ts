import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { BatchFrame, FrameAnswer } from '#shared/commands/command-schema';
import type { CommandEntry } from '#shared/commands/command-entry';
import { newBatchId } from '../../src/lib/state/commands/batch-id';
import { routes } from '#shared/wire';
import type { LiveMessage } from '#shared/wire-live';

/** Where and as whom a speaker connects. */
export interface SpeakerOptions {
  /** The origin of the proxy. */
  readonly url: string;
  /** The screen's `Cookie` header. */
  readonly cookie: string;
  /** The controller's id. */
  readonly controller: string;
  /** The address to connect from. */
  readonly localAddress?: string;
}

/** A batch that a speaker begins. */
type SpokenBatch = Partial<BatchFrame> & Pick<Extract<BatchFrame, { commands: unknown }>, 'commands'>;

/** A page without its home: it sends commands on a live connection, and hears what becomes of them. */
export class Speaker {
  readonly #socket: WebSocket;
  #at = 0;
  /** The last state of each command, by the id of its entry. */
  readonly entries = new Map<string, CommandEntry>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer, isBinary) => {
      const message = isBinary ? null : (JSON.parse(data.toString()) as LiveMessage);
      if (message?.type === 'beat') this.#at = message.at;
      if (message?.type === 'commands')
        for (const entry of message.entries) this.entries.set(entry.id, entry);
      if (message) socket.emit('told', message);
    });
  }

  /** Connects. Rejects if the connection is refused, or closes before it is ready. */
  static async open({ url, cookie, controller, localAddress }: SpeakerOptions): Promise<Speaker> {
    const path = routes.live(controller, { page: newBatchId(), connection: '0' });
    const socket = new WebSocket(url.replace('http', 'ws') + path, {
      headers: { cookie, origin: url },
      ...(localAddress !== undefined && { localAddress }),
      rejectUnauthorized: false
    });
    const speaker = new Speaker(socket);
    await speaker.#next((message) => message.type === 'commands');
    return speaker;
  }

  /** Sends a frame. Resolves with its answer; rejects if the connection closes before. */
  async say(frame: SpokenBatch): Promise<FrameAnswer> {
    const id = frame.id ?? newBatchId();
    const answer = this.#next(
      (message): message is FrameAnswer =>
        (message.type === 'taken' || message.type === 'refused') && message.id === id
    );
    this.#socket.send(JSON.stringify({ type: 'commands', at: this.#at, expiresMs: 120_000, ...frame, id }));
    return answer;
  }

  close(): void {
    this.#socket.terminate();
  }

  #next<Message extends LiveMessage>(fits: (message: LiveMessage) => message is Message): Promise<Message>;
  #next(fits: (message: LiveMessage) => boolean): Promise<LiveMessage>;
  async #next(fits: (message: LiveMessage) => boolean): Promise<LiveMessage> {
    const stop = new AbortController();
    const closed = once(this.#socket, 'close', { signal: stop.signal }).then(() => {
      throw new Error('The live connection was closed.');
    });
    closed.catch(() => undefined);
    try {
      for (;;) {
        const [message] = (await Promise.race([once(this.#socket, 'told'), closed])) as [LiveMessage];
        if (fits(message)) return message;
      }
    } finally {
      stop.abort();
    }
  }
}

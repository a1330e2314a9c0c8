import { on } from 'node:events';
import { WebSocket } from 'ws';
import type { CommandEntry } from '#shared/commands/command-entry';
import type { BatchFrame, CommandsMessage, FrameAnswer } from '#shared/commands/command-schema';
import { livePath } from '#shared/routes';
import type { LiveMessage } from '#shared/wire-live';
import { newBatchId } from '../../src/lib/state/connection/batch-id';

/** Where and as whom a speaker connects. */
interface SpeakerOptions {
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
type SpokenBatch = Partial<BatchFrame> &
  (Pick<Extract<BatchFrame, { commands: unknown }>, 'commands'> | { readonly scene: string });

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
    const path = livePath(controller, { page: newBatchId(), connection: '0' });
    const socket = new WebSocket(url.replace('http', 'ws') + path, {
      headers: { cookie, origin: url },
      ...(localAddress !== undefined && { localAddress }),
      rejectUnauthorized: false
    });
    const speaker = new Speaker(socket);
    await speaker.#next((message): message is CommandsMessage => message.type === 'commands');
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

  /** Resolves with the next matching message. Rejects if the connection closes before. */
  async #next<Message extends LiveMessage>(
    fits: (message: LiveMessage) => message is Message
  ): Promise<Message> {
    for await (const told of on(this.#socket, 'told', { close: ['close'] })) {
      const [message] = told as [LiveMessage];
      if (fits(message)) return message;
    }
    throw new Error('The live connection was closed.');
  }
}

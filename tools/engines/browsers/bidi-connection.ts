import { once } from 'node:events';
import * as v from 'valibot';
import { WebSocket } from 'ws';

const COMMAND_TIMEOUT_MS = 60_000;

const replySchema = v.variant('type', [
  v.object({ type: v.literal('success'), id: v.number(), result: v.unknown() }),
  v.object({ type: v.literal('error'), id: v.nullable(v.number()), error: v.string(), message: v.string() }),
  v.object({ type: v.literal('event') })
]);

/** Commands and their results over WebDriver BiDi. Events are ignored. */
export class BidiConnection {
  readonly #socket: WebSocket;
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.setMaxListeners(0);
  }

  static async open(url: string): Promise<BidiConnection> {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    socket.on('error', () => undefined);
    return new BidiConnection(socket);
  }

  /** Resolves with the command's result. Rejects with its error, or if the connection ends. */
  async send(method: string, params: unknown): Promise<unknown> {
    const id = ++this.#lastId;
    const signal = AbortSignal.timeout(COMMAND_TIMEOUT_MS);
    const reply = new Promise<unknown>((resolve, reject) => {
      const end = (settle: () => void) => {
        this.#socket.off('message', read);
        this.#socket.off('close', fail);
        signal.removeEventListener('abort', fail);
        settle();
      };
      const fail = () => end(() => reject(new Error(`Firefox did not answer ${method}.`)));
      const read = (data: Buffer) => {
        const message = v.parse(replySchema, JSON.parse(data.toString()));
        if (message.type === 'event' || message.id !== id) return;
        if (message.type === 'success') end(() => resolve(message.result));
        else end(() => reject(new Error(`Firefox refused ${method}: ${message.error}: ${message.message}`)));
      };
      this.#socket.on('message', read);
      this.#socket.on('close', fail);
      signal.addEventListener('abort', fail);
    });
    this.#socket.send(JSON.stringify({ id, method, params }));
    return reply;
  }

  close(): void {
    this.#socket.terminate();
  }
}

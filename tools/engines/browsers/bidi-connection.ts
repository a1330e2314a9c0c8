import { on, once } from 'node:events';
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
    const replied = this.#replyTo(id);
    this.#socket.send(JSON.stringify({ id, method, params }));
    const reply = await replied.catch((cause: unknown) => {
      throw new Error(`Firefox did not answer ${method}.`, { cause });
    });
    if (reply.type === 'success') return reply.result;
    throw new Error(`Firefox refused ${method}: ${reply.error}: ${reply.message}`);
  }

  async #replyTo(id: number) {
    const signal = AbortSignal.timeout(COMMAND_TIMEOUT_MS);
    for await (const [data] of on(this.#socket, 'message', { signal, close: ['close'] })) {
      const message = v.parse(replySchema, JSON.parse(String(data)));
      if (message.type !== 'event' && message.id === id) return message;
    }
    throw new Error('The connection was closed.');
  }

  close(): void {
    this.#socket.terminate();
  }
}

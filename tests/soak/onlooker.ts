import { once } from 'node:events';
import { WebSocket } from 'ws';
import { routes, type LiveMessage } from '#shared/wire';
import type { Changes } from './changes';
import type { Grant } from './join';

/** A screen of which only the changes matter: it keeps no home, so that a hundred of them fit beside what is measured. */
export class Onlooker {
  readonly #socket: WebSocket;
  readonly #shown = new Map<number, number>();
  #changes: Changes | undefined;

  constructor(origin: string, { cookie, controller }: Grant) {
    this.#socket = new WebSocket(origin.replace('http', 'ws') + routes.live(controller), {
      headers: { cookie, origin }
    });
    this.#socket.on('message', (data: Buffer) => this.#hear(JSON.parse(data.toString()) as LiveMessage));
    this.#socket.on('error', () => undefined);
  }

  /** Resolves once it has heard the whole home. */
  async isLookingOn(): Promise<void> {
    await once(this.#socket, 'message');
  }

  /** Times these changes from now on. */
  follow(changes: Changes): void {
    this.#shown.clear();
    this.#changes = changes;
  }

  /** How many devices it shows otherwise than they are. */
  get missed(): number {
    return this.#changes?.missing(this.#shown) ?? 0;
  }

  leave(): void {
    this.#socket.terminate();
  }

  #hear(message: LiveMessage): void {
    if (message.type !== 'changes') return;
    for (const { device, params } of message.changes) {
      const value = Number(params?.['Temperature']);
      this.#shown.set(device, value);
      this.#changes?.see(value);
    }
  }
}

import { once } from 'node:events';
import { WebSocket } from 'ws';
import { routes, type LiveMessage } from '#shared/wire';
import type { Changes } from './changes';
import type { Grant } from './join';

/** A WebSocket to watch, and how to read temperatures from its messages. */
export interface ObservedSocket {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The values in a message, each with its device. */
  readonly valuesIn: (message: string) => readonly (readonly [device: number, value: number])[];
}

/** The live connection of a screen to the program at an origin. */
export function liveSocketOf(origin: string, { cookie, controller }: Grant): ObservedSocket {
  return {
    url: origin.replace('http', 'ws') + routes.live(controller),
    headers: { cookie, origin },
    valuesIn(text) {
      const message = JSON.parse(text) as LiveMessage;
      if (message.type !== 'changes') return [];
      return message.changes.map(({ device, params }) => [device, Number(params?.['Temperature'])]);
    }
  };
}

/**
 * A screen that only records changes. It keeps no home, so that a hundred of them run beside the measured
 * program.
 */
export class Observer {
  readonly #socket: WebSocket;
  readonly #shown = new Map<number, number>();
  #changes: Changes | undefined;

  constructor({ url, headers = {}, valuesIn }: ObservedSocket) {
    this.#socket = new WebSocket(url, { headers });
    this.#socket.on('message', (data: Buffer) => this.#see(valuesIn(data.toString())));
    this.#socket.on('error', () => undefined);
  }

  /** Resolves once the first message, the whole home, has arrived. */
  async ready(): Promise<void> {
    await once(this.#socket, 'message');
  }

  /** Measures the delays of these changes from now on. */
  follow(changes: Changes): void {
    this.#shown.clear();
    this.#changes = changes;
  }

  /** The number of devices with a wrong value. */
  get missed(): number {
    return this.#changes?.missing(this.#shown) ?? 0;
  }

  leave(): void {
    this.#socket.terminate();
  }

  #see(values: ReturnType<ObservedSocket['valuesIn']>): void {
    for (const [device, value] of values) {
      this.#shown.set(device, value);
      this.#changes?.see(value);
    }
  }
}

import { WebSocket } from 'ws';
import { livePath } from '#shared/routes';
import type { LiveMessage } from '#shared/wire-live';
import type { Changes } from './changes';
import type { Grant } from './join';

/** A WebSocket to watch, and how to read temperatures from its messages. */
export interface ObservedSocket {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether a message says that the home is there. */
  readonly isReady: (message: string) => boolean;
  /** The values in a message, each with its device. */
  readonly valuesIn: (message: string) => readonly (readonly [device: number, value: number])[];
}

/** The live connection of a screen to the program at an origin. */
export function liveSocketOf(origin: string, { cookie, controller }: Grant): ObservedSocket {
  return {
    url: origin.replace('http', 'ws') + livePath(controller),
    headers: { cookie, origin },
    // It follows the home.
    isReady: (text) => text.startsWith('{"type":"controller"'),
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
  readonly #ready: Promise<void>;
  #changes: Changes | undefined;

  constructor({ url, headers = {}, isReady, valuesIn }: ObservedSocket) {
    this.#socket = new WebSocket(url, { headers });
    this.#ready = new Promise((resolve) =>
      this.#socket.on('message', (data: Buffer, isBinary) => {
        // The parts of the home are binary.
        if (isBinary) return;
        const text = data.toString();
        if (isReady(text)) resolve();
        this.#see(valuesIn(text));
      })
    );
    this.#socket.on('error', () => undefined);
  }

  /** Resolves once the home has arrived. */
  ready(): Promise<void> {
    return this.#ready;
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

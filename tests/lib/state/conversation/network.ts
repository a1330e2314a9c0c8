import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import { isRecord } from '#shared/home';
import type { OpenedSocket, SocketListener } from '../../../../src/lib/state/connection/live-socket';

/** The types of messages whose order a test chooses. Others arrive with the message before them. */
const CHOSEN: readonly unknown[] = ['commands', 'taken', 'refused', 'changes'];

/** A message on its way. */
function messageOf(text: string) {
  const value: unknown = JSON.parse(text);
  return { text, type: isRecord(value) ? value['type'] : undefined };
}
type Message = ReturnType<typeof messageOf>;

/** One WebSocket between the page and the proxy. What is on its way arrives when the test says so. */
export class Line {
  readonly query: URLSearchParams;
  /** Frames that have not arrived. */
  readonly up: string[] = [];
  /** Messages that have not arrived. Undefined: the proxy has closed it. */
  down: (Message | undefined)[] = [];
  state: 'opening' | 'open' | 'left' = 'opening';
  /** Whether the proxy still hears it. It may, although the page has left. */
  isHeard = false;
  readonly #listener: SocketListener;
  readonly #onSent: (text: string) => void;
  readonly #socket = new EventEmitter();

  /** @param onSent called with each frame of the page */
  constructor(path: string, listener: SocketListener, onSent: (text: string) => void) {
    this.#onSent = onSent;
    this.query = new URL(path, 'http://home').searchParams;
    this.#listener = listener;
  }

  /** The page's end. */
  readonly page: OpenedSocket = {
    send: (text) => {
      this.up.push(text);
      this.#onSent(text);
    },
    close: () => this.#leave()
  };

  /** The proxy's end, as far as a live connection uses it. */
  readonly socket = Object.assign(this.#socket, {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    ping: () => undefined,
    pause: () => undefined,
    resume: () => undefined,
    close: () => this.#send(undefined),
    terminate: () => this.#end(),
    send: (data: Buffer, _options: object, sent?: () => void) => {
      this.#send(messageOf(data.toString()));
      sent?.();
    }
  }) as unknown as WebSocket;

  /** Opens it, and passes on what the proxy says first. */
  open(accept: (line: Line) => void): void {
    this.state = 'open';
    this.isHeard = true;
    this.#listener.opened();
    accept(this);
    this.#passOn();
  }

  /** The next frame arrives at the proxy. */
  rise(): string {
    const text = this.up.shift() ?? '';
    this.#socket.emit('message', Buffer.from(text), false);
    return text;
  }

  /** The next message arrives at the page. */
  fall(): void {
    const next = this.down.shift();
    if (next) this.#listener.received(next.text);
    else {
      this.#end();
      this.part();
    }
    this.#passOn();
  }

  /** It breaks for both, and what is on its way is lost. */
  cut(): void {
    this.up.length = 0;
    this.#end();
    this.part();
  }

  /** It breaks for the page. The proxy does not notice, and frames on their way may still arrive. */
  part(): void {
    this.#leave();
    this.#listener.closed(1006);
  }

  #leave(): void {
    this.state = 'left';
    this.down = [];
  }

  #end(): void {
    if (this.isHeard) this.#socket.emit('close');
    this.isHeard = false;
  }

  #send(message: Message | undefined): void {
    if (this.state === 'open') this.down.push(message);
  }

  #passOn(): void {
    while (this.down[0] && !CHOSEN.includes(this.down[0].type)) {
      const next = this.down.shift();
      if (next) this.#listener.received(next.text);
    }
  }
}

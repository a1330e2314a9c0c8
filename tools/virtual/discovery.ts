import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** UDP port for searches (document 4.3) [D]. */
export const DISCOVERY_PORT = 17318;
/** Discovery prefixes: the one of the document (4.3) [D], and the one that real controllers answer to [O]. */
export const DISCOVERY_PREFIXES = ['CONTROLLER_DETECT', 'CONNECTHOME_BUTLER_DETECT'] as const;

/** Options of the answer to searches. */
export interface UdpOptions {
  readonly host: string;
  readonly port: number;
  /** Accepted prefixes of a search. The port for the answer follows the prefix. */
  readonly prefixes: readonly string[];
}

/** What an answer says of the controller. */
interface Announced {
  readonly name: string;
  /** Six pairs of hexadecimal digits with colons. */
  readonly mac: string;
}

/** Maximum number of answers that are sent at the same time. Further searches are ignored. */
const MAX_ANSWERS = 32;

/** Answers searches by UDP (document 4.3) [D]: `<prefix><port>` gets `{name, ip, mac}` to that port of its sender. */
export class DiscoveryAnswer {
  readonly #identity: Announced;
  readonly #options: UdpOptions;
  readonly #httpHost: string;
  readonly #answering = new Set<Socket>();
  #socket: Socket | undefined;

  /** @param httpHost the address that HTTP listens on; answers contain an address that leads there */
  constructor(identity: Announced, options: UdpOptions, httpHost: string) {
    this.#identity = identity;
    this.#options = options;
    this.#httpHost = httpHost;
  }

  /** Listens; port 0 picks a free one. @returns the port. */
  async start(): Promise<number> {
    const { host, port, prefixes } = this.#options;
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    const bound = once(socket, 'listening');
    socket.bind(port, host);
    try {
      await bound;
    } catch (error) {
      socket.close();
      throw error;
    }
    this.#socket = socket;
    // An earlier answer that was refused may cause an error here. It is ignored.
    socket.on('error', () => undefined);
    socket.on('message', (message, sender) => {
      const listening = prefixes.map((prefix) => readSearch(message, prefix)).find((read) => read !== null);
      if (listening !== undefined) this.#answer(sender, listening);
    });
    return socket.address().port;
  }

  /** Stops listening and drops unsent answers. */
  stop(): void {
    this.#socket?.close();
    this.#socket = undefined;
    for (const socket of [...this.#answering]) this.#end(socket);
  }

  /**
   * Each answer has its own socket, bound to the HTTP address and connected to the sender. So the system picks the local address that
   * reaches the sender. If there is none, no answer is sent.
   */
  #answer({ address }: RemoteInfo, port: number): void {
    if (this.#answering.size >= MAX_ANSWERS) return;
    const socket = createSocket('udp4');
    this.#answering.add(socket);
    socket.once('error', () => this.#end(socket));
    socket.once('connect', () => {
      const { name, mac } = this.#identity;
      const reply = JSON.stringify({ name, ip: socket.address().address, mac });
      socket.send(reply, () => this.#end(socket));
    });
    socket.bind(0, this.#httpHost, () => socket.connect(port, address));
  }

  #end(socket: Socket): void {
    if (this.#answering.delete(socket)) socket.close();
  }
}

/** The port for the answers to a search; null if the packet is not a search. */
function readSearch(message: Uint8Array, prefix: string): number | null {
  const text = message.length <= prefix.length * 4 + 5 ? new TextDecoder().decode(message) : '';
  const digits = text.startsWith(prefix) ? text.slice(prefix.length) : '';
  const port = /^\d{1,5}$/.test(digits) ? Number(digits) : 0;
  return port >= 1 && port <= 65_535 ? port : null;
}

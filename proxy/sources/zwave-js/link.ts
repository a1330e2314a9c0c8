import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import * as v from 'valibot';
import WebSocket from 'ws';
import { every, type Clock } from '#shared/clock';
import { fail, succeed, type Result } from '#shared/errors';
import {
  resultSchema,
  stateSchema,
  versionSchema,
  type Dump,
  type NodeState,
  type ServerVersion,
  type ValueId
} from './protocol';
import { parse, readState } from './read-state';
import type { ServerAddress } from './server-address';

/** Maximum length of the first state of a home, and of all other messages, in bytes. */
const MAX_DUMP_BYTES = 32 * 1024 * 1024;
const MAX_MESSAGE_BYTES = 1024 * 1024;

/** Timeout for connecting, in ms. */
const CONNECT_TIMEOUT_MS = 3_000;
/** Timeout for the first state, in ms. */
const DUMP_TIMEOUT_MS = 30_000;
/** How often the server is asked whether it is there, in ms. It has as long to answer. */
const PING_INTERVAL_MS = 2_000;

/** Maximum number of messages that are read in a second, and of their bytes. What comes beyond them waits: all homes share this thread. */
const MAX_MESSAGES_PER_SECOND = 2_000;
const MAX_BYTES_PER_SECOND = 2 * 1024 * 1024;

/** Maximum number of requests without an answer. Those for sleeping devices wait for hours. */
const MAX_UNANSWERED = 500;

/** The five requests that are ever sent. */
export type ServerRequest =
  | { readonly command: 'set_api_schema'; readonly schemaVersion: number }
  | { readonly command: 'start_listening' }
  | {
      readonly command: 'node.set_value';
      readonly nodeId: number;
      readonly valueId: ValueId;
      readonly value: unknown;
    }
  | {
      readonly command: 'node.poll_value';
      readonly nodeId: number;
      readonly valueId: ValueId;
    }
  | { readonly command: 'node.get_state'; readonly nodeId: number };

/** The part of a message that names its event. */
const HEAD_LENGTH = 200;

/** What a link depends on. */
interface LinkDeps {
  readonly clock: Clock;
  /** Gets each event, unread. */
  readonly onEvent: (event: unknown) => void;
  /** The connection is over. Called once. `isTooMuch`: the server sent more than a home can have. */
  readonly onClose: (reason: string, isTooMuch: boolean) => void;
}

/** One connection to a Z-Wave JS server. */
export class ServerLink {
  readonly version: ServerVersion;
  readonly #deps: LinkDeps;
  readonly #socket: WebSocket;
  readonly #connection: Pick<Socket, 'bytesRead'>;
  readonly #waiting = new Map<string, (result: Result<unknown>) => void>();
  readonly #stops: readonly (() => void)[];
  /** Ends the reading of the state when the connection is over. */
  readonly #ended = new AbortController();
  #next = 1;
  /** Number of messages in this second, and of their bytes. */
  #received = 0;
  #receivedBytes = 0;
  #dumpId: string | undefined;
  #isAnswering = true;
  #bytesRead = 0;
  #nodes: readonly NodeState[] = [];
  /** While the first state is read: messages that had come with it. The connection is paused meanwhile. */
  #later: Buffer[] | undefined;
  #isClosed = false;

  private constructor(
    socket: WebSocket,
    connection: Pick<Socket, 'bytesRead'>,
    version: ServerVersion,
    deps: LinkDeps
  ) {
    this.#socket = socket;
    this.#connection = connection;
    this.version = version;
    this.#deps = deps;
    socket.on('message', (data, isBinary) => {
      const bytes = Buffer.isBuffer(data) ? data : Buffer.alloc(0);
      this.#count(bytes.length);
      this.#receive(isBinary ? null : bytes);
    });
    socket.on('ping', (data) => this.#count(data.length));
    socket.on('pong', () => (this.#isAnswering = true));
    socket.once('close', () => this.#close('The server closed the connection.'));
    socket.on('error', (error) => this.#end(error.message, error.message === TOO_LONG));
    this.#stops = [
      every(deps.clock, PING_INTERVAL_MS, () => this.#ping()),
      every(deps.clock, 1_000, () => {
        this.#received = 0;
        this.#receivedBytes = 0;
        if (!this.#later) socket.resume();
      })
    ];
  }

  /**
   * Connects, and reads the server's first message. Nothing is sent to it but the opening of the connection.
   * @param timeoutMs for all of this
   * @returns `controller-unreachable`, with the reason
   */
  static async open(
    address: ServerAddress,
    deps: LinkDeps,
    timeoutMs = CONNECT_TIMEOUT_MS
  ): Promise<Result<ServerLink>> {
    const started = deps.clock.monotonic();
    const dialed = await dial(address, timeoutMs, deps.clock);
    if (!dialed.ok) return dialed;
    const socket = new WebSocket(`ws://${address.host}:${address.port}${address.path}`, {
      createConnection: () => dialed.value,
      perMessageDeflate: false,
      maxPayload: MAX_DUMP_BYTES,
      followRedirects: false
    });
    // Errors are followed by `close`.
    socket.on('error', () => undefined);
    const leftMs = timeoutMs - (deps.clock.monotonic() - started);
    const first = await firstMessage(socket, leftMs, deps.clock);
    const version = v.safeParse(versionSchema, first);
    if (version.success) return succeed(new ServerLink(socket, dialed.value, version.output, deps));
    socket.terminate();
    return fail('controller-unreachable', 'No Z-Wave JS server answers there.');
  }

  /** Reads the whole state, and receives events from then on. */
  async listen(schemaVersion: number): Promise<Result<Dump>> {
    const cancel = this.#deps.clock.after(DUMP_TIMEOUT_MS, () =>
      this.#end('The server does not send its state.')
    );
    const accepted = await this.request({ command: 'set_api_schema', schemaVersion });
    const state = accepted.ok ? await this.request({ command: 'start_listening' }) : accepted;
    cancel();
    if (!state.ok) return state;
    const read = v.safeParse(stateSchema, state.value);
    const nodes = this.#nodes;
    this.#nodes = [];
    return read.success
      ? succeed({ ...read.output.state, nodes })
      : fail('controller-malformed', 'The server does not say which home it has.');
  }

  /** Sends a request. Resolves with its result, however late; fails if the server refuses it, or if the connection ends. */
  request(request: ServerRequest): Promise<Result<unknown>> {
    return new Promise((resolve) => {
      if (this.#socket.readyState !== WebSocket.OPEN || this.#waiting.size >= MAX_UNANSWERED) {
        resolve(LOST);
        return;
      }
      const messageId = String(this.#next++);
      this.#waiting.set(messageId, resolve);
      if (request.command === 'start_listening') this.#dumpId = messageId;
      this.#socket.send(JSON.stringify({ messageId, ...request }));
    });
  }

  /** Closes the connection, for a reason that `onClose` gets: see there. */
  close(reason = 'Closed.', isTooMuch = false) {
    this.#end(reason, isTooMuch);
  }

  #ping() {
    const { bytesRead } = this.#connection;
    // No pong can come in the middle of the state, which takes long over a slow network. It has a timeout of its own.
    const isReceiving =
      this.#later !== undefined || (this.#dumpId !== undefined && bytesRead > this.#bytesRead);
    this.#bytesRead = bytesRead;
    if (!this.#isAnswering && !isReceiving) {
      this.#end('The server has stopped answering.');
      return;
    }
    this.#isAnswering = false;
    this.#socket.ping();
  }

  /** A server that sends too much has to wait for the next second. */
  #count(bytes: number) {
    this.#received += 1;
    this.#receivedBytes += bytes;
    if (this.#received >= MAX_MESSAGES_PER_SECOND || this.#receivedBytes >= MAX_BYTES_PER_SECOND)
      this.#socket.pause();
  }

  #receive(bytes: Buffer | null) {
    if (bytes === null) this.#end('The server sent a binary message.');
    else if (this.#later) this.#later.push(bytes);
    else if (this.#dumpId !== undefined && isResult(bytes)) void this.#receiveResult(bytes, this.#dumpId);
    else this.#read(bytes);
  }

  #read(bytes: Buffer) {
    if (bytes.length > MAX_MESSAGE_BYTES) this.#end('The server sent too long a message.', true);
    else if (!isStatistics(bytes)) this.#take(parse(bytes));
  }

  /** A result while the state is awaited: it may be the state. */
  async #receiveResult(bytes: Buffer, dumpId: string) {
    if (bytes.length <= MAX_MESSAGE_BYTES) {
      const message = parse(bytes);
      const read = v.safeParse(resultSchema, message);
      if (!read.success || read.output.messageId !== dumpId) {
        this.#take(message);
        return;
      }
    }
    this.#dumpId = undefined;
    const later: Buffer[] = [];
    this.#later = later;
    this.#socket.pause();
    const state = await readState(bytes, this.#ended.signal);
    if (!state) {
      this.#end('The home of this server is too large.', true);
      return;
    }
    this.#nodes = state.nodes;
    this.#take(state.message);
    // Whoever waits for the state takes it first.
    await new Promise(setImmediate);
    this.#later = undefined;
    for (const each of later) this.#read(each);
    this.#socket.resume();
  }

  #take(message: unknown) {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    const result = v.safeParse(resultSchema, message);
    if (result.success) {
      const { messageId, success, message: text, zwaveErrorMessage, result: value } = result.output;
      const resolve = this.#waiting.get(messageId);
      this.#waiting.delete(messageId);
      resolve?.(
        success
          ? succeed(value)
          : fail('controller-refused', zwaveErrorMessage ?? text ?? 'The driver refuses.')
      );
      return;
    }
    const event = v.safeParse(v.object({ type: v.literal('event'), event: v.unknown() }), message);
    if (event.success) this.#deps.onEvent(event.output.event);
    else this.#end('The server sent what is no message.');
  }

  #end(reason: string, isTooMuch = false) {
    this.#close(reason, isTooMuch);
    this.#socket.terminate();
  }

  #close(reason: string, isTooMuch = false) {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    this.#ended.abort();
    for (const resolve of this.#waiting.values()) resolve(LOST);
    this.#waiting.clear();
    this.#nodes = [];
    this.#deps.onClose(reason, isTooMuch);
  }
}

/** What `ws` says of a message that is longer than it may be. */
const TOO_LONG = 'Max payload size exceeded';

const LOST = fail('controller-unreachable', 'The connection to the Z-Wave JS server is lost.');

const headOf = (bytes: Buffer) => bytes.toString('latin1', 0, HEAD_LENGTH);
const isResult = (bytes: Buffer) => headOf(bytes).includes('"type":"result"');
/** Statistics come for each frame of the radio. They are not parsed. */
const isStatistics = (bytes: Buffer) => headOf(bytes).includes('"event":"statistics updated"');

/** Opens the connection itself. A certificate is checked before a byte of the request is sent. */
function dial(
  { host, port, fingerprint }: ServerAddress,
  timeoutMs: number,
  clock: Clock
): Promise<Result<Socket>> {
  return new Promise((resolve) => {
    // A pinned certificate is the proof: who signed it does not matter, and it names no address of a home network.
    const secure = fingerprint === null ? undefined : connectTls({ host, port, rejectUnauthorized: false });
    const socket = secure ?? connectTcp({ host, port });
    const end = (result: Result<Socket>) => {
      cancel();
      if (!result.ok) socket.destroy();
      resolve(result);
    };
    const cancel = clock.after(timeoutMs, () =>
      end(fail('controller-unreachable', 'Nothing answers there.'))
    );
    socket.on('error', (error: Error) => end(fail('controller-unreachable', error.message)));
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      const isPinned = !secure || secure.getPeerCertificate().fingerprint256 === fingerprint;
      end(
        isPinned
          ? succeed(socket)
          : fail('controller-unreachable', 'The server has another certificate than the pinned one.')
      );
    });
  });
}

/** The first message of a server; undefined if none comes in time, or none that can be read. */
function firstMessage(socket: WebSocket, timeoutMs: number, clock: Clock): Promise<unknown> {
  return new Promise((resolve) => {
    const end = (message: unknown) => {
      cancel();
      resolve(message);
    };
    const cancel = clock.after(timeoutMs, () => end(undefined));
    socket.once('message', (data) =>
      end(Buffer.isBuffer(data) && data.length <= MAX_MESSAGE_BYTES ? parse(data) : undefined)
    );
    socket.once('close', () => end(undefined));
  });
}

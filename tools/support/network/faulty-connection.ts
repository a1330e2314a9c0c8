import { connect, type Socket } from 'node:net';
import { PASSED, type Cut, type CutWay } from './cut';
import { Line, type NetworkConditions } from './line';

/** What a connection needs from its proxy. */
interface FaultyConnectionDeps {
  readonly conditions: () => NetworkConditions;
  /** The planned cut for a request, if there is one. It is removed from the plan. */
  readonly planFor: (request: Buffer) => { readonly cut: Cut; readonly onCut: () => void } | undefined;
  readonly onClosed: () => void;
}

/** A client's connection through the fault proxy to the server. */
export class FaultyConnection {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #deps: FaultyConnectionDeps;
  readonly #up: Line;
  readonly #down: Line;
  readonly #closed: Promise<unknown>;
  #isDead = false;
  /** Receives the server's next chunk in place of passing it on. */
  #onAnswer: ((chunk: Buffer) => void) | undefined;

  /** Connects the client to port `to` of 127.0.0.1. */
  constructor(client: Socket, to: number, deps: FaultyConnectionDeps) {
    const server = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    this.#client = client;
    this.#server = server;
    this.#deps = deps;
    this.#up = new Line(server, deps.conditions, (isFull) => (isFull ? client.pause() : client.resume()));
    this.#down = new Line(client, deps.conditions, (isFull) => (isFull ? server.pause() : server.resume()));
    this.#follow(client, this.#up, server);
    this.#follow(server, this.#down, client);
    client.on('data', (chunk: Buffer) => this.#send(chunk));
    server.on('data', (chunk: Buffer) => this.#answer(chunk));
    this.#closed = Promise.all([closed(client), closed(server)]).then(deps.onClosed);
  }

  /** Drops all data from now on, without closing either side. */
  die() {
    this.#isDead = true;
    this.#up.die();
    this.#down.die();
  }

  /** Closes both sides. */
  cut(way: CutWay) {
    this.die();
    for (const socket of [this.#client, this.#server]) {
      if (way === 'reset') socket.resetAndDestroy();
      else socket.end(() => socket.destroy());
    }
  }

  /**
   * Passes the end of one side on, as FIN or RST. On a dead connection, the side that ends is closed and the
   * other gets nothing.
   */
  #follow(side: Socket, line: Line, other: Socket) {
    side.on('end', () => {
      if (this.#isDead) side.destroy();
      else void line.end();
    });
    side.on('error', () => {
      if (!this.#isDead) other.resetAndDestroy();
    });
  }

  #send(chunk: Buffer) {
    const planned = this.#isDead ? undefined : this.#deps.planFor(chunk);
    if (!planned) void this.#up.pass(chunk);
    else void Promise.race([this.#break(chunk, planned.cut), this.#closed]).then(planned.onCut);
  }

  #answer(chunk: Buffer) {
    const onAnswer = this.#onAnswer;
    this.#onAnswer = undefined;
    if (onAnswer) onAnswer(chunk);
    else void this.#down.pass(chunk);
  }

  async #break(request: Buffer, { point, way }: Cut) {
    const share = PASSED[point];
    await this.#up.pass(shareOf(request, share.request));
    if (point === 'before-reply' || point === 'amid-reply') {
      const answer = await new Promise<Buffer>((resolve) => (this.#onAnswer = resolve));
      await this.#down.pass(shareOf(answer, share.answer));
    }
    this.cut(way);
  }
}

const shareOf = (chunk: Buffer, share: number) => chunk.subarray(0, Math.floor(chunk.length * share));

const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

import { Socket } from 'node:net';

type Chunk = Buffer | string;
type WriteDone = (error?: Error) => void;

/** Sockets leave strings as they are. */
const bytesOf = (chunk: Chunk, encoding: BufferEncoding): Buffer =>
  typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;

/** One end of a connection inside the process. It has no port, so no other program can reach it. */
class InProcessSocket extends Socket {
  #peer: InProcessSocket | undefined;
  /** Called once the other end has read what was written. */
  #written: (() => void) | undefined;

  /** Connects two ends. */
  static pair(): [Socket, Socket] {
    const one = new InProcessSocket();
    const other = new InProcessSocket();
    one.#peer = other;
    other.#peer = one;
    return [one, other];
  }

  override _read() {
    this.#peer?.confirmWritten();
  }

  override _write(chunk: Chunk, encoding: BufferEncoding, done: WriteDone) {
    this.#send(bytesOf(chunk, encoding), done);
  }

  override _writev(
    chunks: readonly { readonly chunk: Chunk; readonly encoding: BufferEncoding }[],
    done: WriteDone
  ) {
    this.#send(Buffer.concat(chunks.map(({ chunk, encoding }) => bytesOf(chunk, encoding))), done);
  }

  override _final(done: (error?: Error) => void) {
    this.#peer?.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    const peer = this.#peer;
    this.#peer = undefined;
    this.confirmWritten();
    done(error);
    // A socket does not emit this by itself. And as with a real connection, the other end learns of it a moment later.
    process.nextTick(() => this.emit('close', error !== null));
    if (peer) setImmediate(() => peer.destroy());
  }

  /** Tells the writer that its last chunk was read, or that nobody will read it. */
  confirmWritten() {
    const written = this.#written;
    this.#written = undefined;
    written?.();
  }

  /** A reader that is full takes the next bytes only when it has read these. */
  #send(bytes: Buffer, done: WriteDone) {
    if (!this.#peer || this.#peer.destroyed) done(new Error('The other end of the connection is closed.'));
    else if (this.#peer.push(bytes)) done();
    else this.#written = done;
  }

  override ref() {
    return this;
  }

  override unref() {
    return this;
  }
}

/** Makes both ends of a connection inside the process. */
export const inProcessConnection = (): [client: Socket, server: Socket] => InProcessSocket.pair();

import type { Writable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Clock } from '#shared/clock';
import { succeed } from '#shared/errors';
import type { CancelSignal } from '../base/platform/abort';
import type { Head, Answer } from './answer';
import { failCall, type CallResult } from './failure';

/** One request, below `/api/v2`. */
export interface Request {
  readonly method: 'GET' | 'POST';
  /** Path and query, from `/api/v2` on. */
  readonly path: string;
  /** JSON. */
  readonly body?: string;
  /** Timeout of its answer, in ms; 10 s by default. */
  readonly timeoutMs?: number | undefined;
  /** Maximum length of its answer, in bytes; 5 MiB by default. */
  readonly maxBytes?: number;
  /** Aborts the request when the answer is no longer needed. */
  readonly signal?: CancelSignal;
  /**
   * Checked right before the request goes out, also when it is repeated with new tokens: on false it is not sent. A request that was
   * already sent is not cancelled.
   */
  readonly beforeSend?: () => boolean;
  /** Whether it is a command: if its answer is lost, its outcome is unknown. */
  readonly isCommand?: boolean;
  /** Stream for a long success, which is not checked. If it is closed early, `signal` has to be aborted too. */
  readonly openSink?: (head: Head) => Writable;
  /** Called when the request is written to its connection. */
  readonly onSent?: (() => void) | undefined;
}

/** Timeout from a request to the last byte of its answer, in ms. */
const REQUEST_TIMEOUT_MS = 10_000;
/** Timeout of an answer that is streamed, in ms: its reader may be slow. */
const SINK_TIMEOUT_MS = 60_000;
/** Maximum length of an answer, in bytes, if the request has no lower limit. */
export const MAX_BODY = 5 * 1024 * 1024;
/** Maximum number of bytes that wait for a slow reader. Beyond it, reading from the controller pauses. */
const MAX_UNWRITTEN_BYTES = 256 * 1024;
/** Maximum length of an answer that is read completely before it is used, in bytes. Longer ones are streamed. */
const MAX_WHOLE = 64 * 1024;

/** What an exchange needs beside its request. */
export interface ExchangeContext {
  readonly clock: Clock;
  /** The value of that header. */
  readonly authorization?: string | undefined;
  /** Called with the `Date` of the answer, when that begins. */
  readonly onDate?: ((date: string | undefined) => void) | undefined;
}

/** Error if the device at the controller's address does not have a learned card. The connection was closed, and nothing was sent. */
export class CardChangedError extends Error {
  constructor() {
    super('Another network card answers at the address of the controller.');
  }
}

/**
 * Sends one request and reads its answer within the limits of time and size. It follows no redirect, accepts no encoding, and sends nothing
 * twice.
 * @returns `controller-unreachable`: no answer; `controller-malformed`: a malformed one; `outcome-unknown`: a command was sent, and its
 * answer was lost
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Request,
  context: ExchangeContext
): Promise<CallResult<Answer>> {
  return new Promise((resolve) => {
    const handler = new Exchange(request, context, resolve);
    if (handler.isOver) return;
    const { method, path, body = null } = request;
    const { authorization } = context;
    const headers = {
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...(authorization !== undefined && { authorization }),
      ...(body !== null && { 'content-type': 'application/json' })
    };
    dispatcher.dispatch({ method, path: `/api/v2${path}`, headers, body }, handler);
  });
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: Request;
  readonly #context: ExchangeContext;
  readonly #resolve: (result: CallResult<Answer>) => void;
  readonly #abort = () => this.#lose('the request was aborted');
  #cancelTimeout: () => void;
  #controller: Dispatcher.DispatchController | undefined;
  #head: Head | undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  #sink: Writable | undefined;
  isOver = false;

  constructor(request: Request, context: ExchangeContext, resolve: (result: CallResult<Answer>) => void) {
    this.#request = request;
    this.#context = context;
    this.#resolve = resolve;
    const { timeoutMs = REQUEST_TIMEOUT_MS } = request;
    this.#cancelTimeout = context.clock.after(timeoutMs, () => this.#lose('no answer in time'));
    if (this.#isUnwanted) this.#abort();
    else request.signal?.addEventListener('abort', this.#abort);
  }

  /** Whether the request must not be sent. */
  get #isUnwanted(): boolean {
    const { signal, beforeSend } = this.#request;
    return signal?.aborted === true || beforeSend?.() === false;
  }

  get #maxBytes(): number {
    return this.#request.maxBytes ?? MAX_BODY;
  }

  /** The connection is open, and the request is written to it now. */
  onRequestStart(controller: Dispatcher.DispatchController) {
    if (this.#isUnwanted) this.#abort();
    this.#controller = controller;
    if (this.isOver) controller.abort(new Error('The request has ended.'));
    else this.#request.onSent?.();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>
  ) {
    if (this.isOver || (status >= 100 && status < 200)) return;
    this.#context.onDate?.(one(headers['date']));
    const length = one(headers['content-length']);
    const contentLength = length === undefined ? undefined : Number(length);
    this.#head = { status, retryAfter: one(headers['retry-after']), contentLength };
    const encoding = one(headers['content-encoding']) ?? 'identity';
    const bytes = contentLength ?? 0;
    if (status < 100 || status > 599) this.#break(`Its status ${status} is not one of HTTP.`);
    else if (status === 204 && bytes > 0) this.#break('Its 204 has a body.');
    else if (encoding !== 'identity')
      this.#break(`Its answer is encoded as ${encoding}, which was not accepted.`);
    else if (bytes > this.#maxBytes) this.#break('Its answer is too long.');
    else if (bytes > MAX_WHOLE) this.#openSink(this.#head);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer) {
    if (this.isOver) return;
    this.#size += chunk.length;
    if (this.#size > MAX_WHOLE && this.#head && !this.#sink) this.#openSink(this.#head);
    if (this.#size > this.#maxBytes) this.#break('Its answer is too long.');
    else if (!this.#sink) this.#chunks.push(chunk);
    else {
      this.#sink.write(chunk);
      if (this.#sink.writableLength > MAX_UNWRITTEN_BYTES) controller.pause();
    }
  }

  onResponseEnd() {
    if (this.isOver || !this.#head) return;
    this.#end();
    this.#sink?.end();
    const [first] = this.#chunks;
    const whole = first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    this.#resolve(succeed({ ...this.#head, body: this.#sink ? null : whole }));
  }

  onResponseError(_controller: unknown, error: unknown) {
    const message = error instanceof Error ? error.message : 'The connection broke.';
    if (error instanceof CardChangedError) {
      this.#stop(failCall('controller-unreachable', message, { isAnother: true }));
    } else if (isProtocolError(error)) this.#break(message);
    else this.#lose(message);
  }

  /** Starts to stream a success to the sink, no faster than the sink takes it. */
  #openSink(head: Head) {
    const { openSink } = this.#request;
    if (!openSink || head.status < 200 || head.status > 299) return;
    const sink = openSink(head);
    this.#sink = sink;
    sink.on('drain', () => this.#controller?.resume());
    sink.on('error', () => this.#lose('the client closed its connection'));
    for (const chunk of this.#chunks.splice(0)) sink.write(chunk);
    this.#cancelTimeout();
    this.#cancelTimeout = this.#context.clock.after(SINK_TIMEOUT_MS, () =>
      this.#lose('the answer arrives too slowly')
    );
  }

  /** Ends with a malformed answer. */
  #break(message: string) {
    this.#stop(failCall('controller-malformed', message));
  }

  /** Ends without an answer, or before its end. */
  #lose(message: string) {
    const { isCommand } = this.#request;
    if (isCommand && this.#controller) this.#stop(failCall('outcome-unknown', message));
    else if (this.#head) this.#break(message);
    else this.#stop(failCall('controller-unreachable', message));
  }

  #stop(failure: ReturnType<typeof failCall>) {
    if (this.isOver) return;
    this.#end();
    this.#controller?.abort(new Error(failure.error.message));
    this.#sink?.destroy();
    this.#chunks = [];
    this.#resolve(failure);
  }

  #end() {
    this.isOver = true;
    this.#cancelTimeout();
    this.#request.signal?.removeEventListener('abort', this.#abort);
  }
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

/** Error codes of undici for a peer that does not follow HTTP. */
const PROTOCOL_ERRORS = ['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'];

/** Whether the peer sent something that is not HTTP, is too long, or was not requested. */
function isProtocolError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isUnasked = code === 'UND_ERR_SOCKET' && error.message.startsWith('bad ');
  return isUnasked || error.name === 'HTTPParserError' || PROTOCOL_ERRORS.includes(code);
}

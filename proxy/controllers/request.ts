import type { Writable } from 'node:stream';
import type { Head } from './answer';
import type { CancelSignal } from '../platform/cancel-signal';

/** The headers of a request: with or without `Authorization`, and with or without a JSON body. There are no others. */
export function headersOf(authorization?: string, body?: string): Readonly<Record<string, string>> {
  const headers: Record<string, string> = { accept: 'application/json', 'accept-encoding': 'identity' };
  if (authorization !== undefined) headers['authorization'] = authorization;
  if (body !== undefined) headers['content-type'] = 'application/json';
  return headers;
}

/** One request, below `/api/v2`. */
export interface Request {
  readonly method: 'GET' | 'POST';
  /** Path and query, from `/api/v2` on. */
  readonly path: string;
  /** JSON. */
  readonly body?: string;
  /** Timeout of its answer, in ms; 10 s by default. */
  readonly deadlineMs?: number;
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

/** The calls that a controller may lack [O]: the poll, a device's actions and its history. */
const OPTIONAL = /^\/(?:poll|devices\/\d+\/(?:actions|parameter-history))(?:\?|$)/;

/** Whether a request reads what a controller may lack. */
export const isOptional = ({ method, path }: Pick<Request, 'method' | 'path'>): boolean =>
  method === 'GET' && OPTIONAL.test(path);

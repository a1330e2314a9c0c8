import type { Writable } from 'node:stream';
import type { Head } from './answer';

/** The headers of a request: with an `Authorization` or without, and with a JSON body or none. Nothing else is ever said. */
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
  /** How long its answer may take, in ms; default 10 s. */
  readonly deadlineMs?: number;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
  /**
   * Checked right before the request goes out, also when it is repeated with new tokens: on false it is not sent. A request that was
   * already sent is not cancelled.
   */
  readonly beforeSend?: () => boolean;
  /** Whether it does something, so that a lost answer leaves open whether it was done. */
  readonly isCommand?: boolean;
  /** Where a long success goes as it comes, unseen. Whoever closes it must say so by `signal`, too. */
  readonly openSink?: (head: Head) => Writable;
  /** The connection stands, and the request goes out on it. */
  readonly onSent?: (() => void) | undefined;
}

/** The calls that a controller may lack [O]: the poll, a device's actions and its history. */
const OPTIONAL = /^\/(?:poll|devices\/\d+\/(?:actions|parameter-history))(?:\?|$)/;

/** Whether a request reads what a controller may lack. */
export const isOptional = ({ method, path }: Pick<Request, 'method' | 'path'>): boolean =>
  method === 'GET' && OPTIONAL.test(path);

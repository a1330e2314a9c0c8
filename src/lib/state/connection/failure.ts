import type { ErrorCode, Failure } from '#shared/errors';

/**
 * What can go wrong as this screen sees it: the proxy's refusals, and what happens before the proxy could say anything.
 * `offline`: the proxy was not reached, and nothing was sent. `unknown`: something answered that is not our proxy.
 */
export type ClientCode = ErrorCode | 'offline' | 'unknown';

/** A failure as this screen sees it. */
export interface ClientFailure extends Failure<ClientCode> {
  /** The controller does not have what it was asked for. */
  readonly isAbsent?: true;
}

/** Something, or the failure that stands in its place. */
export type ClientResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ClientFailure };

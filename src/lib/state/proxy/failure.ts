import type { ErrorCode } from '#shared/error-codes';
import type { Failure } from '#shared/errors';

/**
 * A failure's code on this screen: one of the proxy's, or one for a missing response of the proxy. `offline`: the proxy
 * could not be reached, and nothing was sent. `unknown`: another server than our proxy answered.
 */
export type ClientCode = ErrorCode | 'offline' | 'unknown';

/** A failure on this screen. */
export interface ClientFailure extends Failure<ClientCode> {
  /** True if the controller does not have the requested resource. */
  readonly isAbsent?: true;
}

/** A value, or the failure that prevented it. */
export type ClientResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ClientFailure };

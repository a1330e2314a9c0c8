import type { ErrorCode, Failure, Result } from '#shared/errors';

/**
 * What can go wrong as this screen sees it: the proxy's refusals, and what happens before the proxy could say anything.
 * `offline`: the proxy was not reached, and nothing was sent. `unknown`: something answered that is not our proxy.
 */
export type ClientCode = ErrorCode | 'offline' | 'unknown';
export type ClientFailure = Failure<ClientCode>;
export type ClientResult<T> = Result<T, ClientCode>;

import type { Failure } from '#shared/errors';

/** The ways in which a call to a controller fails. */
type CallErrorCode =
  | 'controller-unreachable'
  | 'controller-malformed'
  | 'controller-refused'
  | 'controller-busy'
  | 'outcome-unknown'
  | 'signed-out';

/** A failed call, with what only a controller can tell. */
export interface CallFailure extends Failure<CallErrorCode> {
  /** The controller's own HTTP status, where it answered. */
  readonly status?: number;
  /** How long a busy controller wants to be left alone, in ms; absent where it did not say. */
  readonly retryAfterMs?: number;
  /** Another controller answers where this one was, and was told nothing: it may be a new one of the same home. */
  readonly isAnother?: boolean;
}

/** What a call gave, or how it failed. A `Result` that knows more of its failure. */
export type CallResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: CallFailure };

/** A failed call as a result. */
export const failCall = (
  code: CallErrorCode,
  message: string,
  told: Pick<CallFailure, 'status' | 'retryAfterMs' | 'detail' | 'isAnother'> = {}
): { readonly ok: false; readonly error: CallFailure } => ({ ok: false, error: { code, message, ...told } });

const CALL_ERROR_CODES: readonly string[] = [
  'controller-unreachable',
  'controller-malformed',
  'controller-refused',
  'controller-busy',
  'outcome-unknown',
  'signed-out'
] satisfies CallErrorCode[];

/** Whether a failure is that of a call to a controller, and not one of the proxy's own. */
export const isCallFailure = (failure: Failure): failure is CallFailure =>
  CALL_ERROR_CODES.includes(failure.code);

/** The statuses by which a controller says that it has no such call, whatever the body. */
const ABSENT: readonly (number | undefined)[] = [404, 405, 501];

/** Whether a controller says that it has no such call, with a proper error body or without. */
export const isAbsent = ({ code, status }: CallFailure): boolean =>
  (code === 'controller-refused' || code === 'controller-malformed') && ABSENT.includes(status);

import type { Failure } from '#shared/errors';

/** The ways in which a call to a controller fails. */
const CALL_ERROR_CODES = [
  'controller-unreachable',
  'controller-malformed',
  'controller-refused',
  'controller-busy',
  'outcome-unknown',
  'signed-out'
] as const;
type CallErrorCode = (typeof CALL_ERROR_CODES)[number];

/** A failed call, with details from the controller. */
export interface CallFailure extends Failure<CallErrorCode> {
  /** The controller's HTTP status, if it answered. */
  readonly status?: number;
  /** The pause that a busy controller asks for, in ms; absent if it does not say. */
  readonly retryAfterMs?: number;
  /** Whether another device answers at the controller's address. It got no data; it may be a new controller of the same home. */
  readonly isAnother?: boolean;
}

/** A call that failed, as a result. */
export type FailedCall = { readonly ok: false; readonly error: CallFailure };

/** The result of a call. It is a `Result` with more details of a failure. */
export type CallResult<T> = { readonly ok: true; readonly value: T } | FailedCall;

/** Makes a failed call. */
export const failCall = (
  code: CallErrorCode,
  message: string,
  details: Pick<CallFailure, 'status' | 'retryAfterMs' | 'detail' | 'isAnother'> = {}
): FailedCall => ({ ok: false, error: { code, message, ...details } });

/** Whether a failure is one of a call to a controller, not of the proxy itself. */
export const isCallFailure = (failure: Failure): failure is CallFailure =>
  CALL_ERROR_CODES.some((code) => code === failure.code);

/** The statuses of a controller that lacks a call, with any body. */
const ABSENT: readonly (number | undefined)[] = [404, 405, 501];

/** Whether a controller lacks a call [O], such as the poll, with or without a proper error body. */
export const isAbsent = ({ code, status }: CallFailure): boolean =>
  (code === 'controller-refused' || code === 'controller-malformed') && ABSENT.includes(status);

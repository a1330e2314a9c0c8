import type { ErrorCode } from '#shared/error-codes';

/** An expected failure, as a value. `message` is for logs and developers; the app shows the text of `code`. */
export interface Failure<Code extends string = ErrorCode> {
  readonly code: Code;
  readonly message: string;
  readonly detail?: unknown;
}

/** A value, or the failure that prevented it. */
export type Result<T, Code extends string = ErrorCode> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Failure<Code> };

/** Makes a successful result. */
export const succeed = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

/** Makes a failed result from a code, a message for logs and developers, and optional details. */
export function fail<Code extends string>(
  code: Code,
  message: string,
  detail?: unknown
): { readonly ok: false; readonly error: Failure<Code> } {
  return { ok: false, error: detail === undefined ? { code, message } : { code, message, detail } };
}

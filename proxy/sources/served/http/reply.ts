import { ERRORS, type ErrorName } from '../errors';

/** The response to a request. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response with status 200. */
export const answer = (body: unknown): Reply => ({ status: 200, body });

/** An error response (document 7) [D]. A 401 lists the accepted schemes (RFC 9110 §11.6.1). */
export function refuse(name: ErrorName, parameters?: Readonly<Record<string, unknown>>): Reply {
  const { status, code, message } = ERRORS[name];
  return {
    status,
    body: { errorMessage: message, errorCode: code, errorParameters: parameters },
    ...(status === 401 ? { headers: { 'WWW-Authenticate': 'Basic realm="controller", Bearer' } } : {})
  };
}

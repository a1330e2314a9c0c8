import { errorBody, ERRORS, type ErrorName } from '../errors';

/** What goes back for a request. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A success with its body. */
export const answer = (body: unknown): Reply => ({ status: 200, body });

/** An error with the document's body (document 7) [D]. A missing or wrong sign-in names what would do (RFC 9110 §11.6.1). */
export function refuse(name: ErrorName, parameters?: Readonly<Record<string, unknown>>): Reply {
  const { status } = ERRORS[name];
  return {
    status,
    body: errorBody(name, parameters),
    ...(status === 401 ? { headers: { 'WWW-Authenticate': 'Basic realm="controller", Bearer' } } : {})
  };
}

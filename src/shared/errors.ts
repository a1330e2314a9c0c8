/** An expected failure, as a value. `message` is for logs and developers; people read the sentence of the code. */
export interface Failure<Code extends string = ErrorCode> {
  readonly code: Code;
  readonly message: string;
  readonly detail?: unknown;
}

/** Something, or the failure that stands in its place. */
export type Result<T, Code extends string = ErrorCode> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure<Code> };

/** A result that succeeded. */
export const succeed = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

/** A result that failed: its code, a message for logs and developers, and what else is known. */
export function fail<Code extends string>(
  code: Code,
  message: string,
  detail?: unknown
): { readonly ok: false; readonly error: Failure<Code> } {
  return { ok: false, error: detail === undefined ? { code, message } : { code, message, detail } };
}

/** Every refusal of the proxy by its code, with its HTTP status; 0 stands for a status that the controller chose. */
export const ERROR_STATUS = {
  /** The body, the query or a parameter is not what the route takes. */
  'bad-request': 400,
  /** An address that is no private IPv4 literal; no connection was made. */
  'bad-address': 400,
  'wrong-credentials': 401,
  /** It takes the user's password: typed a moment ago, or where the controller is said to be now and refuses the tokens. */
  'password-needed': 401,
  /** No setup code has these characters (any more). */
  'wrong-setup-code': 401,
  /** No pairing has this code (any more). */
  'wrong-code': 401,
  /** No cookie, or one that stands for nobody. */
  'not-signed-in': 401,
  /** The controller ended the user's sign-in: this screen gets nothing until somebody lets it back in. The cookie stays valid. */
  'screen-locked': 401,
  /** The screen is signed in, but not to this controller. */
  forbidden: 403,
  /** The screen is signed in to this controller, and its rights do not reach so far. */
  'limited-screen': 403,
  /** The household is closed: only its managing screens, or a setup code, may do that. */
  'setup-code-needed': 403,
  /** A command for a lock: none is ever sent. */
  'lock-refused': 403,
  'foreign-origin': 403,
  /** Plain HTTP off loopback carries no sign-in and no data. */
  'insecure-origin': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  /** The controller's tokens are dead: the user must sign in again. The cookie stays valid. */
  'signed-out': 409,
  /** The home at that address is not the one that was known: nothing was joined, moved or kept. */
  'different-home': 409,
  /** As many screens are signed in as there may be, and each of them is kept or in use. */
  'too-many-screens': 409,
  /** As many controllers, or users of one, as a household may have, and all of them are in use: nothing was kept. */
  'household-full': 409,
  /** A newer command for the same value was sent in its place. */
  superseded: 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  'foreign-host': 421,
  'too-many-attempts': 429,
  /** More commands than a radio can carry; none was sent. */
  'too-many-commands': 429,
  'headers-too-large': 431,
  internal: 500,
  'controller-unreachable': 502,
  'controller-malformed': 502,
  /** The command was sent and its reply was lost: it may have had its effect. */
  'outcome-unknown': 504,
  /** It is done, and a restart may undo it: the disk does not take it. */
  'not-kept': 507,
  'controller-refused': 0,
  'controller-busy': 0
} as const satisfies Record<string, number>;

/** The code of an expected failure. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** Whether a value is the code of a failure that this build knows. */
export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(ERROR_STATUS, value);

/** All error codes of the proxy with their HTTP status. 0 means that the controller's status is passed on. */
export const ERROR_STATUS = {
  /** The body, the query or a parameter does not match the route's schema. */
  'bad-request': 400,
  /** The command has a method that its device does not offer. Nothing was sent. */
  'unknown-method': 400,
  /** The parameters of the command are not those that its method takes. Nothing was sent. */
  'invalid-params': 400,
  /** The address is not a private IPv4 literal. No connection was made. */
  'bad-address': 400,
  /** The chosen password is too short. */
  'short-password': 400,
  'wrong-credentials': 401,
  /**
   * The password of the home's account is required: because it was not confirmed recently, or because the controller at its new
   * address refuses the tokens.
   */
  'password-needed': 401,
  /** The setup code is unknown, expired or used. */
  'wrong-setup-code': 401,
  /** The pairing code is unknown, expired or used. */
  'wrong-code': 401,
  'wrong-pin': 401,
  /** The request has no cookie, or the cookie has no session. */
  'not-signed-in': 401,
  /** The controller has refused the home's account. The screen gets no data until it is let back in. The cookie stays valid. */
  'screen-locked': 401,
  /** The screen is signed in to another controller. */
  forbidden: 403,
  /** The screen is signed in to this controller, but its rights do not allow the request. */
  'limited-screen': 403,
  /** The screen has a PIN, and was not unlocked with it in the last minutes. */
  'pin-needed': 403,
  /** The household is closed: only a managing screen or a setup code can do this. */
  'setup-code-needed': 403,
  /** The command is for a lock. Commands to locks are never sent. */
  'lock-refused': 403,
  /** The household lets this device only show its state: it takes no command from anybody. */
  'show-only': 403,
  /** The account is not that of the home, and sees no room of it whole. */
  'no-whole-room': 403,
  'foreign-origin': 403,
  /** Plain HTTP is allowed on loopback only: elsewhere it serves no sign-in and no data. */
  'insecure-origin': 403,
  /** The home is being forgotten. Nobody signs in to it, until somebody who manages it, or a code, takes it back. */
  'home-leaving': 409,
  'not-found': 404,
  'method-not-allowed': 405,
  /** The controller refuses the tokens of the home's account: somebody must sign in with it again. The cookie stays valid. */
  'signed-out': 409,
  /** The home at that address is not the known one. Nothing was joined, moved or stored. */
  'different-home': 409,
  /** The maximum number of screens is signed in, and all of them are remembered or in use. */
  'too-many-screens': 409,
  /** The home's own account is not signed in, so that nobody knows what another one may see. Nothing was stored. */
  'account-needed': 409,
  /** The other account has other devices than the home: `detail` says for whom, and it has to be confirmed. */
  'account-differs': 409,
  /** The controller has to refuse the home's account for an hour before a locked screen replaces it: `retryMs` is what is left. */
  'account-refused-shortly': 409,
  /** The maximum number of controllers is reached. Nothing was stored. */
  'household-full': 409,
  /** The controller has the maximum number of scenes, of timers, or of rules of touch. */
  'list-full': 409,
  /** The clocks of the page and of the proxy differ too much to set a timer to an instant. */
  'clock-differs': 409,
  /** A newer command for the same value was sent instead. */
  superseded: 409,
  /** The device's node is too hot: until that ends it only stops or switches off. Nothing was sent. */
  overheated: 409,
  /** The load of the device's node is too large: until that ends it only stops or switches off. Nothing was sent. */
  overloaded: 409,
  /** The command was not sent, and never will be: it came too late, or the proxy has never got it. */
  'not-sent': 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  'foreign-host': 421,
  'too-many-attempts': 429,
  /** The command queue is full. The command was not sent. */
  'too-many-commands': 429,
  'headers-too-large': 431,
  internal: 500,
  'controller-unreachable': 502,
  'controller-malformed': 502,
  /** The command was sent, but its response was lost. It may have taken effect. */
  'outcome-unknown': 504,
  /** The change is in effect, but could not be written to the disk: a restart may undo it. */
  'not-kept': 507,
  /** It could not be written to the disk, so nothing was changed. */
  'not-saved': 507,
  'controller-refused': 0,
  'controller-busy': 0
} as const satisfies Record<string, number>;

/** The code of an expected failure. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** Checks whether a value is an error code that this build knows. */
export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(ERROR_STATUS, value);

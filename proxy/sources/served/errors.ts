/**
 * All errors of the virtual controller: `errorCode`, HTTP status and message. The document specifies the body and the code 0
 * (document 7) [D]. The other codes are assumed [A].
 */
export const ERRORS = {
  badTarget: { code: 10, status: 400, message: 'The request target cannot be read' },
  noSuchPath: { code: 11, status: 404, message: 'No such path' },
  methodNotAllowed: { code: 12, status: 405, message: 'The path does not take this method' },
  badQuery: { code: 13, status: 400, message: 'A query parameter cannot be read' },
  badBody: { code: 14, status: 400, message: 'The body is not the JSON that this call takes' },
  bodyTooLarge: { code: 15, status: 413, message: 'The body is too large' },
  malformedRequest: { code: 16, status: 400, message: 'The request is malformed' },
  headersTooLarge: { code: 17, status: 431, message: 'The headers are too large' },
  tooSlow: { code: 18, status: 408, message: 'The request did not arrive in time' },

  notSignedIn: { code: 20, status: 401, message: 'Authorization is required' },
  wrongCredentials: { code: 21, status: 401, message: 'User name or password is wrong' },
  deadToken: { code: 22, status: 401, message: 'The access token is unknown or has expired' },
  shortPassword: { code: 24, status: 422, message: 'A password has 8 characters or more' },
  deadRefreshToken: { code: 23, status: 401, message: 'The refresh token is unknown, used or has expired' },

  noSuchId: { code: 30, status: 404, message: 'Nothing has this id' },
  noSuchParameter: { code: 31, status: 404, message: 'The device has no such parameter' },

  noSuchMethod: { code: 40, status: 400, message: 'The device does not offer this method' },
  badArguments: { code: 41, status: 400, message: 'The parameters are not what the method takes' },
  unsupportedValue: { code: 42, status: 400, message: 'The device does not support this value' },

  noHome: { code: 50, status: 503, message: 'The controller has lost its home' },

  internal: { code: 90, status: 500, message: 'Something went wrong inside the controller' }
} as const satisfies Record<string, { code: number; status: number; message: string }>;

/** The name of an error. */
export type ErrorName = keyof typeof ERRORS;

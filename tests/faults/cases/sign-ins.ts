import type { ErrorCode } from '#shared/error-codes';
import {
  body,
  cut,
  json,
  refusal,
  silence,
  type Behaviour
} from '../../../tools/support/misbehaving-controller';

/** A response to `POST /auth/login`, and the outcome of the sign-in. */
export interface SignInCase {
  readonly login: Behaviour;
  readonly outcome: 'signed-in' | ErrorCode;
  /** The status of the error, if the code does not determine it. */
  readonly status?: number;
}

const malformed = (login: Behaviour): SignInCase => ({ login, outcome: 'controller-malformed' });
const wrong = (login: Behaviour): SignInCase => ({ login, outcome: 'wrong-credentials' });
const refused = (login: Behaviour, status: number): SignInCase => ({
  login,
  outcome: 'controller-refused',
  status
});
const good = (tokens: object): SignInCase => ({ login: json(tokens), outcome: 'signed-in' });

/** All responses to a sign-in. */
export const SIGN_INS: Readonly<Record<string, SignInCase>> = {
  'without a token': malformed(json({ success: true })),
  'with an empty token': malformed(json({ token: '', refresh_token: 'refresh-1' })),
  'with a number for a token': malformed(json({ token: 42, refresh_token: 'refresh-1' })),
  'with a token of 64 kB': malformed(json({ token: 'x'.repeat(64 * 1024) })),
  'with a line break in the token': malformed(json({ token: 'access\r\nx-injected: 1' })),
  'with an invalid refresh token': malformed(json({ token: 'access-1', refresh_token: {} })),
  'with a line break in the refresh token': malformed(json({ token: 'a', refresh_token: 'a\nb' })),
  'with a list': malformed(json(['token'])),
  'with nothing at all': malformed(body('')),
  'with HTML': malformed(body('<html>Sign in</html>', { 'content-type': 'text/html' })),
  'with a redirect': malformed(json({}, 302, { location: 'http://192.0.2.1/auth/login' })),
  'with silence': { login: silence, outcome: 'controller-unreachable' },
  'with a cut': { login: cut, outcome: 'controller-unreachable' },
  'with a 200 without success': wrong(json({ success: false, token: 'a' })),
  'with a 500 that is no success': refused(json({ success: false, errorMessage: 'Oops' }, 500), 500),
  'with a 401': wrong(refusal(401, 'Wrong password')),
  'with a 401 in HTML': wrong((response) =>
    response.writeHead(401, { 'content-type': 'text/html' }).end('<h1>401</h1>')
  ),
  'with a 403': refused(refusal(403, 'Blocked'), 403),
  'with a 503': { login: json({}, 503, { 'retry-after': '5' }), outcome: 'controller-busy', status: 503 },
  'without a refresh token': good({ token: 'access-1' }),
  'with tokens under other names': good({ accessToken: 'access-1', refreshToken: 'refresh-1' })
};

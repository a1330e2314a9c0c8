import type { ErrorCode } from '#shared/error-codes';
import type { LinkPhase } from '../../../src/lib/state/connection/link-machine';
import { body, json, refusal, silence, type Behaviour } from '../../../tools/support/misbehaving-controller';

/** A response to `POST /auth/get-new-access-token` after the access token has expired. */
export interface RenewalCase {
  readonly renew: Behaviour;
  /** The outcomes of the calls that need a token, in order. A locked screen gets `signed-out` as well. */
  readonly readings: readonly ('passed' | ErrorCode)[];
  /** The link phase of the screens afterwards. Locked screens cannot connect. */
  readonly phase: LinkPhase;
}

/** The valid token after a successful renewal. */
export const RENEWED = 'access-2';

/** A controller that rejects every token for which `isAlive` is false. */
export function forgetTokens(isAlive: (token: string) => boolean): Readonly<Record<string, Behaviour>> {
  const answer: Behaviour = (response, seen) => {
    const [, token = ''] = seen.headers.authorization?.split(' ') ?? [];
    (isAlive(token) ? json({ id: 1 }) : refusal(401))(response, seen);
  };
  const routes = ['GET /devices/1', 'GET /info', 'GET /rooms', 'GET /sections', 'GET /devices'];
  return Object.fromEntries(routes.map((route) => [route, answer]));
}

const busy = (renew: Behaviour): RenewalCase => ({
  ...{ renew, readings: ['controller-busy', 'controller-busy'], phase: 'live' }
});
const signedOut = (renew: Behaviour): RenewalCase => ({
  ...{ renew, readings: ['signed-out', 'signed-out'], phase: 'offline' }
});

/** All responses to a renewal. */
export const RENEWALS: Readonly<Record<string, RenewalCase>> = {
  'with a new token': { renew: json({ token: RENEWED }), readings: ['passed', 'passed'], phase: 'live' },
  'with a 401': signedOut(refusal(401)),
  'with a 500': busy((response) => response.writeHead(500).end()),
  'with a 404': busy(refusal(404)),
  'without a token': busy(json({ success: true })),
  'with HTML': busy(body('<html>')),
  'with silence': { renew: silence, readings: ['controller-unreachable'], phase: 'unreachable' },
  'with a 503': busy(json({}, 503)),
  'with a token that is expired too': signedOut(json({ token: 'access-3' }))
};

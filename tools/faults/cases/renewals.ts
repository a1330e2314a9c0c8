import type { ErrorCode } from '#shared/errors';
import type { LinkPhase } from '../../../src/lib/state/connection/link-machine';
import { body, json, refusal, silence, type Behaviour } from '../../../tests/support/misbehaving-controller';

/** A way to answer `POST /auth/get-new-access-token` once the access token is dead. */
export interface RenewalCase {
  readonly renew: Behaviour;
  /** What the calls come to that need it, one after the other; `signed-out` also where the screen was locked by then. */
  readonly readings: readonly ('passed' | ErrorCode)[];
  /** How the screens stand to the home then: locked ones are let on no more. */
  readonly phase: LinkPhase;
}

/** The token that is alive after a renewal that went well. */
export const RENEWED = 'access-2';

/** A controller that has forgotten every token but those that `isAlive` knows. */
export function forgetTokens(isAlive: (token: string) => boolean): Readonly<Record<string, Behaviour>> {
  const answer: Behaviour = (response, seen) => {
    const [, token = ''] = seen.headers.authorization?.split(' ') ?? [];
    (isAlive(token) ? json({ id: 1 }) : refusal(401))(response, seen);
  };
  const routes = ['GET /devices/1', 'GET /info', 'GET /rooms', 'GET /sections', 'GET /devices'];
  return Object.fromEntries(routes.map((route) => [route, answer]));
}

/** Every answer to a renewal of the list of bad input. */
export const RENEWALS: Readonly<Record<string, RenewalCase>> = {
  'with a new token': { renew: json({ token: RENEWED }), readings: ['passed', 'passed'], phase: 'live' },
  'with a 401': { renew: refusal(401), readings: ['signed-out', 'signed-out'], phase: 'offline' },
  'with a 500, twice': {
    renew: (response) => response.writeHead(500).end(),
    readings: ['controller-malformed', 'signed-out'],
    phase: 'offline'
  },
  'without a token, twice': {
    renew: json({ success: true }),
    readings: ['controller-malformed', 'signed-out'],
    phase: 'offline'
  },
  'with HTML, twice': {
    renew: body('<html>'),
    readings: ['controller-malformed', 'signed-out'],
    phase: 'offline'
  },
  'with silence': { renew: silence, readings: ['controller-unreachable'], phase: 'unreachable' },
  'with a 503': { renew: json({}, 503), readings: ['controller-busy', 'controller-busy'], phase: 'live' },
  'with a token that is as dead': {
    renew: json({ token: 'access-3' }),
    readings: ['signed-out', 'signed-out'],
    phase: 'offline'
  }
};

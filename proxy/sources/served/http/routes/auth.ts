import { isRecord } from '#shared/home';
import type { Admission } from '../../auth/admission';
import type { TokenPair, IssuedTokens } from '../../auth/tokens';
import { answer, refuse, type Reply } from '../reply';
import type { Route } from '../router';

const tokenReply = ({ access, refresh }: TokenPair) =>
  answer({ success: true, token: access, refresh_token: refresh });

/** Error statuses of a renewal: 404 and 500 with an error body, 502 without, as of a controller that is starting [A]. */
export const RENEWAL_ERRORS = [404, 500, 502] as const;
export type RenewalError = (typeof RENEWAL_ERRORS)[number];

/** Bodies of the errors with which a renewal can fail. */
const ERROR_REPLIES: Readonly<Record<RenewalError, Reply>> = {
  404: refuse('noSuchPath'),
  500: refuse('internal'),
  502: { status: 502, body: null }
};

/**
 * Sign-in with Basic (document 4.2) [D], and renewal of tokens with only a refresh token [O].
 * @param errors the answers to the first renewals
 */
export function authRoutes(
  admission: Admission,
  tokens: IssuedTokens,
  errors: readonly RenewalError[] = []
): Route[] {
  let renewals = 0;
  return [
    {
      method: 'POST',
      path: '/auth/login',
      isOpen: true,
      async handle({ authorization, body }) {
        const refusal = await admission.basicRefusalOf(authorization);
        if (refusal !== undefined) return refuse(refusal);
        if (body !== undefined && !isRecord(body)) return refuse('badBody');
        return tokenReply(tokens.issue());
      }
    },
    {
      method: 'POST',
      path: '/auth/get-new-access-token',
      isOpen: true,
      handle({ query }) {
        const error = errors[renewals++];
        if (error !== undefined) return ERROR_REPLIES[error];
        const pair = tokens.renew(query.get('token') ?? '');
        return pair === undefined ? refuse('deadRefreshToken') : tokenReply(pair);
      }
    }
  ];
}

import { isRecord } from '#shared/home';
import type { Admission } from '../../auth/admission';
import type { TokenPair, Tokens } from '../../auth/tokens';
import { answer, refuse } from '../reply';
import type { Route } from '../router';

const tokenReply = ({ access, refresh }: TokenPair) =>
  answer({ success: true, token: access, refresh_token: refresh });

/** Sign-in with Basic (document 4.2) [D], and renewal of tokens with only a refresh token [O]. */
export function authRoutes(admission: Admission, tokens: Tokens): Route[] {
  return [
    {
      method: 'POST',
      path: '/auth/login',
      isOpen: true,
      handle({ authorization, body }) {
        const refusal = admission.basicRefusalOf(authorization);
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
        const pair = tokens.renew(query.get('token') ?? '');
        return pair === undefined ? refuse('deadRefreshToken') : tokenReply(pair);
      }
    }
  ];
}

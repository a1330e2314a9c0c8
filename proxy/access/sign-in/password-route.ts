import * as v from 'valibot';
import { passwordSchema, routes } from '#shared/wire';
import type { FastifyInstance } from 'fastify';
import { isCallFailure, refuseCall } from '../../controllers/failure';
import type { SignIns } from '../../controllers/sign-in';
import { abortOnDisconnect } from '../../http/replies';
import { refuse, sendTooManyAttempts } from '../../http/errors';
import { screenOf } from '../access-control';
import { tryOnce } from './attempt';
import { clientAddress } from '../../net/addresses';
import type { Screens } from '../screens/screens';
import type { SignInLimits } from './sign-in-limits';
import type { TypedPasswords } from './typed-passwords';

/** What the route depends on. */
interface PasswordRouteDeps {
  readonly signIns: SignIns;
  readonly screens: Pick<Screens, 'letBackIn'>;
  readonly typedPasswords: TypedPasswords;
  readonly limits: SignInLimits;
  readonly trustedProxies: readonly string[];
}

/** The route that checks the user's password on a screen that is signed in. The controller decides. */
export function registerPassword(app: FastifyInstance, deps: PasswordRouteDeps) {
  const { signIns, screens, typedPasswords, limits, trustedProxies } = deps;

  app.post(routes.password, { config: { access: 'signed-in' } }, async (request, reply) => {
    const read = v.safeParse(passwordSchema, request.body);
    if (!read.success) return refuse(reply, { code: 'bad-request', message: 'This is no password.' });
    const { id, controller, user: username, name: screen } = screenOf(request);
    const client = clientAddress(request.raw, trustedProxies);
    const attempt = await limits.begin({ client, account: { controller, user: username } });
    if (!attempt.ok) return sendTooManyAttempts(reply, attempt.error);
    const signIn = { controller, username, password: read.output.password, screen };
    const terms = { pass: null, signal: abortOnDisconnect(reply) };
    const judged = await tryOnce(attempt.value, () => signIns.signIn(signIn, terms));
    if (!judged.ok)
      return isCallFailure(judged.error) ? refuseCall(reply, judged.error) : refuse(reply, judged.error);
    // The user's earlier tokens may have been refused just then: the screen on which the password was typed stays signed in.
    screens.letBackIn([id]);
    typedPasswords.typed(id);
    return reply.code(204).send();
  });
}

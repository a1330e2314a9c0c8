import type { MoveQuestion } from '#shared/household';
import type { FastifyInstance } from 'fastify';
import { refuseCall } from '../../controllers/failure';
import { isRefusedMove } from '../../controllers/sign-in-case';
import { abortOnDisconnect } from '../../http/replies';
import { refuse } from '../../http/errors';
import { serve } from '../../http/serve';
import { screenOf } from '../access-control';
import type { Household } from '../household';
import { clientAddress } from '../../net/addresses';

/** The route that checks the user's password on a screen that is signed in. The controller decides. */
export function registerPassword(app: FastifyInstance, household: Household) {
  const { signIns, screens, typedPasswords, limits, trustedProxies } = household;

  serve(app, 'POST /api/password', async (request, reply, { password }) => {
    const { id, controller, user: username, name: screen } = screenOf(request);
    const client = clientAddress(request.raw, trustedProxies);
    const signIn = { controller, username, password, screen };
    const terms = { pass: null, signal: abortOnDisconnect(reply) };
    const attempted = { client, account: { controller, user: username } };
    const judged = await limits.attempt(attempted, () => signIns.signIn(signIn, terms));
    if (!judged.ok) return refuseCall(reply, judged.error);
    // The user's earlier tokens may have been refused just then: the screen on which the password was typed stays signed in.
    screens.letBackIn([id]);
    typedPasswords.add(id);
    return reply.code(204).send();
  });
}

/** Routes by which a managing screen asks whether a lost controller may have been found, and gives its new address. */
export function registerMoves(app: FastifyInstance, household: Household) {
  const { signIns, known, relocation, gate, limits, activity, trustedProxies, log } = household;
  serve(app, 'GET /api/controllers/:id/move', async (request, reply) => {
    const pass = await gate.admit(request);
    if (!pass.ok) return refuse(reply, pass.error);
    const candidate = relocation.question(screenOf(request).controller);
    const question = candidate && { name: candidate.name, address: candidate.address };
    return reply.send({ question } satisfies MoveQuestion);
  });

  serve(app, 'POST /api/controllers/:id/move', async (request, reply, body) => {
    const pass = await gate.admit(request);
    if (!pass.ok) return refuse(reply, pass.error);
    const by = screenOf(request);
    const { controller, user } = by;
    const client = clientAddress(request.raw, trustedProxies);
    const moved = await limits.attempt({ client, account: { controller, user } }, () =>
      signIns.move(
        { controller, screen: by.id, user, ...body },
        { pass: pass.value, signal: abortOnDisconnect(reply) }
      )
    );
    if (!moved.ok) {
      if (isRefusedMove(moved.error.code))
        activity.note({ kind: 'move-refused', controller: known.get(controller), user, by });
      if (moved.error.code !== 'too-many-attempts')
        log.info({ controller, code: moved.error.code }, 'Controller move failed.');
      return refuseCall(reply, moved.error);
    }
    const { id, name, address } = moved.value;
    activity.note({ kind: 'moved', controller: moved.value, user, by });
    log.info({ controller: id, address }, 'Controller moved to another address.');
    return reply.send({ id, name, address });
  });
}

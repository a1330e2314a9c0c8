import * as v from 'valibot';
import type { MoveQuestion } from '#shared/household';
import { moveRequestSchema, routes } from '#shared/wire';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isCallFailure, refuseCall } from '../../controllers/failure';
import type { KnownControllers } from '../../controllers/known';
import { isRefusedMove, type Moves } from '../../controllers/moves';
import type { Relocation } from '../../controllers/relocation';
import { abortOnDisconnect } from '../../http/replies';
import type { Log } from '../../platform/log';
import { refuse, sendAttemptError, sendTooManyAttempts } from '../../http/errors';
import type { ActivityLog } from '../activity/activity';
import { tryOnce } from './attempt';
import { screenOf } from '../access-control';
import { clientAddress } from '../../net/addresses';
import type { HouseholdGate } from '../household-gate';
import type { SignInLimits } from './sign-in-limits';

/** What the routes of moves depend on. */
interface MoveRouteDeps {
  readonly moves: Moves;
  readonly known: Pick<KnownControllers, 'get'>;
  readonly activity: Pick<ActivityLog, 'note'>;
  readonly relocation: Pick<Relocation, 'question'>;
  readonly gate: HouseholdGate;
  readonly limits: SignInLimits;
  readonly trustedProxies: readonly string[];
  readonly log: Log;
}

/** Routes by which a managing screen asks whether a lost controller may have been found, and gives its new address. */
export function registerMoves(app: FastifyInstance, deps: MoveRouteDeps) {
  const { moves, known, relocation, gate, limits, activity, trustedProxies, log } = deps;
  const path = routes.move(':id');
  const access = { config: { access: 'grant' } } as const;

  app.get(path, access, async (request, reply) => {
    const pass = await gate.admit(request);
    if (!pass.ok) return sendAttemptError(reply, pass.error);
    const candidate = relocation.question(screenOf(request).controller);
    const question = candidate && { name: candidate.name, address: candidate.address };
    return reply.send({ question } satisfies MoveQuestion);
  });

  app.post(path, access, async (request: FastifyRequest, reply) => {
    const pass = await gate.admit(request);
    if (!pass.ok) return sendAttemptError(reply, pass.error);
    const read = v.safeParse(moveRequestSchema, request.body);
    if (!read.success) return refuse(reply, { code: 'bad-request', message: 'A move has an address.' });
    const by = screenOf(request);
    const { controller, user } = by;
    const client = clientAddress(request.raw, trustedProxies);
    const attempt = await limits.begin({ client, account: { controller, user } });
    if (!attempt.ok) return sendTooManyAttempts(reply, attempt.error);
    const moved = await tryOnce(attempt.value, () =>
      moves.move(
        { controller, screen: by.id, user, ...read.output },
        { pass: pass.value, signal: abortOnDisconnect(reply) }
      )
    );
    if (!moved.ok) {
      if (isRefusedMove(moved.error.code))
        activity.note({ kind: 'move-refused', controller: known.get(controller), user, by });
      log.info({ controller, code: moved.error.code }, 'Controller move failed.');
      return isCallFailure(moved.error) ? refuseCall(reply, moved.error) : refuse(reply, moved.error);
    }
    const { id, name, address } = moved.value;
    activity.note({ kind: 'moved', controller: moved.value, user, by });
    log.info({ controller: id, address }, 'Controller moved to another address.');
    return reply.send({ id, name, address });
  });
}

import type { FastifyInstance } from 'fastify';
import { fail } from '#shared/errors';
import { serve } from '../../http/serve';
import type { Household } from '../household';
import { screenOf } from '../requests';
import { changeLimit } from '../screens/change-limit';
import { PASSWORD_NEEDED } from '../screens/screen';

const NOT_SAVED = fail('not-saved', 'The disk is full or read-only: the code before stays valid.');

/** Routes by which a managing screen sees whether its home has a recovery code, and makes one. */
export function registerRecovery(app: FastifyInstance, household: Household) {
  const { recoveryCodes, typedPasswords, activity, known, clock } = household;
  const countChange = changeLimit(clock, 'the recovery code often');

  serve(app, 'GET /api/controllers/:id/recovery-code', (request) => ({
    madeAt: recoveryCodes.madeAt(screenOf(request).controller)
  }));

  serve(app, 'POST /api/controllers/:id/recovery-code', async (request) => {
    const by = screenOf(request);
    if (!typedPasswords.isFresh(by.id)) return PASSWORD_NEEDED;
    const counted = countChange(by.controller);
    if (!counted.ok) return counted;
    const code = await recoveryCodes.make(by.controller);
    if (code === null) return NOT_SAVED;
    activity.note({ kind: 'recovery-code-made', controller: known.get(by.controller), by });
    return { code };
  });
}

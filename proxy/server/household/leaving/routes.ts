import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UNKNOWN_CONTROLLER } from '../../controllers/known';
import { serve } from '../../http/serve';
import type { Household } from '../household';
import { BOX, type Pass } from '../household-gate';
import { browserOf } from '../requests';
import { changeLimit } from '../screens/change-limit';
import { browserName, PASSWORD_NEEDED, SETUP_CODE_NEEDED } from '../screens/screen';

/** Routes by which a managing screen of a home, or a code, forgets it and takes it back. */
export function registerForgetting(app: FastifyInstance, household: Household) {
  const { known, accounts, gate, ends, leaving, typedPasswords } = household;
  const countChange = changeLimit(household.clock, 'whether the home stays');

  const admit = (request: FastifyRequest, home: string) =>
    gate.admitToHome(request, home, (screen) => gate.decidesEnd(screen));
  const authorOf = (request: FastifyRequest, home: string, { codeFor }: Pass) => ({
    by: codeFor === undefined ? browserOf(request).at(home) : undefined,
    from: browserName(request.headers['user-agent'])
  });

  serve(app, 'POST /api/controllers/:id/forget', async (request, { now }) => {
    const { id } = request.params;
    if (known.get(id)?.source !== 'known') return UNKNOWN_CONTROLLER;
    const pass = await admit(request, id);
    if (!pass.ok) return pass;
    // Who has replaced the account must not end the home before the one of before can take it back.
    if (accounts.formerOf(id) && pass.value.codeFor !== BOX) return SETUP_CODE_NEEDED;
    const screen = browserOf(request).at(id);
    const isProven = screen !== undefined && (typedPasswords.isFresh(screen.id) || leaving.isSilent(id));
    if (pass.value.codeFor === undefined && !isProven) return PASSWORD_NEEDED;
    const counted = countChange(id);
    if (!counted.ok) return counted;
    const used = await pass.value.use();
    if (!used.ok) return used;
    const begun = await ends.begin(id, authorOf(request, id, pass.value));
    if (!begun.ok) return begun;
    if (!now) return { goesInMs: leaving.goesInMs(id) };
    const gone = await ends.goNow(id);
    return gone.ok ? { goesInMs: 0 } : gone;
  });

  serve(app, 'DELETE /api/controllers/:id/forget', async (request) => {
    const { id } = request.params;
    const pass = await admit(request, id);
    if (!pass.ok) return pass;
    const used = leaving.canStay(id) ? await pass.value.use() : pass;
    if (!used.ok) return used;
    const kept = await ends.takeBack(id, authorOf(request, id, pass.value));
    return kept.ok || kept;
  });
}

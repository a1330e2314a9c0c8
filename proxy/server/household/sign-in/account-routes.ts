import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail, succeed, type Result } from '#shared/errors';
import type { AccountDifference } from '#shared/household';
import { clientAddress } from '../../base/net/addresses';
import { replaceAccount, type AccountChange } from '../../controllers/account-change';
import { UNKNOWN_CONTROLLER, type KnownController } from '../../controllers/known';
import { devicesWithout, type SeenHome } from '../../controllers/seen-home';
import { abortOnDisconnect } from '../../http/replies';
import { serve } from '../../http/serve';
import type { Household } from '../household';
import { BOX, type Pass } from '../household-gate';
import { browserOf, codeOf } from '../requests';
import { browserName, HOME_LEAVING, PASSWORD_NEEDED, type Screen } from '../screens/screen';

/** How long a controller has to refuse the account of a home before a locked screen replaces it, in ms. */
const REFUSED_MS = 60 * 60_000;

/** Maximum number of names of devices in a difference. */
const MAX_NAMES = 20;

const isRefusedShortly = (retryMs: number) =>
  fail('account-refused-shortly', 'The controller has to refuse the account for an hour first.', { retryMs });

/** Who replaces an account: the pass, and what depends on it. */
interface Replacing extends Pick<AccountChange, 'needs' | 'former'> {
  readonly pass: Pass;
}

/** The route that replaces the account of a home. */
export function registerAccount(app: FastifyInstance, household: Household) {
  const { known, leaving, screens, typedPasswords, activity, limits, trustedProxies } = household;

  serve(app, 'POST /api/controllers/:id/account', async (request, body, reply) => {
    const { id } = request.params;
    const held = known.get(id);
    if (held?.source !== 'known') return UNKNOWN_CONTROLLER;
    const admitted = await admit(request, held, household);
    if (!admitted.ok) return admitted;
    if (leaving.has(id)) return HOME_LEAVING;
    const { pass, needs, former } = admitted.value;
    const describe = (home: SeenHome | null, other: SeenHome) =>
      differenceOf(home, other, screens.list(id), household.fingerprints.sizeOf(id));
    const client = clientAddress(request.raw, trustedProxies);
    const account = { controller: id, name: body.username };
    const replaced = await limits.attempt({ client, account, signsIn: true }, () =>
      replaceAccount(
        { ...body, controller: id, needs, former, describe },
        { pass, signal: abortOnDisconnect(reply) },
        household.signInDeps
      )
    );
    if (!replaced.ok) return replaced;
    const by = pass.codeFor === undefined ? browserOf(request).at(id) : undefined;
    activity.note({
      kind: known.sourceAt(held.address) ? 'source-password' : 'account-replaced',
      controller: known.get(id),
      by,
      from: browserName(request.headers['user-agent'])
    });
    if (by) {
      screens.letBackIn([by.id]);
      typedPasswords.add(by.id);
    }
    screens.tellAllOf(id);
    return screens.saved();
  });
}

/**
 * Decides who replaces the account of a home: a code, a screen that manages it with the password typed, or, but at a source, a locked one
 * that would manage it, once the controller has refused the account for an hour.
 * @returns what `HouseholdGate.admitToHome` does; `password-needed`, `account-refused-shortly`
 */
async function admit(
  request: FastifyRequest,
  { id: home, address }: KnownController,
  { known, gate, screens, accounts, typedPasswords, leaving }: Household
): Promise<Result<Replacing>> {
  if (codeOf(request) !== undefined) {
    const pass = await gate.admitToHome(request, home);
    if (!pass.ok) return pass;
    // A managing screen makes recovery codes: one must not end the way back from what it has done.
    const former = pass.value.codeFor === BOX ? 'end' : 'keep';
    return succeed({ pass: pass.value, needs: 'half', former });
  }
  const screen = browserOf(request).at(home);
  // A source takes any password: no other account shows there who somebody is.
  const isSource = known.sourceAt(address) !== undefined;
  const isRefused = (each: Screen) =>
    !isSource &&
    each.rights.manages &&
    screens.isRefused(each.id) &&
    !accounts.tokens(home) &&
    !leaving.has(home);
  if (!screen || !isRefused(screen)) {
    const pass = await gate.admitToHome(request, home);
    if (!pass.ok) return pass;
    if (!screen || !typedPasswords.isFresh(screen.id)) return PASSWORD_NEEDED;
    return succeed({ pass: pass.value, needs: 'half', former: 'keep' });
  }
  const retryMs = REFUSED_MS - accounts.refusedForMs(home);
  if (retryMs > 0) return isRefusedShortly(Math.ceil(retryMs));
  const pass = await gate.admitToHome(request, home, isRefused);
  return pass.ok ? succeed({ pass: pass.value, needs: 'most', former: { by: screen.name } }) : pass;
}

/** What a home would have with another account, for each screen. */
function differenceOf(
  home: SeenHome | null,
  other: SeenHome,
  screens: readonly Screen[],
  size: number
): AccountDifference {
  const namesOf = (one: SeenHome | null, two: SeenHome | null) =>
    one && two
      ? devicesWithout(one, two)
          .slice(0, MAX_NAMES)
          .map(({ name }) => name)
      : [];
  const seenBy = ({ rights: { rooms } }: Screen, seen: SeenHome) =>
    rooms === null
      ? seen.devices.length
      : seen.devices.filter(({ room_id }) => room_id !== null && rooms.includes(room_id)).length;
  return {
    before: home?.devices.length ?? size,
    after: other.devices.length,
    lost: namesOf(home, other),
    added: namesOf(other, home),
    screens: screens
      .map((screen) => ({
        name: screen.name,
        before: home && seenBy(screen, home),
        after: seenBy(screen, other)
      }))
      .filter(({ before, after }) => before !== after)
  };
}

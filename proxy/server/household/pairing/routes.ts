import type { FastifyInstance } from 'fastify';
import { fail, succeed } from '#shared/errors';
import type { Pairing } from '#shared/household';
import { editRights, FULL_RIGHTS } from '#shared/rights';
import { clientAddress } from '../../base/net/addresses';
import { serve } from '../../http/serve';
import type { Household } from '../household';
import { screenOf } from '../requests';
import { arePast } from '../rights';
import { browserName, NOT_MANAGING, PASSWORD_NEEDED } from '../screens/screen';
import { makeRoomAt, openSession, sessionFor } from '../screens/session';
import { PAIRING_TTL_MS, Pairings } from './pairings';

/** Routes by which a screen with full rights offers a pairing, and by which the next screen uses it. */
export function registerPairing(app: FastifyInstance, household: Household) {
  const { known, screens, limits, gate, typedPasswords, activity, trustedProxies, clock } = household;
  const pairings = new Pairings(clock);
  // A screen that no longer has full rights cannot pass any on.
  screens.onEnded(({ id }) => pairings.withdraw(id));
  screens.onChanged(({ id }) => pairings.withdraw(id));
  serve(app, 'GET /api/controllers/:id/pairing', (request) => pairings.stateOf(screenOf(request).id));

  serve(app, 'PUT /api/controllers/:id/pairing', (request) => {
    const renewed = pairings.renew(screenOf(request).id);
    if (!renewed.ok) return renewed;
    return { ...renewed.value, lastsMs: PAIRING_TTL_MS } satisfies Pairing;
  });

  serve(app, 'POST /api/controllers/:id/pairing', (request, body) => {
    if (arePast(body.rights, clock.now())) return fail('bad-request', 'Its end time is in the past.');
    const asking = screenOf(request);
    const rights = editRights(FULL_RIGHTS, body.rights);
    if (rights.manages && !gate.manages(asking)) return NOT_MANAGING;
    if (rights.manages && !typedPasswords.isFresh(asking.id)) return PASSWORD_NEEDED;
    const codes = pairings.offer(asking, rights);
    return { ...codes, lastsMs: PAIRING_TTL_MS } satisfies Pairing;
  });

  serve(app, 'DELETE /api/controllers/:id/pairing', (request) => {
    pairings.withdraw(screenOf(request).id);
    return true;
  });

  serve(app, 'POST /api/pair', async (request, body, reply) => {
    const { code, screen: name, remember } = body;
    const client = clientAddress(request.raw, trustedProxies);
    const paired = await limits.attempt({ client, signsIn: true }, async () =>
      pairings.take(code, ({ by, rights }) => {
        const { controller } = by;
        const room = makeRoomAt(controller, household);
        if (!room.ok) return room;
        const added = screens.add({
          name,
          controller,
          kept: remember,
          rights,
          cameIn: { how: 'pairing', by: { id: by.id, name: by.name } },
          seenActivity: activity.latestSeqOf(controller),
          browser: browserName(request.headers['user-agent'])
        });
        activity.note({ kind: 'paired', controller: known.get(controller), screen: added.screen, by });
        return succeed(added);
      })
    );
    if (!paired.ok) return paired;

    const screen = await openSession(paired.value, reply, screens);
    return sessionFor(screen, household);
  });
}

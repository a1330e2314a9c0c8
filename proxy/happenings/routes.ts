import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '#shared/clock';
import { HAPPENINGS_TTL_MS, type Happening } from '#shared/happenings';
import { isFull } from '#shared/rights';
import { screenOf } from '../access/access-control';
import type { Screen } from '../access/screens/screen';
import { serve } from '../http/serve';
import type { HappenedThen } from './day-memory';
import type { HappeningFeed } from './happening-feed';

/** Registers the route that says what happened in a home. The query `since` (ms since the epoch) leaves out what was before. */
export function registerHappenings(
  app: FastifyInstance,
  { feed, clock }: { readonly feed: HappeningFeed; readonly clock: Clock }
) {
  serve(
    app,
    'GET /api/controllers/:id/happened',
    (request: FastifyRequest<{ Querystring: { since?: string } }>) => {
      const screen = screenOf(request);
      const asked = Number(request.query.since ?? 0);
      const known = Math.max(feed.startedAt, clock.now() - HAPPENINGS_TTL_MS);
      const since = Math.max(known, Number.isSafeInteger(asked) ? asked : 0);
      const happenings = feed.of(screen.controller).since(since, screen.rights.rooms);
      return { since, happenings: happenings.map((happened) => seenBy(happened, screen)) };
    }
  );
}

/** A happening as a screen may know it: only its own user's screens without limits know who did it, and each knows what it did itself. */
function seenBy({ happening, sender }: HappenedThen, { id, user, rights }: Screen): Happening {
  const knowsSender = sender?.screen === id || (sender?.user === user && isFull(rights));
  return 'by' in happening && !knowsSender ? { ...happening, by: null } : happening;
}

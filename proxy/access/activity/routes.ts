import type { Activity } from '#shared/household';
import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import type { ActivityLog } from './activity';
import { type Screen, NOT_MANAGING } from '../screens/screen';
import type { Screens } from '../screens/screens';
import * as v from 'valibot';
import { activitySeenSchema, routes } from '#shared/wire';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../http/errors';
import { screenOf } from '../access-control';
import type { HouseholdGate } from '../household-gate';

/** Maximum number of unseen events that a screen gets: the newest ones. */
const MAX_UNSEEN = 20;

/** Time to wait for further events before listeners are called, in ms. */
const NOTIFY_DEBOUNCE_MS = 500;

/** What unseen activity depends on. */
interface UnseenActivityDeps {
  readonly log: Pick<ActivityLog, 'after' | 'latestSeq' | 'onNoted'>;
  readonly screens: Pick<Screens, 'current' | 'sawActivity'>;
  /** Whether a screen manages the household. Other screens get no activity. */
  readonly manages: (screen: Screen) => boolean;
  readonly clock: Clock;
}

/** The household's activity that each managing screen has not seen. Events that it caused itself are left out. */
export class UnseenActivity {
  readonly #deps: UnseenActivityDeps;
  readonly #seen = new Emitter<void>();

  constructor(deps: UnseenActivityDeps) {
    this.#deps = deps;
  }

  /** The events that the screen of an id has not seen, the oldest first; null if it does not manage the household. */
  unseenOf(id: string): readonly Activity[] | null {
    const { log, screens, manages } = this.#deps;
    const asking = screens.current(id);
    if (!asking || !manages(asking)) return null;
    return log
      .after(asking.seenActivity)
      .filter(({ screen, by }) => screen?.id !== id && by?.id !== id)
      .slice(-MAX_UNSEEN);
  }

  /** Notes that a screen has seen everything up to a `seq`, but not beyond the last event. */
  saw(id: string, upTo: number) {
    const { log, screens } = this.#deps;
    screens.sawActivity(id, Math.min(upTo, log.latestSeq));
    this.#seen.emit();
  }

  /** Calls back within half a second after activity was noted or seen. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    let cancel: (() => void) | undefined;
    const notifySoon = () => {
      cancel ??= this.#deps.clock.after(NOTIFY_DEBOUNCE_MS, () => {
        cancel = undefined;
        listener();
      });
    };
    const unsubscribes = [this.#deps.log.onNoted(notifySoon), this.#seen.subscribe(notifySoon)];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      cancel?.();
    };
  }
}

/** What the routes of the activity depend on. */
interface ActivityRouteDeps {
  readonly activity: Pick<ActivityLog, 'list'>;
  readonly unseen: Pick<UnseenActivity, 'saw'>;
  readonly gate: Pick<HouseholdGate, 'manages'>;
  readonly screens: Pick<Screens, 'saved'>;
}

/** Routes by which a managing screen reads the household's activity, and reports how much of it was seen. */
export function registerActivity(
  app: FastifyInstance,
  { activity, unseen, gate, screens }: ActivityRouteDeps
) {
  const access = { config: { access: 'signed-in' } } as const;

  app.get(routes.activity, access, (request, reply) => {
    if (!gate.manages(screenOf(request))) return refuse(reply, NOT_MANAGING);
    return reply.send({ activities: activity.list() } satisfies { activities: Activity[] });
  });

  app.post(routes.activitySeen, access, async (request, reply) => {
    const screen = screenOf(request);
    if (!gate.manages(screen)) return refuse(reply, NOT_MANAGING);
    const read = v.safeParse(activitySeenSchema, request.body);
    if (!read.success)
      return refuse(reply, { code: 'bad-request', message: 'What was seen is `{upTo}`, a seq.' });
    unseen.saw(screen.id, read.output.upTo);
    await screens.saved();
    return reply.code(204).send();
  });
}

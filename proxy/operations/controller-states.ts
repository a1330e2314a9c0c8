import type { Household } from '../access/household';
import { type Clock, every } from '#shared/clock';
import type { ControllerState } from '#shared/wire-fields';
import type { Log } from '../platform/log';
import { probe } from '../live/health-check';
import { stateAfter } from '../live/watcher';
import { sharedAbort } from '../platform/abort';

/** The state of a watched controller. */
interface WatchedController {
  readonly id: string;
  /** Null until the first attempt has ended. */
  readonly state: ControllerState | null;
  /** When it last answered anything, on the monotonic clock (ms); -Infinity for never. */
  readonly lastHeard: number;
}

/** What the states depend on. */
interface ControllerStatesDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** The name of a controller; undefined if it is not known. */
  readonly nameOf: (controller: string) => string | undefined;
  /** The running watchers, one for each user of a controller, and the controllers that are checked instead. */
  readonly watched: () => readonly WatchedController[];
}

const MESSAGES: Readonly<Record<ControllerState, string>> = {
  online: 'Controller online.',
  unreachable: 'Controller unreachable.',
  changed: 'Controller replaced: another device answers at its address.',
  'signed-out': 'Controller signed out: it refuses the tokens of a user.'
};

/** The states of the controllers: logs each change with how long the previous state lasted, and counts reconnects. */
export class ControllerStates {
  readonly #deps: ControllerStatesDeps;
  readonly #last = new Map<string, { readonly state: ControllerState; readonly since: number }>();
  #reconnects = 0;

  constructor(deps: ControllerStatesDeps) {
    this.#deps = deps;
  }

  /** How often a controller came back online. */
  get reconnects(): number {
    return this.#reconnects;
  }

  /** Each watched controller once: online if one of its users is, with its last answer to any of them. */
  list(): WatchedController[] {
    const byId = new Map<string, WatchedController>();
    for (const each of this.#deps.watched()) {
      const other = byId.get(each.id);
      byId.set(each.id, {
        id: each.id,
        state: other?.state === 'online' ? other.state : (each.state ?? other?.state ?? null),
        lastHeard: Math.max(each.lastHeard, other?.lastHeard ?? -Infinity)
      });
    }
    return [...byId.values()];
  }

  /** Notes the state that a watcher reports. Several users of one controller are one change. */
  note(controller: string, state: ControllerState) {
    const { clock, log, nameOf } = this.#deps;
    const before = this.#last.get(controller);
    if (before?.state === state) return;
    const now = clock.monotonic();
    this.#last.set(controller, { state, since: now });
    if (before && state === 'online') this.#reconnects += 1;
    const facts = {
      controller: nameOf(controller) ?? controller,
      ...(before && { before: before.state, seconds: Math.round((now - before.since) / 1_000) })
    };
    if (state === 'online') log.info(facts, MESSAGES.online);
    else log.warn(facts, MESSAGES[state]);
  }
}

/** Interval of the checks, in ms. */
const CHECK_INTERVAL_MS = 60_000;

/** What the check depends on. */
interface ControllerCheckDeps {
  readonly household: Pick<Household, 'accounts' | 'known' | 'clock' | 'relocation'>;
  /** The watchers that run. Their controllers need no check. */
  readonly watched: () => readonly Pick<WatchedController, 'id'>[];
  readonly onState: (controller: string, state: ControllerState) => void;
}

/**
 * Checks once a minute whether each known controller answers, while nobody watches its home. It reads `/info`, and nothing else. `list`
 * returns these controllers as they were at their last check, and `stop` aborts the checks in flight.
 */
export function checkControllers({ household, watched, onState }: ControllerCheckDeps) {
  const { accounts, known, clock, relocation } = household;
  const checked = new Map<string, WatchedController>();
  const stopped = sharedAbort();

  const unwatched = () =>
    known
      .list()
      .filter(({ id, source }) => source === 'known' && !watched().some((each) => each.id === id))
      .map(({ id }) => id);

  const check = async (id: string) => {
    const [user] = accounts.usersOf(id);
    if (user === undefined) {
      checked.delete(id);
      return;
    }
    const client = accounts.client(id, user);
    const failure = await probe(client, stopped.signal);
    if (stopped.signal.aborted) return;
    const state = failure ? stateAfter(failure) : 'online';
    checked.set(id, { id, state, lastHeard: client.lastHeard });
    onState(id, state);
    if (failure && state !== 'signed-out') relocation.lost(id);
  };

  const cancel = every(clock, CHECK_INTERVAL_MS, () => {
    const ids = unwatched();
    // What was found before somebody watched is too old afterwards.
    for (const id of checked.keys()) if (!ids.includes(id)) checked.delete(id);
    for (const id of ids) void check(id);
  });
  return {
    list: () => unwatched().flatMap((id) => checked.get(id) ?? []),
    stop() {
      cancel();
      stopped.abort();
    }
  };
}

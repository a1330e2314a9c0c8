import { every, type Clock } from '#shared/clock';
import type { ControllerState } from '#shared/wire-fields';
import type { Accounts } from '../controllers/accounts';
import type { KnownControllers } from '../controllers/known';
import { probe } from '../live/health-check';
import { stateAfter } from '../live/watcher';
import { sharedAbort } from '../platform/shared-abort';
import type { WatchedController } from './controller-states';

/** Interval of the checks, in ms. */
const CHECK_INTERVAL_MS = 60_000;

/** What the check depends on. */
interface ControllerCheckDeps {
  readonly accounts: Pick<Accounts, 'client' | 'usersOf'>;
  readonly known: Pick<KnownControllers, 'list'>;
  readonly clock: Clock;
  /** Ids of the controllers that a watcher follows. They need no check. */
  readonly watched: () => readonly string[];
  readonly onState: (controller: string, state: ControllerState) => void;
  /** The controller does not answer at its address, or another device does. */
  readonly onLost: (controller: string) => void;
}

/** Checks once a minute whether each known controller answers, while nobody watches its home. It reads `/info`, and nothing else. */
export class ControllerCheck {
  readonly #deps: ControllerCheckDeps;
  readonly #checked = new Map<string, WatchedController>();

  constructor(deps: ControllerCheckDeps) {
    this.#deps = deps;
  }

  /** The known controllers as they were at their last check, without those that are watched. */
  list(): WatchedController[] {
    return this.#unwatched().flatMap((id) => this.#checked.get(id) ?? []);
  }

  /** Starts the checks. Returns a function that stops them and aborts those in flight. */
  start(): () => void {
    const stopped = sharedAbort();
    const cancel = every(this.#deps.clock, CHECK_INTERVAL_MS, () => {
      const unwatched = this.#unwatched();
      // What was found before somebody watched is too old afterwards.
      for (const id of this.#checked.keys()) if (!unwatched.includes(id)) this.#checked.delete(id);
      for (const id of unwatched) void this.#check(id, stopped.signal);
    });
    return () => {
      cancel();
      stopped.abort();
    };
  }

  #unwatched(): readonly string[] {
    const watched = this.#deps.watched();
    return this.#deps.known
      .list()
      .filter(({ id, source }) => source === 'known' && !watched.includes(id))
      .map(({ id }) => id);
  }

  async #check(id: string, signal: AbortSignal) {
    const { accounts, onState, onLost } = this.#deps;
    const [user] = accounts.usersOf(id);
    if (user === undefined) {
      this.#checked.delete(id);
      return;
    }
    const client = accounts.client(id, user);
    const failure = await probe(client, signal);
    if (signal.aborted) return;
    const state = failure ? stateAfter(failure) : 'online';
    this.#checked.set(id, { id, state, lastHeard: client.lastHeard });
    onState(id, state);
    if (failure && state !== 'signed-out') onLost(id);
  }
}

import type { ControllerState } from '#shared/wire-fields';
import type { ControllerEvent, HomeListener } from '../home/live/home-listener';
import type { Household } from '../household/household';

const MESSAGES: Readonly<Record<ControllerState, string>> = {
  online: 'Controller online.',
  unreachable: 'Controller unreachable.',
  changed: 'Controller replaced: another device answers at its address.',
  'signed-out': 'Controller signed out: it refuses the tokens of a user.'
};

/** The states of the controllers: logs each change with how long the previous state lasted, and counts reconnects. */
export class ControllerStates implements HomeListener {
  readonly name = 'controller states';
  readonly #household: Household;
  /** The states that the watchers report, by controller and user. */
  readonly #watched = new Map<string, Map<string, ControllerState>>();
  readonly #last = new Map<string, { readonly state: ControllerState; readonly since: number }>();
  #reconnects = 0;

  constructor(household: Household) {
    this.#household = household;
  }

  /** How often a controller came back online. */
  get reconnects(): number {
    return this.#reconnects;
  }

  /**
   * Each watched controller once: online if one of its users is, with when it last answered any of them, on the monotonic clock (ms);
   * -Infinity for never.
   */
  list() {
    return [...this.#watched].flatMap(([id, users]) => {
      const [first] = users.values();
      const state = [...users.values()].find((each) => each === 'online') ?? first;
      const clients = [...users.keys()].map((user) => this.#household.accounts.client(id, user));
      return state ? [{ id, state, lastHeard: Math.max(...clients.map(({ lastHeard }) => lastHeard)) }] : [];
    });
  }

  receive(event: ControllerEvent) {
    const { controller } = event;
    const users = this.#watched.get(controller) ?? new Map<string, ControllerState>();
    if (event.type === 'unwatched') users.delete(event.user);
    if (event.type !== 'status') return;
    const { state } = event.status;
    this.#watched.set(controller, users.set(event.user, state));
    this.#note(controller, state);
  }

  /** Several users of one controller are one change. */
  #note(controller: string, state: ControllerState) {
    const { clock, log, known } = this.#household;
    const before = this.#last.get(controller);
    if (before?.state === state) return;
    const now = clock.monotonic();
    this.#last.set(controller, { state, since: now });
    if (before && state === 'online') this.#reconnects += 1;
    const facts = {
      controller: known.get(controller)?.name ?? controller,
      ...(before && { before: before.state, seconds: Math.round((now - before.since) / 1_000) })
    };
    log[state === 'online' ? 'info' : 'warn'](facts, MESSAGES[state]);
  }
}

import type { ControllerState } from '#shared/wire-fields';
import type { ControllerEvent, HomeListener } from '../home/live/home-listener';
import type { Household } from '../household/household';

const MESSAGES: Readonly<Record<ControllerState, string>> = {
  online: 'Controller online.',
  unreachable: 'Controller unreachable.',
  changed: 'Controller replaced: another device answers at its address.',
  'signed-out': 'Controller signed out: it refuses the account of its home.'
};

/** The states of the controllers: logs each change with how long the previous state lasted, and counts reconnects. */
export class ControllerStates implements HomeListener {
  readonly name = 'controller states';
  readonly #household: Household;
  /** The states that the watchers report, by controller. */
  readonly #watched = new Map<string, ControllerState>();
  readonly #last = new Map<string, { readonly state: ControllerState; readonly since: number }>();
  #reconnects = 0;

  constructor(household: Household) {
    this.#household = household;
  }

  /** How often a controller came back online. */
  get reconnects(): number {
    return this.#reconnects;
  }

  /** Each watched controller, with when it last answered, on the monotonic clock (ms); -Infinity for never. */
  list() {
    return [...this.#watched].map(([id, state]) => {
      const { lastHeard } = this.#household.accounts.client(id);
      return { id, state, lastHeard };
    });
  }

  receive(event: ControllerEvent) {
    const { controller } = event;
    if (event.type === 'unwatched') this.#watched.delete(controller);
    if (event.type !== 'status') return;
    const { state } = event.status;
    this.#watched.set(controller, state);
    this.#note(controller, state);
  }

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

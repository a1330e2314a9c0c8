import type { Home } from '#shared/home';
import type { ControllerState } from '#shared/wire-fields';
import type { Clock } from '#shared/clock';
import type { Accounts } from '../controllers/accounts';
import type { CallFailure, CallResult } from '../controllers/failure';
import type { HomeFingerprints } from '../controllers/home-fingerprints';
import type { KnownControllers } from '../controllers/known';
import { SIGNED_OUT } from '../controllers/renewal';
import type { Relocation } from '../controllers/relocation';
import type { Layouts } from '../layouts/layouts';
import type { Log } from '../platform/log';
import type { Watcher } from './watcher';
import { WatcherRegistry } from './watcher-registry';

/** Timeout of a request for a home that was never read, in ms. */
const FIRST_READ_TIMEOUT_MS = 10_000;

/** Error if the first read takes longer. */
export const NO_ANSWER: CallFailure = {
  code: 'controller-unreachable',
  message: 'It has not told its home in time.'
};

/** What the homes depend on. */
interface HomesDeps {
  readonly accounts: Accounts;
  readonly known: KnownControllers;
  readonly layouts: Pick<Layouts, 'observe'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Follows a lost controller to its new address. */
  readonly relocation: Pick<Relocation, 'lost'>;
  readonly fingerprints: Pick<HomeFingerprints, 'remember'>;
  /** The connection state of a watched home has changed. */
  readonly onState?: ((controller: string, state: ControllerState) => void) | undefined;
}

/** The homes of all users, as their watchers know them. */
export class Homes {
  readonly watchers: WatcherRegistry;
  readonly #clock: Clock;

  constructor({ accounts, known, layouts, clock, log, relocation, fingerprints, onState }: HomesDeps) {
    this.#clock = clock;
    this.watchers = new WatcherRegistry({
      accounts,
      clock,
      onLost: (controller) => relocation.lost(controller),
      onState,
      onCut: (controller) =>
        log.warn(
          { controller: known.get(controller)?.name },
          'Home too large: some of its values are left out.'
        ),
      onRead: (controller, user, home) => {
        // Behind the messages of this reading.
        queueMicrotask(() => layouts.observe(controller, user, home.devices));
        if (known.get(controller)?.source === 'known') fingerprints.remember(controller, user, home.devices);
      }
    });
  }

  /** The current whole home of a user. If it was never read, waits for the first reading. */
  async read(controller: string, user: string): Promise<CallResult<Home>> {
    const { watched, release } = this.watchers.lease(controller, user);
    await firstRead(watched.watcher, this.#clock);
    release();
    const { journal, status } = watched.watcher.home;
    if (journal.isRead) return { ok: true, value: journal.home };
    if (status?.state === 'signed-out') return SIGNED_OUT;
    return { ok: false, error: watched.watcher.failure ?? NO_ANSWER };
  }

  /** Leases the watcher of a user's home until `release`. */
  watch(controller: string, user: string): { readonly watcher: Watcher; readonly release: () => void } {
    const { watched, release } = this.watchers.lease(controller, user);
    return { watcher: watched.watcher, release };
  }
}

/** Resolves when there is a home, when it is known that there will be none, or after the timeout. */
async function firstRead(watcher: Watcher, clock: Clock) {
  const { journal, status } = watcher.home;
  if (journal.isRead || status?.state === 'signed-out') return;
  watcher.wake();
  await new Promise<void>((resolve) => {
    const end = () => {
      cancel();
      unsubscribe();
      resolve();
    };
    const cancel = clock.after(FIRST_READ_TIMEOUT_MS, end);
    const unsubscribe = watcher.home.subscribe(end);
  });
}

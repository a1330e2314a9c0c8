import { DEMO_CONTROLLER_ID } from '#shared/demo';
import { fail } from '#shared/errors';
import { readAddress } from '../base/net/addresses';
import { FoundControllers } from '../controllers/discovery/found-controllers';
import { Search } from '../controllers/discovery/search';
import { Relocation } from '../controllers/relocation';
import { SignIns } from '../controllers/sign-in';
import { UnseenActivity } from './activity/unseen-activity';
import { HouseholdGate } from './household-gate';
import { FORGET_NOTE, forgetNoteSchema } from './leaving/forget-note';
import { HomeEnds } from './leaving/home-ends';
import { Pins } from './screens/pins';
import { seenActivityOf } from './screens/screen';
import { SignInLimits } from './sign-in/sign-in-limits';
import { TypedPasswords } from './sign-in/typed-passwords';
import { openStores, type HouseholdRuntime } from './stores';

/** Maximum number of homes of a household, without the demo. */
export const MAX_HOMES = 8;

const FULL = fail('household-full', 'There is no room for another home.');

/** The options of a household: how controllers are found and reached. */
export interface HouseholdOptions {
  readonly controllerPort: number;
  readonly allowLoopback: boolean;
  readonly discoveryPrefix: readonly string[];
  readonly discoveryPort: number;
  readonly discoveryTargets?: readonly string[] | undefined;
}

/** What else is stored of a household, by others. */
interface OtherStores {
  /** Ids of the controllers of which something is stored. */
  readonly controllers: readonly string[];
  /** Deletes all that is stored of a home. Resolves with whether nothing of it is on the disk. */
  readonly forgetHome: (controller: string) => Promise<boolean>;
}

/**
 * Who lives here: the controllers with their accounts, the screens, and what they may do. Each is there once. Routes take what they need of
 * it.
 */
export type Household = Awaited<ReturnType<typeof openHousehold>>;

/**
 * Opens the stores of the household and wires them: a change in one store reaches the others. All other files that close the household if
 * they are unreadable have been read before.
 */
export async function openHousehold(
  options: HouseholdOptions,
  runtime: HouseholdRuntime,
  others: OtherStores
) {
  const { controllerPort: port } = options;
  const { store, clock, log, sources } = runtime;
  const stores = await openStores(runtime, port);
  const { known, accounts, fingerprints, screens, activity, leaving, setupCodes, recoveryCodes } = stores;

  // The tokens of a home that nobody sees are not needed.
  screens.onEnded(({ controller }) => {
    if (screens.list(controller).length === 0) accounts.dropTokens(controller);
  });
  await setupCodes.start();
  const stopScreens = await screens.start();
  const stopActivity = await activity.start((controller) => seenActivityOf(screens.list(controller)));
  // Without tokens somebody must sign in again, even if only the file of the tokens is broken.
  const lock = (controller: string, but?: string) => {
    const locked = screens.lockAllOf(controller, but);
    if (locked.length > 0) activity.note({ kind: 'locked', controller: known.get(controller) });
    return screens.saved();
  };
  for (const { controller } of screens.all) if (!accounts.tokens(controller)) void lock(controller);
  accounts.onRefused(({ controller, by, waitUntil }) => waitUntil(lock(controller, by)));
  const stopAccounts = accounts.start();

  // An unreadable file closes the household too, so that a broken file cannot open it again. Every file has been read by now.
  if (store.hasUnreadable)
    log.warn(
      { box: true },
      'Household closed because stored data was unreadable: `mantel doctor` says what is lost and what to do.'
    );
  const demo = known.list().find(({ source }) => source === 'demo');
  const demoId = demo?.id ?? DEMO_CONTROLLER_ID;
  const stored = [
    ...known.list().map(({ id }) => id),
    ...screens.all.map(({ controller }) => controller),
    ...[accounts, fingerprints, others].flatMap(({ controllers }) => controllers)
  ];
  const limits = new SignInLimits(stores);
  const gate = new HouseholdGate(stores, limits);
  const endDemo = () => {
    known.dropDemo();
    for (const { id } of screens.list(demoId)) screens.end(id, { reason: 'controller-removed' });
    accounts.forget(demoId);
  };
  const close = () => {
    gate.close();
    endDemo();
  };
  known.onAdded(close);
  // What is left of a forgotten home tells that there was a household, too.
  const isClosed = store.hasUnreadable || leaving.isAnyGone || stored.some((id) => id !== demoId);
  if (isClosed) close();
  else if (!demo) endDemo();

  const found = new FoundControllers(clock, (address) => known.at(address).length > 0);
  const signInDeps = {
    ...stores,
    found,
    port,
    // Who had replaced the account may hold screens of the home, and its code: all wait until somebody lets them back in.
    beforeTakeBack: (controller: string) => {
      screens.lockAllOf(controller);
      recoveryCodes.forget(controller);
      return Promise.all([screens.saved(), recoveryCodes.saved()]);
    },
    hasRoom: () => (known.real.length >= MAX_HOMES ? FULL : screens.hasRoomAt('', known.real.length + 1)),
    readAddress: (text: string) => readAddress(text, options)
  };
  const signIns = new SignIns(signInDeps);
  const search = new Search({
    clock,
    log,
    rule: options,
    found,
    sources,
    prefixes: options.discoveryPrefix,
    port: options.discoveryPort,
    targets: options.discoveryTargets
  });
  const relocation = new Relocation({ ...stores, search: () => search.run() });
  const pins = new Pins(stores);
  const typedPasswords = new TypedPasswords(clock);
  /** Resolves when all changes were written, with whether every file is on the disk as it should be. */
  const saved = async () => {
    await store.flush();
    return store.unwritten === 0;
  };
  const note = store.note(FORGET_NOTE, forgetNoteSchema);
  const ends = new HomeEnds({ ...stores, store, note, saved, forgetHome: others.forgetHome });
  // Names of people and their phones are not for a child at a wall tablet.
  const unseen = new UnseenActivity(stores, (screen) => gate.manages(screen) && !pins.isLocked(screen));
  return {
    ...stores,
    found,
    search,
    relocation,
    signIns,
    signInDeps,
    pins,
    gate,
    limits,
    unseen,
    typedPasswords,
    ends,
    saved,
    /** Closes every connection to a controller, and flushes everything to the disk. */
    async stop() {
      relocation.stop();
      search.stop();
      stopScreens();
      stopActivity();
      stopAccounts();
      await screens.saved();
      await accounts.close();
      for (const source of sources.values()) await source.stop();
      await store.close();
    }
  };
}

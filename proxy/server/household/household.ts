import { DEMO_CONTROLLER_ID } from '#shared/demo';
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
import { Users, type RemovedUser } from './users/users';

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
  /** A user was removed: whatever is stored of them has to be forgotten. */
  readonly forget: (removed: RemovedUser) => void;
  /** Deletes all that is stored of a home. Resolves with whether nothing of it is on the disk. */
  readonly forgetHome: (controller: string) => Promise<boolean>;
}

/** Who lives here: the controllers, their users, the screens, and what they may do. Each is there once. Routes take what they need of it. */
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
  const { known, accounts, fingerprints, managers, screens, activity, leaving, setupCodes } = stores;

  const users = new Users(stores);
  users.onRemoved(others.forget);
  screens.onEnded(({ controller, user }) => {
    if (screens.list(controller, user).length === 0) users.lastScreenEnded({ controller, user });
  });
  await setupCodes.start();
  const formerEnds = await store.formerEnds();
  const stopScreens = await screens.start(formerEnds.hashes);
  if (await screens.saved()) await formerEnds.remove();
  const stopActivity = await activity.start((controller) => seenActivityOf(screens.list(controller)));
  // A user without tokens must sign in again, even if only the file of the tokens is broken.
  const lock = (controller: string, user: string, but?: string) => {
    const locked = screens.lockAllOf(controller, user, but);
    if (locked.length > 0) activity.note({ kind: 'locked', controller: known.get(controller), user });
    return screens.saved();
  };
  for (const { controller, user } of screens.all)
    if (!accounts.tokens(controller, user)) void lock(controller, user);
  accounts.onRefused(({ controller, user, by, waitUntil }) => waitUntil(lock(controller, user, by)));

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
  const signIns = new SignIns({
    ...stores,
    found,
    port,
    caps: users,
    readAddress: (text) => readAddress(text, options)
  });
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
  const ends = new HomeEnds({ ...stores, store, users, note, saved, forgetHome: others.forgetHome });
  // Names of people and their phones are not for a child at a wall tablet.
  const unseen = new UnseenActivity(stores, (screen) => gate.manages(screen) && !pins.isLocked(screen));
  return {
    ...stores,
    found,
    search,
    relocation,
    signIns,
    users,
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
      await screens.saved();
      await managers.saved();
      await accounts.close();
      for (const source of sources.values()) await source.stop();
      await store.close();
    }
  };
}

import { DEMO_CONTROLLER_ID } from '#shared/demo';
import { ActivityLog, NO_ACTIVITY, storedActivitySchema, UnseenActivity } from '../access/activity/activity';
import { readAddress } from '../net/addresses';
import { Screens } from '../access/screens/screens';
import { Managers, storedManagersSchema } from '../access/managers';
import { SETUP_CODE_NOTE, SetupCodes, setupCodeNoteSchema } from '../access/sign-in/setup-codes';
import { seenActivityOf, usersOf } from '../access/screens/screen';
import { storedScreensSchema } from '../access/screens/stored-screens';
import type { Clock } from '#shared/clock';
import { Accounts, NO_ACCOUNTS, storedAccountsSchema } from '../controllers/accounts';
import { HomeFingerprints, storedFingerprintsSchema } from '../controllers/home-fingerprints';
import { KnownControllers, storedControllersSchema, type KnownControllersDeps } from '../controllers/known';
import type { LinkReader } from '../controllers/link';
import { Relocation } from '../controllers/relocation';
import type { ServedController } from '../controllers/served-controller';
import { SignIns } from '../controllers/sign-in';
import { FoundControllers } from '../discovery/reply';
import { broadcastAddresses, neighboursOf, Search, searchOnce } from '../discovery/search';
import { isIPv4 } from 'node:net';
import { homeAddresses } from '../net/interfaces';
import type { Log } from '../platform/log';
import { HouseholdGate } from '../access/household-gate';
import type { Household } from '../access/household';
import { Pins } from '../access/screens/pins';
import { SignInLimits } from '../access/sign-in/sign-in-limits';
import { TypedPasswords } from '../access/sign-in/typed-passwords';
import { Users, type RemovedUser } from '../access/users/users';
import { overwriteFile } from '../store/allocated-file';
import type { SealedStore } from '../store/sealed-store';

/** The household with what it runs. */
interface OpenHousehold extends Household {
  readonly setupCodes: SetupCodes;
  readonly search: Search;
  /** Closes every connection to a controller, and flushes everything to disk. */
  stop(): Promise<void>;
}

/** What a household depends on. */
interface HouseholdDeps {
  readonly store: SealedStore;
  readonly links: Pick<LinkReader, 'linkOf' | 'addressesOf'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly demo: KnownControllersDeps['demo'];
  readonly served: ServedController | null;
  /** Ids of the controllers of which something else is stored. */
  readonly controllers: readonly string[];
  /** A user was removed: whatever else is stored of them has to be forgotten. */
  readonly onUserRemoved: (removed: RemovedUser) => void;
}

/** The options of a household: how controllers are found and reached, and who forwards requests. */
interface HouseholdOptions {
  readonly controllerPort: number;
  readonly allowLoopback: boolean;
  readonly discoveryPrefix: readonly string[];
  readonly discoveryPort: number;
  readonly discoveryTargets?: readonly string[] | undefined;
  readonly trustedProxies?: readonly string[] | undefined;
}

/**
 * Opens the stores of the household and wires them: a change in one store reaches the others. All other files that close the household if
 * they are unreadable have been read before.
 */
export async function openHousehold(options: HouseholdOptions, deps: HouseholdDeps): Promise<OpenHousehold> {
  const { store, links, clock, log, demo, served } = deps;
  const { controllerPort: port, allowLoopback, discoveryTargets, trustedProxies = [] } = options;
  const rule = { allowLoopback };
  const known = new KnownControllers({
    file: store.file('controllers', storedControllersSchema, []),
    ...{ clock, port, ...(demo && { demo }), served: served?.controller ?? null }
  });
  const found = new FoundControllers(clock, (address) => known.at(address).length > 0);
  const accounts = new Accounts({
    file: store.file('accounts', storedAccountsSchema, NO_ACCOUNTS),
    ...{ clock, known, links }
  });
  const fingerprints = new HomeFingerprints(store.file('homes', storedFingerprintsSchema, []));
  const screens = new Screens({
    file: store.file('screens', storedScreensSchema, [], overwriteFile),
    clock
  });
  const managers = new Managers(store.file('managers', storedManagersSchema, []));
  const setupCodes = new SetupCodes({ note: store.note(SETUP_CODE_NOTE, setupCodeNoteSchema), clock });

  const activity = new ActivityLog({
    file: store.file('activity', storedActivitySchema, NO_ACTIVITY),
    clock
  });

  const users = new Users({ known, accounts, screens, fingerprints, managers });
  users.onRemoved(deps.onUserRemoved);

  await Promise.all([known, accounts, fingerprints, managers].map((each) => each.load()));
  screens.onEnded(({ controller, user }) => {
    if (screens.list(controller, user).length === 0) users.left({ controller, user });
  });
  const formerEnds = await store.formerEnds();
  const stopScreens = await screens.start(formerEnds.hashes);
  if (await screens.saved()) await formerEnds.remove();
  const stopActivity = await activity.start(seenActivityOf(screens.all));
  // A user without tokens must sign in again, even if only the file of the tokens is broken.
  const lock = (controller: string, user: string, but?: string) => {
    const locked = screens.lockAllOf(controller, user, but);
    if (locked.length > 0) activity.note({ kind: 'locked', controller: known.get(controller), user });
    return screens.saved();
  };
  for (const { controller, user } of usersOf(screens.all))
    if (!accounts.tokens(controller, user)) void lock(controller, user);
  accounts.onRefused(({ controller, user, by, waitUntil }) => waitUntil(lock(controller, user, by)));

  const stored = [
    ...known.list().map(({ id }) => id),
    ...screens.all.map(({ controller }) => controller),
    ...[accounts, fingerprints].flatMap(({ controllers }) => controllers),
    ...deps.controllers
  ];
  // An unreadable file closes the household too, so that a broken file cannot open it again. Every file has been read by now.
  const isUnreadable = store.hasUnreadable;
  if (isUnreadable)
    log.warn(
      'Household closed because stored data was unreadable: restore a backup, or let a phone in with `mantel setup-code`. See `mantel doctor`.'
    );
  const demoId = demo?.id ?? DEMO_CONTROLLER_ID;
  let isClosed = stored.some((controller) => controller !== demoId) || isUnreadable;
  const endDemo = () => {
    known.dropDemo();
    screens.endAllOf(demoId);
  };
  const close = () => {
    isClosed = true;
    endDemo();
  };
  if (isClosed || !demo) endDemo();
  known.onAdded(close);

  const signIns = new SignIns({
    ...{ accounts, known, found, fingerprints, links, clock, port, served },
    caps: users,
    readAddress: (text) => readAddress(text, rule)
  });
  const search = new Search({
    ...{ clock, log, rule, prefixes: options.discoveryPrefix, port: options.discoveryPort },
    targets: () => discoveryTargets ?? broadcastAddresses(),
    neighbours: () =>
      neighboursOf(
        discoveryTargets ??
          homeAddresses()
            .map(({ address }) => address)
            .filter(isIPv4)
      ),
    onFound: (reply) => found.add(reply)
  });
  const relocation = new Relocation({
    ...{ known, links, clock },
    search: () => searchOnce(search, found, clock)
  });
  const limits = new SignInLimits({
    clock,
    onRefused: (client) => log.warn({ client }, 'Too many failed sign-ins or codes.')
  });
  const gate = new HouseholdGate({
    isClosed: () => isClosed,
    ...{ known, screens, setupCodes, limits, activity, trustedProxies }
  });
  const pins = new Pins({
    ...{ screens, clock },
    onTooMany: (screen) =>
      activity.note({ kind: 'wrong-pins', controller: known.get(screen.controller), screen })
  });
  const unseen = new UnseenActivity({
    ...{ log: activity, screens, clock },
    // Names of people and their phones are not for a child at a wall tablet.
    manages: (screen) => gate.manages(screen) && !pins.isLocked(screen)
  });
  const typedPasswords = new TypedPasswords(clock);
  return {
    ...{
      clock,
      log,
      trustedProxies,
      known,
      served,
      found,
      accounts,
      fingerprints,
      relocation,
      signIns,
      screens
    },
    ...{
      managers,
      users,
      pins,
      gate,
      limits,
      typedPasswords,
      activity,
      unseen,
      setupCodes,
      search
    },
    async saved() {
      await store.flush();
      return store.unwritten === 0;
    },
    async stop() {
      relocation.stop();
      search.stop();
      stopScreens();
      stopActivity();
      await screens.saved();
      await managers.saved();
      await accounts.close();
      await served?.stop();
      await store.close();
    }
  };
}

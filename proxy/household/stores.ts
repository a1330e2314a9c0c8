import { DEMO_CONTROLLER_ID } from '#shared/demo';
import { ActivityLog, NO_ACTIVITY, storedActivitySchema } from '../access/activity/activity';
import { readAddress, type DestinationRule } from '../net/addresses';
import { Screens } from '../access/screens/screens';
import { Managers, storedManagersSchema } from '../access/managers';
import { SETUP_CODE_NOTE, SetupCodes, setupCodeNoteSchema } from '../access/sign-in/setup-codes';
import { seenActivityOf, usersOf } from '../access/screens/screen';
import { SCREENS_VERSION, storedScreensSchema } from '../access/screens/stored-screens';
import type { Clock } from '#shared/clock';
import { Accounts, NO_ACCOUNTS, storedAccountsSchema } from '../controllers/accounts';
import { HomeFingerprints, storedFingerprintsSchema } from '../controllers/home-fingerprints';
import {
  CONTROLLERS_VERSION,
  KnownControllers,
  storedControllersSchema,
  type KnownControllersDeps
} from '../controllers/known';
import type { LinkReader } from '../controllers/link';
import { Moves } from '../controllers/moves';
import { SignIns } from '../controllers/sign-in';
import { FoundControllers } from '../discovery/reply';
import { HouseholdCaps } from './household-caps';
import { Layouts } from '../layouts/layouts';
import type { SealedStore } from '../store/sealed-store';
import { formerLayoutsSchema, LAYOUT_VERSION, storedLayoutSchema } from '../layouts/stored-layouts';

/** All persisted stores: controllers, accounts, screens, layouts and activity. */
interface Stores {
  readonly known: KnownControllers;
  readonly found: FoundControllers;
  readonly accounts: Accounts;
  readonly fingerprints: HomeFingerprints;
  readonly signIns: SignIns;
  readonly moves: Moves;
  readonly screens: Screens;
  readonly managers: Managers;
  readonly layouts: Layouts;
  readonly setupCodes: SetupCodes;
  readonly activity: ActivityLog;
  /** Whether the household is closed: somebody has signed in to a controller other than the demo. */
  isClosed(): boolean;
  /** Closes every connection to a controller, and flushes everything to disk. */
  stop(): Promise<void>;
}

/** What the stores depend on. */
interface StoresDeps {
  readonly store: SealedStore;
  readonly links: Pick<LinkReader, 'linkOf'>;
  readonly clock: Clock;
  readonly controllerPort: number;
  readonly rule: DestinationRule;
  readonly demo: KnownControllersDeps['demo'];
}

/** Opens all stores and wires them: a change in one store reaches the others. */
export async function openStores(deps: StoresDeps): Promise<Stores> {
  const { store, links, clock, controllerPort: port, rule, demo } = deps;
  const known = new KnownControllers({
    file: store.file('controllers', storedControllersSchema, [], CONTROLLERS_VERSION),
    clock,
    port,
    ...(demo && { demo })
  });
  const found = new FoundControllers(clock);
  const accounts = new Accounts({
    file: store.file('accounts', storedAccountsSchema, NO_ACCOUNTS),
    ...{ clock, known, links }
  });
  const fingerprints = new HomeFingerprints(store.file('homes', storedFingerprintsSchema, []));
  const ends = await store.endSlots('screens.ended');
  const screens = new Screens({
    file: store.file('screens', storedScreensSchema, [], SCREENS_VERSION),
    clock,
    ends
  });
  const managers = new Managers(store.file('managers', storedManagersSchema, null));
  const layouts = new Layouts({
    files: store.files('layout', storedLayoutSchema, LAYOUT_VERSION),
    former: store.file('layouts', formerLayoutsSchema, []),
    clock
  });
  const setupCodes = new SetupCodes({ note: store.note(SETUP_CODE_NOTE, setupCodeNoteSchema), clock });

  const activity = new ActivityLog({
    file: store.file('activity', storedActivitySchema, NO_ACTIVITY),
    clock
  });

  await Promise.all([known.load(), accounts.load(), fingerprints.load(), layouts.load()]);
  // After its last screen a user's tokens are not needed any more.
  screens.onEnded(({ controller, user }) => {
    if (screens.list(controller, user).length > 0) return;
    accounts.forget(controller, user);
    fingerprints.left(controller, user);
  });
  const stopScreens = await screens.start();
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
    ...[accounts, fingerprints, layouts].flatMap(({ controllers }) => controllers)
  ];
  // Data folders of older versions have no list of managers: all their users are managers. With an unreadable file, nobody is.
  await managers.load(async () =>
    (await store.hasUnreadable()) ? [] : [...usersOf(screens.all), ...fingerprints.users]
  );
  // An unreadable file closes the household too, so that a broken file cannot open it again. Every file has been read by now.
  const demoId = demo?.id ?? DEMO_CONTROLLER_ID;
  let isClosed = stored.some((controller) => controller !== demoId) || (await store.hasUnreadable());
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

  const signingIn = {
    ...{ accounts, known, found, fingerprints, links, clock, port },
    caps: new HouseholdCaps({ known, accounts, screens, fingerprints, layouts, managers }),
    readAddress: (text: string) => readAddress(text, rule)
  };
  return {
    ...{ known, found, accounts, fingerprints, screens, managers, layouts, setupCodes, activity },
    signIns: new SignIns(signingIn),
    moves: new Moves(signingIn),
    isClosed: () => isClosed,
    async stop() {
      stopScreens();
      stopActivity();
      await screens.saved();
      await managers.saved();
      await ends.slots.close();
      await accounts.close();
      await store.close();
    }
  };
}

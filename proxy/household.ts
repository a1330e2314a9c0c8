import { readAddress, type DestinationRule } from './access/destinations';
import { Screens } from './access/screens';
import { storedScreensSchema } from './access/stored-screens';
import type { Clock } from './clock';
import { Accounts, NO_ACCOUNTS, storedAccountsSchema } from './controllers/accounts';
import { KnownControllers, storedControllersSchema, type KnownControllersParts } from './controllers/known';
import { Layouts, storedLayoutsSchema } from './layouts';
import type { SealedStore } from './store/sealed-store';

/** Everything that is kept: the controllers, who is signed in to them and on which screens, and what they made of their homes. */
export interface Household {
  readonly known: KnownControllers;
  readonly accounts: Accounts;
  readonly screens: Screens;
  readonly layouts: Layouts;
  /** Ends every connection to a controller, and puts everything on the disk. */
  stop(): Promise<void>;
}

/** What a household stands on. */
export interface HouseholdParts {
  readonly store: SealedStore;
  readonly clock: Clock;
  readonly controllerPort: number;
  readonly rule: DestinationRule;
  readonly demo: KnownControllersParts['demo'];
}

/** Reads what is kept, and binds it together: one change of a controller's id or of a user's screens reaches all of it. */
export async function openHousehold(parts: HouseholdParts): Promise<Household> {
  const { store, clock, controllerPort: port, rule, demo } = parts;
  const known = new KnownControllers({
    file: store.file('controllers', storedControllersSchema, []),
    clock,
    port,
    ...(demo && { demo })
  });
  const accounts = new Accounts({
    file: store.file('accounts', storedAccountsSchema, NO_ACCOUNTS),
    clock,
    known,
    port,
    readAddress: (text) => readAddress(text, rule)
  });
  const screens = new Screens({ file: store.file('screens', storedScreensSchema, []), clock });
  const layouts = new Layouts(store.file('layouts', storedLayoutsSchema, []));

  await known.load();
  await accounts.load();
  await layouts.load();
  known.onRenamed((from, to) => {
    screens.rename(from, to);
    layouts.rename(from, to);
  });
  // Nobody is left to use these tokens: they need not lie about.
  screens.onEnded(({ controller, user }) => {
    if (screens.list(controller, user).length === 0) accounts.forget(controller, user);
  });
  const stopScreens = await screens.start();

  return {
    known,
    accounts,
    screens,
    layouts,
    async stop() {
      stopScreens();
      await accounts.close();
      await store.close();
    }
  };
}

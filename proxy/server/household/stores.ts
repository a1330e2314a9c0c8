import type { Clock } from '#shared/clock';
import type { Log } from '../base/platform/log';
import { overwriteFile } from '../base/store/allocated-file';
import type { SealedStore } from '../base/store/sealed-store';
import { Accounts, NO_ACCOUNTS, storedAccountsSchema } from '../controllers/accounts';
import type { CardReader } from '../controllers/card';
import { HomeFingerprints, storedFingerprintsSchema } from '../controllers/home-fingerprints';
import { KnownControllers, storedControllersSchema } from '../controllers/known';
import type { Sources } from '../controllers/sources';
import { ActivityLog, NO_ACTIVITY, storedActivitySchema } from './activity/activity';
import { LeavingHomes } from './leaving/leaving-homes';
import { NOBODY_LEAVES, storedLeavingSchema } from './leaving/stored-leaving';
import { Screens } from './screens/screens';
import { storedScreensSchema } from './screens/stored-screens';
import { RecoveryCodes, storedRecoveryCodesSchema } from './sign-in/recovery-codes';
import { SETUP_CODE_NOTE, SetupCodes, setupCodeNoteSchema } from './sign-in/setup-codes';

/** What a household runs on. */
export interface HouseholdRuntime {
  readonly store: SealedStore;
  readonly cards: Pick<CardReader, 'cardOf' | 'addressesOf'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Addresses and ranges of the owner's reverse proxies. */
  readonly trustedProxies: readonly string[];
  readonly sources: Sources;
}

/** What is stored of a household, and what it runs on. Each store is there once. */
export type Stores = Awaited<ReturnType<typeof openStores>>;

/**
 * Opens the stores of the household. All but the screens and the activity are read: those are started.
 * @param port the HTTP port of controllers
 */
export async function openStores(runtime: HouseholdRuntime, port: number) {
  const { store, cards, clock, log, trustedProxies, sources } = runtime;
  const known = new KnownControllers({
    file: store.file('controllers', storedControllersSchema, []),
    clock,
    port,
    sources
  });
  const accounts = new Accounts(store.file('accounts', storedAccountsSchema, NO_ACCOUNTS), {
    clock,
    known,
    cards
  });
  const fingerprints = new HomeFingerprints(store.file('homes', storedFingerprintsSchema, []));
  const setupCodes = new SetupCodes(store.note(SETUP_CODE_NOTE, setupCodeNoteSchema), clock);
  const recoveryCodes = new RecoveryCodes(store.file('recovery', storedRecoveryCodesSchema, []), clock);
  const leaving = new LeavingHomes(store.file('leaving', storedLeavingSchema, NOBODY_LEAVES), known);
  const screensFile = store.file('screens', storedScreensSchema, [], overwriteFile);
  const screens = new Screens(screensFile, clock, (controller) => leaving.has(controller));
  const activity = new ActivityLog(store.file('activity', storedActivitySchema, NO_ACTIVITY), clock);
  const loaded = [known, accounts, fingerprints, recoveryCodes, leaving];
  await Promise.all(loaded.map((each) => each.load()));
  return {
    cards,
    clock,
    log,
    trustedProxies,
    sources,
    known,
    accounts,
    fingerprints,
    screens,
    setupCodes,
    recoveryCodes,
    leaving,
    activity
  };
}

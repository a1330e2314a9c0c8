import type { Clock } from '#shared/clock';
import type { Accounts } from '../controllers/accounts';
import type { HomeFingerprints } from '../controllers/home-fingerprints';
import type { KnownControllers } from '../controllers/known';
import type { Relocation } from '../controllers/relocation';
import type { ServedController } from '../controllers/served-controller';
import type { SignIns } from '../controllers/sign-in';
import type { FoundControllers } from '../discovery/reply';
import type { Log } from '../platform/log';
import type { ActivityLog, UnseenActivity } from './activity/activity';
import type { HouseholdGate } from './household-gate';
import type { Managers } from './managers';
import type { Pins } from './screens/pins';
import type { Screens } from './screens/screens';
import type { SignInLimits } from './sign-in/sign-in-limits';
import type { TypedPasswords } from './sign-in/typed-passwords';
import type { Users } from './users/users';

/** Who lives here: the controllers, their users, the screens, and what they may do. Each is there once. Routes take what they need of it. */
export interface Household {
  readonly clock: Clock;
  readonly log: Log;
  /** Addresses and ranges of the owner's reverse proxies. */
  readonly trustedProxies: readonly string[];
  readonly known: KnownControllers;
  /** The controller that this process serves, or could serve; null if there is none. */
  readonly served: ServedController | null;
  readonly found: FoundControllers;
  readonly accounts: Accounts;
  readonly fingerprints: HomeFingerprints;
  readonly relocation: Relocation;
  readonly signIns: SignIns;
  readonly screens: Screens;
  readonly managers: Managers;
  readonly users: Users;
  readonly pins: Pins;
  readonly gate: HouseholdGate;
  readonly limits: SignInLimits;
  readonly typedPasswords: TypedPasswords;
  readonly activity: ActivityLog;
  readonly unseen: UnseenActivity;
  /** Resolves when all changes were written, with whether every file is on the disk as it should be. */
  saved(): Promise<boolean>;
}

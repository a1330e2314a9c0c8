import * as v from 'valibot';
import { UserRecords } from '../base/store/user-records';
import type { User } from './screens/screen';

/** The stored format. */
export const storedManagersSchema = v.array(v.object({ controller: v.string(), user: v.string() }));

/**
 * The users who manage the household. Their sign-ins by password have the right to manage, also after their last screen was lost. Sign-ins
 * of other users do not have it.
 */
export class Managers extends UserRecords<User> {
  /** Adds a user. */
  add(controller: string, user: string) {
    if (!this.has(controller, user)) this.put({ controller, user });
  }
}

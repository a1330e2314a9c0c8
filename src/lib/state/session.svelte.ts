import type { Session, SignInRequest } from '#shared/wire';
import type { ClientFailure, ClientResult } from './failure';
import { fail } from '#shared/errors';

/** Who this screen is signed in as. The cookie itself is out of reach of scripts. */
export class SessionState {
  /** The session; null where nobody is signed in: then every page leads to `/connect`. */
  get who(): Session | null {
    return null;
  }

  /** Whether it is known if anyone is signed in; false only for the first moment. */
  get isKnown(): boolean {
    return true;
  }

  /** Why the last session ended without the user's doing; null where there is nothing to explain. */
  get lost(): ClientFailure | null {
    return null;
  }

  async signIn(_request: SignInRequest): Promise<ClientResult<Session>> {
    return fail('offline', 'not built yet');
  }

  /** Wipes what this screen keeps of the home first, offline too; the cookie is revoked now or at the next contact. */
  async signOut(): Promise<void> {
    return Promise.resolve();
  }
}

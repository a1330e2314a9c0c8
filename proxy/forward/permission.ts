import { succeed, type Failure } from '#shared/errors';
import { EMPTY_HOME, type Home } from '#shared/home';
import { dependsOnHome, refuseByRights } from '../access/rights';
import type { Screen } from '../access/screens/screen';
import type { Screens } from '../access/screens/screens';
import type { CallFailure, CallResult } from '../controllers/failure';
import type { StopSignal } from '../controllers/request';
import type { Allowed } from './table';

/** What a judgement stands on. */
export interface AuthorizeParts {
  readonly screens: Pick<Screens, 'admit'>;
  /** The whole home of a user as it is known now: what a screen of some rooms may ask depends on it. */
  readonly home: (controller: string, user: string) => Promise<CallResult<Home>>;
}

/** Leave for one call, as things stand: a command that has waited since needs a new one. */
export interface Permission {
  readonly ok: true;
  readonly value: {
    /** The screen as it is now. */
    readonly screen: Screen;
    /** Has come to an end once the screen has, is locked, or has other rights. It does not call back what is under way. */
    readonly signal: StopSignal;
  };
}

/** Leave, or why there is none: `not-signed-in`, `screen-locked`, `limited-screen`, or why the home is not known. */
export type Authorization = Permission | { readonly ok: false; readonly error: Failure | CallFailure };

/**
 * Judges whether a screen may make a call at this moment. What it was when the call came does not count: a command may have waited for
 * its turn while its screen was ended, limited, or its hour struck.
 */
export async function authorize(id: string, call: Allowed, parts: AuthorizeParts): Promise<Authorization> {
  const { screens, home } = parts;
  const admitted = screens.admit(id);
  if (!admitted.ok) return admitted;
  const screen = admitted.value;
  const { controller, user, rights } = screen;
  const known = dependsOnHome(rights) ? await home(controller, user) : succeed(EMPTY_HOME);
  const signal = new Standing(() => {
    const now = screens.admit(id);
    return now.ok && now.value.rights === rights;
  });
  if (signal.aborted) return authorize(id, call, parts);
  if (!known.ok) return known;
  const refused = refuseByRights(rights, call, known.value);
  return refused ? { ok: false, error: refused } : succeed({ screen, signal });
}

/** Is asked, and never tells: what has gone out runs to its end, whatever becomes of its sender. */
class Standing implements StopSignal {
  readonly #lasts: () => boolean;

  constructor(lasts: () => boolean) {
    this.#lasts = lasts;
  }

  get aborted() {
    return !this.#lasts();
  }

  addEventListener() {
    // It is looked at before each sending; nobody is called.
  }

  removeEventListener() {
    // Nobody was added.
  }
}

import { fail, succeed, type Failure, type Result } from '#shared/errors';
import { isFull } from '#shared/rights';
import { SETUP_CODE_HEADER } from '#shared/wire';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from './client-address';
import type { KnownControllers } from '../controllers/known';
import type { Screen, Screens } from './screens';
import type { SetupCodes } from './setup-codes';
import type { SignInLimits, TooMany } from './sign-in-limits';

/** What decides who changes the household. */
export interface HouseholdGateParts {
  /** Whether there is a household that only its own people change. */
  readonly isClosed: () => boolean;
  readonly known: Pick<KnownControllers, 'get'>;
  readonly screens: Pick<Screens, 'get'>;
  readonly setupCodes: SetupCodes;
  readonly limits: SignInLimits;
  readonly trustedProxies: readonly string[];
}

/** Leave to add, find and move controllers. */
export interface Pass {
  /**
   * Asked right before what it is used for, since much may have happened while a controller was waited for: uses up the setup code that it
   * was given for. `wrong-setup-code` where another one was quicker; `setup-code-needed` where the household was closed meanwhile, or
   * the screen ended.
   */
  use(): Promise<Result<null, 'wrong-setup-code' | 'setup-code-needed'>>;
}

const LAPSED = fail('setup-code-needed', 'Whoever asked for this may not do it any more.');

/**
 * Says who may change the household: search for controllers, see where they are, add and move them. While nobody has signed in to a real
 * controller, anybody may; then its managing screens, and whoever brings a setup code.
 */
export class HouseholdGate {
  readonly #parts: HouseholdGateParts;

  constructor(parts: HouseholdGateParts) {
    this.#parts = parts;
  }

  /** Whether there is a household that only its own people change. */
  get isClosed(): boolean {
    return this.#parts.isClosed();
  }

  /** Whether a screen manages the household: one of all rights, of a controller that is of it. The demo's is not. */
  manages({ rights, controller }: Screen): boolean {
    return isFull(rights) && this.#parts.known.get(controller)?.source === 'known';
  }

  /** Leave that everybody has for as long as there is no household. */
  get openPass(): Pass {
    return { use: async () => (this.isClosed ? LAPSED : succeed(null)) };
  }

  /**
   * Judges whoever sends a request.
   * @returns `wrong-setup-code`, `too-many-attempts`; `not-signed-in` to strangers, `forbidden` or `limited-screen` to screens
   */
  async admit(
    request: FastifyRequest
  ): Promise<
    { readonly ok: true; readonly value: Pass } | { readonly ok: false; readonly error: Failure | TooMany }
  > {
    const { screen, headers, raw } = request;
    const code = headers[SETUP_CODE_HEADER];
    if (typeof code === 'string')
      return this.#admitByCode(code, clientAddress(raw, this.#parts.trustedProxies));
    if (screen === null)
      return this.isClosed ? fail('not-signed-in', 'The household is closed.') : succeed(this.openPass);
    if (this.manages(screen)) return succeed(this.#passOf(screen));
    return isFull(screen.rights)
      ? fail('forbidden', 'The demo home manages nothing.')
      : fail('limited-screen', 'Only a screen of all rights may do that.');
  }

  #passOf({ id }: Screen): Pass {
    return {
      use: async () => {
        const now = this.#parts.screens.get(id);
        return now && this.manages(now) ? succeed(null) : LAPSED;
      }
    };
  }

  async #admitByCode(code: string, client: string) {
    const { limits, setupCodes } = this.#parts;
    const attempt = await limits.begin({ client });
    if (!attempt.ok) return attempt;
    const isRight = await setupCodes.check(code);
    attempt.value.end(isRight ? 'nothing' : 'wrong');
    if (!isRight) return fail('wrong-setup-code', 'There is no such setup code.');
    return succeed({ use: () => setupCodes.use(code) });
  }
}

import type { FastifyRequest } from 'fastify';
import { fail, succeed, type Result } from '#shared/errors';
import { isFull } from '#shared/rights';
import { SETUP_CODE_HEADER } from '#shared/wire';
import { clientAddress } from '../base/net/addresses';
import { type Screen, NOT_MANAGING } from './screens/screen';
import type { SignInLimits } from './sign-in/sign-in-limits';
import type { Stores } from './stores';

/** Pass to add, find and move controllers. */
export interface Pass {
  /** Whether it was given for a setup code. */
  readonly isSetupCode: boolean;
  /**
   * Uses the pass, with its setup code. To be called right before the action, since the state may have changed while a controller answered.
   * `wrong-setup-code` if the code was used meanwhile; `setup-code-needed` if the household was closed or the screen ended meanwhile. A
   * second call returns the same.
   */
  use(): Promise<Result<null, 'wrong-setup-code' | 'setup-code-needed'>>;
}

const LAPSED = fail('setup-code-needed', 'The sender of this request is no longer allowed to do it.');

/**
 * Decides who may change the household: search for controllers, see their addresses, add and move them. Everybody may until the first
 * sign-in to a real controller. Then only managing screens and requests with a setup code may.
 */
export class HouseholdGate {
  readonly #stores: Stores;
  readonly #limits: SignInLimits;
  #isClosed = false;

  constructor(stores: Stores, limits: SignInLimits) {
    this.#stores = stores;
    this.#limits = limits;
  }

  /** Whether there is a household that only its own people change. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Closes the household, for good. */
  close() {
    this.#isClosed = true;
  }

  /** Whether a screen manages the household: by its rights, and at a controller of the household. The demo is not one. */
  manages({ rights, controller, locked }: Screen): boolean {
    return rights.manages && !locked && this.#stores.known.get(controller)?.source === 'known';
  }

  /** The pass that everybody has while there is no household. */
  get openPass(): Pass {
    return this.#passWhile(() => !this.isClosed);
  }

  /**
   * Checks the sender of a request.
   * @returns `wrong-setup-code`, `too-many-attempts`; `not-signed-in` for strangers, `forbidden` or `limited-screen` for screens
   */
  async admit(request: FastifyRequest): Promise<Result<Pass>> {
    const { screen, headers, raw } = request;
    const code = headers[SETUP_CODE_HEADER];
    if (typeof code === 'string')
      return this.#admitByCode(code, screen, clientAddress(raw, this.#stores.trustedProxies));
    if (screen === null || screen.locked)
      return this.isClosed ? fail('not-signed-in', 'The household is closed.') : succeed(this.openPass);
    const stillManages = () => {
      const now = this.#stores.screens.admit(screen.id);
      return now.ok && this.manages(now.value);
    };
    if (this.manages(screen)) return succeed(this.#passWhile(stillManages));
    return isFull(screen.rights) && this.#stores.known.get(screen.controller)?.source === 'demo'
      ? fail('forbidden', 'A screen of the demo home does not manage the household.')
      : NOT_MANAGING;
  }

  /** A pass that can be used as long as something holds. */
  #passWhile(holds: () => boolean): Pass {
    return { isSetupCode: false, use: async () => (holds() ? succeed(null) : LAPSED) };
  }

  #admitByCode(code: string, by: Screen | null, client: string) {
    return this.#limits.attempt({ client }, async () => {
      if (!(await this.#stores.setupCodes.check(code))) {
        this.#note('setup-code-failed', by);
        return fail('wrong-setup-code', 'There is no such setup code.');
      }
      const use = async () => {
        const result = await this.#stores.setupCodes.use(code);
        this.#note(result.ok ? 'setup-code-used' : 'setup-code-failed', by);
        return result;
      };
      let used: ReturnType<Pass['use']> | undefined;
      return succeed({ isSetupCode: true, use: () => (used ??= use()) });
    });
  }

  /** Before there is a household, nobody is refused. */
  #note(kind: 'setup-code-used' | 'setup-code-failed', by: Screen | null) {
    if (this.isClosed) this.#stores.activity.note({ kind, by: by ?? undefined });
  }
}

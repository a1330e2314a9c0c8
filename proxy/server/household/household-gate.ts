import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '#shared/error-codes';
import { fail, succeed, type Result } from '#shared/errors';
import { isFull } from '#shared/rights';
import { clientAddress } from '../base/net/addresses';
import type { KnownController } from '../controllers/known';
import { browserOf, codeOf } from './requests';
import { type Screen, browserName, NOT_MANAGING, SETUP_CODE_NEEDED } from './screens/screen';
import type { SignInLimits } from './sign-in/sign-in-limits';
import type { Stores } from './stores';

/** Pass for what takes a managing screen. */
export interface Pass {
  /** What its code is good for: the box, for a setup code, or the home of this id, for its recovery code. Undefined without a code. */
  readonly codeFor: string | undefined;
  /**
   * Uses the pass, with its code. To be called right before the action, since the state may have changed while a controller answered.
   * `wrong-setup-code` if the code was used meanwhile; `setup-code-needed` if the household was closed or a screen ended meanwhile;
   * `not-saved` if it could not be noted on the disk that a code was used. A second call returns the same.
   */
  use(): Promise<Result<null>>;
}

/** What a setup code is good for: see `Pass.codeFor`. */
export const BOX = 'box';

const LAPSED = fail('setup-code-needed', 'The sender of this request is no longer allowed to do it.');
const NOT_USED = fail(
  'not-saved',
  'The disk is full or read-only: nothing was done, and the code stays valid.'
);
const NO_CODE = fail('wrong-setup-code', 'There is no such setup code.');

/**
 * Decides who may do what takes a managing screen. What one controller says is proof for its own home alone, so a screen manages its home and
 * no other. What concerns all homes, such as to add one, takes a browser that manages each of them. A setup code stands in for all that; the
 * recovery code of a home for the screens of that home. Until the first sign-in to a real controller, everybody may add one.
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

  /** Whether a screen manages its home. The demo is no home of the household. */
  manages({ rights, controller, locked }: Screen): boolean {
    return rights.manages && !locked && this.#stores.known.get(controller)?.source === 'known';
  }

  /** Whether a screen may decide that its home stays or goes: it manages, or would if the home did not leave. */
  decidesEnd(screen: Screen): boolean {
    const { leaving, screens } = this.#stores;
    const isLeaving = leaving.has(screen.controller) && !screens.isRefused(screen.id);
    return this.manages(screen) || (screen.rights.manages && isLeaving);
  }

  /** The pass that everybody has while there is no household. */
  get openPass(): Pass {
    return passWhile(() => !this.isClosed);
  }

  /**
   * Checks whether the sender of a request may decide about a home.
   * @param mayDecide what its screen there has to be: by default one that manages
   * @returns `wrong-setup-code`, `too-many-attempts`; `setup-code-needed` for a code of another home; `not-signed-in`, `limited-screen`
   */
  async admitToHome(
    request: FastifyRequest,
    home: string,
    mayDecide = (screen: Screen) => this.manages(screen)
  ): Promise<Result<Pass>> {
    const code = codeOf(request);
    if (code !== undefined) return this.#admitByCode(request, code, [BOX, home]);
    const screen = browserOf(request).at(home);
    if (!screen) return fail('not-signed-in', 'Sign in to this home first.');
    if (!mayDecide(screen)) return NOT_MANAGING;
    return succeed(
      passWhile(() => {
        const now = this.#stores.screens.current(screen.id);
        return now !== undefined && mayDecide(now);
      })
    );
  }

  /**
   * Checks whether the sender of a request may add homes and search for them.
   * @returns `wrong-setup-code`, `too-many-attempts`, `setup-code-needed` for a recovery code; `not-signed-in` for strangers; `forbidden` or
   * `limited-screen` for screens
   */
  async admitToBox(request: FastifyRequest): Promise<Result<Pass>> {
    const code = codeOf(request);
    if (code !== undefined) return this.#admitByCode(request, code, [BOX]);
    const { screens } = browserOf(request);
    const ids = screens.map(({ id }) => id);
    if (this.#managesAll(ids)) return succeed(passWhile(() => this.#managesAll(ids)));
    if (screens.every(({ locked }) => locked))
      return this.isClosed ? fail('not-signed-in', 'The household is closed.') : succeed(this.openPass);
    const isInDemo = screens.some(({ rights, controller }) => isFull(rights) && this.#isDemo(controller));
    return isInDemo ? fail('forbidden', 'A screen of the demo home manages nothing.') : NOT_MANAGING;
  }

  /** What the code of a request is good for: see `Pass.codeFor`. A wrong one counts as an attempt. */
  codeFor(request: FastifyRequest): Promise<Result<string>> {
    return this.#find(request, codeOf(request) ?? '');
  }

  /** Notes something at each home of a household, as done by the screen there of the browser that asks. */
  noteAtAll(
    what: {
      readonly kind: 'setup-code-used' | 'setup-code-failed' | 'home-added';
      readonly home?: Pick<KnownController, 'id' | 'name'>;
    },
    request: FastifyRequest,
    but?: string
  ) {
    const browser = browserOf(request);
    for (const controller of this.#stores.known.real)
      if (this.isClosed && controller.id !== but)
        this.#stores.activity.note({
          ...what,
          controller,
          by: browser.at(controller.id),
          from: browserName(request.headers['user-agent'])
        });
  }

  /** Whether screens of one browser manage all homes, of which there is at least one: those that leave, too. */
  #managesAll(ids: readonly string[]): boolean {
    const { known, screens } = this.#stores;
    const managed = ids.flatMap((id) => screens.current(id) ?? []).filter((each) => this.decidesEnd(each));
    const { real } = known;
    return real.length > 0 && real.every(({ id }) => managed.some(({ controller }) => controller === id));
  }

  #isDemo(controller: string): boolean {
    return this.#stores.known.get(controller)?.source === 'demo';
  }

  /** @param targets what the code has to be good for, one of them */
  async #admitByCode(
    request: FastifyRequest,
    code: string,
    targets: readonly string[]
  ): Promise<Result<Pass>> {
    const found = await this.#find(request, code);
    if (!found.ok) return found;
    const codeFor = found.value;
    if (!targets.includes(codeFor)) return SETUP_CODE_NEEDED;
    let used: ReturnType<Pass['use']> | undefined;
    return succeed({ codeFor, use: () => (used ??= this.#use(request, code, codeFor)) });
  }

  #find(request: FastifyRequest, code: string): Promise<Result<string>> {
    const { setupCodes, recoveryCodes, trustedProxies } = this.#stores;
    const client = clientAddress(request.raw, trustedProxies);
    return this.#limits.attempt<string>({ client }, async () => {
      const codeFor = (await setupCodes.check(code)) ? BOX : recoveryCodes.find(code);
      if (codeFor !== null) return succeed(codeFor);
      this.noteAtAll({ kind: 'setup-code-failed' }, request);
      return NO_CODE;
    });
  }

  async #use(request: FastifyRequest, code: string, codeFor: string): Promise<Result<null>> {
    const { setupCodes, recoveryCodes, activity, known } = this.#stores;
    if (codeFor === BOX) {
      const result = await setupCodes.use(code);
      this.noteAtAll({ kind: result.ok ? 'setup-code-used' : 'setup-code-failed' }, request);
      return result;
    }
    if (recoveryCodes.find(code) !== codeFor) return NO_CODE;
    if (!(await recoveryCodes.use(codeFor))) return NOT_USED;
    activity.note({
      kind: 'recovery-code-used',
      controller: known.get(codeFor),
      by: browserOf(request).at(codeFor),
      from: browserName(request.headers['user-agent'])
    });
    return succeed(null);
  }
}

/** A pass that can be used as long as something holds. */
const passWhile = (holds: () => boolean): Pass => ({
  codeFor: undefined,
  use: async () => (holds() ? succeed(null) : LAPSED)
});

/** Whether a failure says that a code is wrong, or was tried too often. */
export const isAboutCode = (code: ErrorCode): boolean =>
  code === 'wrong-setup-code' || code === 'too-many-attempts';

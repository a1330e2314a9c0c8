import { accountDifferenceSchema, type AccountDifference } from '#shared/household';
import { readBy } from '#shared/read-schema';
import type { BodyOf } from '#shared/routes';
import type { ClientFailure, ClientResult } from '$lib/state/proxy/failure';
import { isCancelled } from './password-gate.svelte';

/** The body of the request for another account of a home. */
type AccountBody = BodyOf<'POST /api/controllers/:id/account'>;

/** Gives a home another account. What it changes is shown first, and has to be confirmed. */
export class AccountChange {
  readonly #send: (body: AccountBody) => Promise<ClientResult<unknown>>;
  #difference = $state.raw<AccountDifference | null>(null);
  #failure = $state.raw<ClientFailure | null>(null);
  #isBusy = $state.raw(false);

  /** @param send sends the request, and asks for what it takes, such as the password */
  constructor(send: (body: AccountBody) => Promise<ClientResult<unknown>>) {
    this.#send = send;
  }

  /** What the account changes; null if it is not to be confirmed now. */
  get difference(): AccountDifference | null {
    return this.#difference;
  }

  /** Why the last request failed. */
  get failure(): ClientFailure | null {
    return this.#failure;
  }

  /** Whether the proxy compares or replaces the account now. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Sends an account, confirmed if `difference` is shown. Resolves to whether the home has it now. */
  async use(account: Pick<AccountBody, 'username' | 'password'>): Promise<boolean> {
    if (this.#isBusy) return false;
    this.#isBusy = true;
    this.#failure = null;
    const { username, password } = account;
    const result = await this.#send({ username, password, isConfirmed: this.#difference !== null });
    this.#isBusy = false;
    if (result.ok) return true;
    const { error } = result;
    if (isCancelled(error)) return false;
    this.#difference =
      error.code === 'account-differs' ? readBy(accountDifferenceSchema, error.detail) : null;
    this.#failure = this.#difference ? null : error;
    return false;
  }

  /** Leaves the account as it is. */
  cancel(): void {
    this.#difference = null;
  }
}

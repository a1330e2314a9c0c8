import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { Emitter } from '#shared/emitter';
import { HOME_LISTS } from '#shared/home-schema';
import type { StoredFile } from '../base/store/sealed-file';
import { ControllerClient } from './client';
import type { ControllerNetwork } from './connection';
import { pathOfList } from './home-lists';
import { CHECK_TIMEOUT_MS } from './login';
import { isAboutSomethingElse, type RenewalOutcome, type Tokens } from './renewal';

const accountSchema = v.object({
  controller: v.string(),
  user: v.string(),
  access: v.string(),
  refresh: v.nullable(v.string())
});

/** The stored format of accounts: tokens by controller and user, and the client id of this proxy. */
export const storedAccountsSchema = v.object({ clientId: v.string(), accounts: v.array(accountSchema) });
export type StoredAccounts = v.InferOutput<typeof storedAccountsSchema>;

/** What is stored before the first sign-in. */
export const NO_ACCOUNTS: StoredAccounts = { clientId: '', accounts: [] };

/** Whose tokens they are. */
type TokenOwner = Readonly<Pick<v.InferOutput<typeof accountSchema>, 'controller' | 'user'>>;

/** A controller has refused both tokens of a user. */
interface TokensRefused extends TokenOwner {
  /** Id of the screen on which somebody has typed the right password meanwhile, if any. */
  readonly by: string | undefined;
  /** Delays the end of `refused` until this work is done. */
  readonly waitUntil: (work: Promise<unknown>) => void;
}

interface Account extends TokenOwner {
  readonly client: ControllerClient;
}

/** The tokens of every user of every controller, and the client of each. Passwords are used once and never stored. */
export class Accounts {
  readonly #file: StoredFile<StoredAccounts>;
  readonly #network: ControllerNetwork;
  readonly #byKey = new Map<string, Account>();
  /** Resolves when the last refusal was handled. */
  #refusalHandled: Promise<unknown> = Promise.resolve();
  readonly #refused = new Emitter<TokensRefused>();
  /** Subscribes to refusals of tokens. */
  readonly onRefused = this.#refused.subscribe;
  readonly #renewed = new Emitter<TokenOwner & { readonly outcome: RenewalOutcome }>();
  /** Subscribes to the ends of renewals of tokens, whatever their outcome. */
  readonly onRenewal = this.#renewed.subscribe;
  readonly #changed = new Emitter<void>();
  /** Calls back when the tokens of a user have changed. */
  readonly onChange = this.#changed.subscribe;
  #clientId = '';

  constructor(file: StoredFile<StoredAccounts>, network: ControllerNetwork) {
    this.#file = file;
    this.#network = network;
    // Calls in flight at the old address are aborted, and no connection outlives the card that it was checked by.
    network.known.onMoved((id) => {
      for (const { controller, client } of this.#byKey.values()) if (controller === id) void client.close();
    });
  }

  /** Reads the stored accounts. Has to be awaited once, before all other calls. */
  async load() {
    const { clientId, accounts } = await this.#file.read();
    this.#clientId = clientId === '' ? randomUUID() : clientId;
    for (const { controller, user, ...tokens } of accounts) this.#open(controller, user, tokens);
  }

  /** The id by which controllers know this proxy. */
  get clientId(): string {
    return this.#clientId;
  }

  /** Ids of the controllers with a signed-in user. */
  get controllers(): string[] {
    return this.#signedIn.map(({ controller }) => controller);
  }

  /** The users who are signed in at a controller. */
  usersOf(controller: string): string[] {
    return this.#signedIn.filter((each) => each.controller === controller).map(({ user }) => user);
  }

  /** The tokens of a user; null if the user is not signed in. */
  tokens(controller: string, user: string): Tokens | null {
    return this.#byKey.get(keyOf(controller, user))?.client.tokens ?? null;
  }

  /**
   * Checks a user's tokens with the controller before a password replaces them, so that a refusal of both is noticed even if no call was
   * made since. It has to come before the password, since a controller may end the earlier tokens of a client that signs in again. It is
   * not aborted if the client disconnects.
   * @returns whether the controller accepts them, or there are none. Without an answer about them, the new tokens must not unlock screens
   * that a refusal would have locked.
   */
  async check(controller: string, user: string): Promise<boolean> {
    if (!this.tokens(controller, user)) return true;
    const path = pathOfList(HOME_LISTS.sections);
    const answer = await this.client(controller, user).read(path, { timeoutMs: CHECK_TIMEOUT_MS });
    // A refusal is on the disk before new tokens are: after a power cut, those must not unlock anybody.
    await this.#refusalHandled;
    return answer.ok || answer.error.code === 'signed-out' || isAboutSomethingElse(answer.error);
  }

  /**
   * Handles that a controller has refused both tokens of a user. Resolves when the work of all listeners is done.
   * @param by the screen on which somebody has typed the right password meanwhile, if any
   */
  refused(controller: string, user: string, by?: string): Promise<unknown> {
    const work: Promise<unknown>[] = [];
    this.#refused.emit({ controller, user, by, waitUntil: (each) => void work.push(each) });
    return (this.#refusalHandled = Promise.all(work));
  }

  /** Sets the tokens of a user for all of the user's screens. They are on the disk when this resolves. */
  async setTokens(controller: string, user: string, tokens: Tokens) {
    this.client(controller, user).setTokens(tokens);
    await this.#file.flush();
  }

  /** The client of a user of a controller. If the user is not signed in, all its calls are `signed-out`. */
  client(controller: string, user: string): ControllerClient {
    return (this.#byKey.get(keyOf(controller, user)) ?? this.#open(controller, user, null)).client;
  }

  /** Ends a sign-in: removes the tokens. Every call of its client is `signed-out` then. */
  forget(controller: string, user: string) {
    this.#byKey.get(keyOf(controller, user))?.client.end();
  }

  /** Closes all connections. */
  async close() {
    await Promise.all([...this.#byKey.values()].map(({ client }) => client.close()));
    await this.#file.flush();
  }

  get #signedIn(): Account[] {
    return [...this.#byKey.values()].filter(({ client }) => client.tokens);
  }

  #open(controller: string, user: string, tokens: Tokens | null): Account {
    const client = new ControllerClient(controller, this.#network, {
      tokens,
      onTokens: () => this.#save(),
      onRefused: () => void this.refused(controller, user),
      onRenewal: (outcome) => this.#renewed.emit({ controller, user, outcome })
    });
    const account = { controller, user, client };
    this.#byKey.set(keyOf(controller, user), account);
    return account;
  }

  #save() {
    const accounts = [...this.#byKey.values()].flatMap(({ controller, user, client: { tokens } }) =>
      tokens ? [{ controller, user, ...tokens }] : []
    );
    this.#file.write({ clientId: this.#clientId, accounts });
    this.#changed.emit();
  }
}

const keyOf = (controller: string, user: string) => `${controller} ${user}`;

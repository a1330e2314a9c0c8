import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { every } from '#shared/clock';
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
  /** Its name at the controller. */
  user: v.string(),
  /** Null after the controller has refused them, and while the home has no screen. */
  tokens: v.nullable(v.object({ access: v.string(), refresh: v.nullable(v.string()) })),
  /** The account that takes the home back, since a locked screen has replaced it. */
  former: v.exactOptional(
    v.object({
      user: v.string(),
      /** The name of that screen. */
      by: v.string(),
      /** For how long it does, in ms of the program's running time. */
      leftMs: v.number()
    })
  )
});
type StoredAccount = v.InferOutput<typeof accountSchema>;

/** The stored format of accounts: that of each controller, and the client id of this proxy. */
export const storedAccountsSchema = v.object({ clientId: v.string(), accounts: v.array(accountSchema) });
export type StoredAccounts = v.InferOutput<typeof storedAccountsSchema>;

/** What is stored before the first sign-in. */
export const NO_ACCOUNTS: StoredAccounts = { clientId: '', accounts: [] };

/** A controller has refused both tokens of its account. */
interface TokensRefused {
  readonly controller: string;
  /** Id of the screen on which somebody has typed the right password meanwhile, if any. */
  readonly by: string | undefined;
  /** Delays the end of `refused` until this work is done. */
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** For how long the account that a locked screen has replaced takes the home back, in ms. */
const TAKE_BACK_MS = 7 * 24 * 60 * 60_000;

/** How often that is counted down and stored, in ms: a box that is killed again and again adds no more to it. */
const COUNT_INTERVAL_MS = 60 * 60_000;

/**
 * Whether the account that is replaced takes its home back: for a while, if the screen of this name has replaced it; `end`: none does any more;
 * `keep`: as before.
 */
export type Former = { readonly by: string } | 'end' | 'keep';

/** The account of a controller, with its client. */
interface Account {
  readonly client: ControllerClient;
  /** Undefined if nobody has signed in yet. */
  user?: string;
  former?: StoredAccount['former'];
  /** Since when the controller refuses it, on the monotonic clock; undefined if that was before the start of the program. */
  refusedAt?: number | undefined;
}

/**
 * The one account of each controller by which the household reads and commands its home: its name, its tokens and its client. Passwords are
 * used once and never stored.
 */
export class Accounts {
  readonly #file: StoredFile<StoredAccounts>;
  readonly #network: ControllerNetwork;
  readonly #byController = new Map<string, Account>();
  /** Resolves when the last refusal was handled. */
  #refusalHandled: Promise<unknown> = Promise.resolve();
  readonly #refused = new Emitter<TokensRefused>();
  /** Subscribes to refusals of tokens. */
  readonly onRefused = this.#refused.subscribe;
  readonly #renewed = new Emitter<{ readonly controller: string; readonly outcome: RenewalOutcome }>();
  /** Subscribes to the ends of renewals of tokens, whatever their outcome. */
  readonly onRenewal = this.#renewed.subscribe;
  readonly #changed = new Emitter<void>();
  /** Calls back when the tokens of an account have changed. */
  readonly onChange = this.#changed.subscribe;
  #clientId = '';
  readonly #startedAt: number;
  #countedAt: number;

  constructor(file: StoredFile<StoredAccounts>, network: ControllerNetwork) {
    this.#file = file;
    this.#network = network;
    this.#startedAt = network.clock.monotonic();
    this.#countedAt = this.#startedAt;
    // Calls in flight at the old address are aborted, and no connection outlives the card that it was checked by.
    network.known.onMoved((id) => void this.#byController.get(id)?.client.close());
  }

  /** Reads the stored accounts. Has to be awaited once, before all other calls. */
  async load() {
    const { clientId, accounts } = await this.#file.read();
    this.#clientId = clientId === '' ? randomUUID() : clientId;
    for (const { controller, user, tokens, former } of accounts) {
      const account = this.#open(controller, tokens);
      account.user = user;
      account.former = former;
    }
  }

  /** Starts to count down for how long former accounts take their homes back. Returns a function that stops it. */
  start(): () => void {
    return every(this.#network.clock, COUNT_INTERVAL_MS, () => {
      if ([...this.#byController.values()].some(({ former }) => former)) this.#save();
    });
  }

  /** The id by which controllers know this proxy. */
  get clientId(): string {
    return this.#clientId;
  }

  /** Ids of the controllers that have an account. */
  get controllers(): string[] {
    return [...this.#byController].flatMap(([id, { user }]) => (user === undefined ? [] : [id]));
  }

  /** The name of a controller's account; undefined if it has none. */
  userOf(controller: string): string | undefined {
    return this.#byController.get(controller)?.user;
  }

  /** The tokens of a controller's account; null if somebody has to sign in with it. */
  tokens(controller: string): Tokens | null {
    return this.#byController.get(controller)?.client.tokens ?? null;
  }

  /** For how long a controller has refused its account, in ms: at most since the start of the program. 0 if it does not. */
  refusedForMs(controller: string): number {
    const { refusedAt = this.#startedAt } = this.#byController.get(controller) ?? {};
    return this.tokens(controller) ? 0 : this.#now() - refusedAt;
  }

  /** The account that takes a home back, and for how long, in ms; undefined for none. */
  formerOf(controller: string): StoredAccount['former'] {
    this.#count();
    return this.#byController.get(controller)?.former;
  }

  /**
   * Checks the tokens with the controller before a password replaces them, so that a refusal of both is noticed even if no call was
   * made since. It has to come before the password, since a controller may end the earlier tokens of a client that signs in again. It is
   * not aborted if the client disconnects.
   * @returns whether the controller accepts them, or there are none. Without an answer about them, the new tokens must not unlock screens
   * that a refusal would have locked.
   */
  async check(controller: string): Promise<boolean> {
    if (!this.tokens(controller)) return true;
    const path = pathOfList(HOME_LISTS.sections);
    const answer = await this.client(controller).read(path, { timeoutMs: CHECK_TIMEOUT_MS });
    // A refusal is on the disk before new tokens are: after a power cut, those must not unlock anybody.
    await this.#refusalHandled;
    return answer.ok || answer.error.code === 'signed-out' || isAboutSomethingElse(answer.error);
  }

  /**
   * Handles that a controller has refused both tokens of its account. Resolves when the work of all listeners is done.
   * @param by the screen on which somebody has typed the right password meanwhile, if any
   */
  refused(controller: string, by?: string): Promise<unknown> {
    const work: Promise<unknown>[] = [];
    this.#refused.emit({ controller, by, waitUntil: (each) => void work.push(each) });
    return (this.#refusalHandled = Promise.all(work));
  }

  /**
   * Sets the account of a controller, with new tokens for all screens of its home. They are on the disk when this resolves.
   * @param former see `Former`
   */
  async set(controller: string, user: string, tokens: Tokens, former: Former = 'keep') {
    const account = this.#accountOf(controller);
    const { user: before, client } = account;
    const isOther = before !== undefined && before !== user;
    // The first one counts: who replaces the account again does not become the one that takes the home back.
    const standing = this.formerOf(controller);
    if (former === 'end' || standing?.user === user) delete account.former;
    else if (former !== 'keep' && !standing && isOther)
      account.former = { user: before, by: former.by, leftMs: TAKE_BACK_MS };
    account.user = user;
    account.refusedAt = undefined;
    client.setTokens(tokens);
    await this.#file.flush();
  }

  /** The client of a controller's account. Without tokens all its calls are `signed-out`. */
  client(controller: string): ControllerClient {
    return this.#accountOf(controller).client;
  }

  /** Removes the tokens of a controller: its home has no screen any more. The name of the account stays. */
  dropTokens(controller: string) {
    this.#byController.get(controller)?.client.end();
  }

  /** Forgets the account of a controller that is forgotten. */
  forget(controller: string) {
    const account = this.#byController.get(controller);
    if (!account) return;
    delete account.user;
    delete account.former;
    account.client.end();
  }

  /** Closes all connections. */
  async close() {
    await Promise.all([...this.#byController.values()].map(({ client }) => client.close()));
    await this.#file.flush();
  }

  #now(): number {
    return this.#network.clock.monotonic();
  }

  #accountOf(controller: string): Account {
    return this.#byController.get(controller) ?? this.#open(controller, null);
  }

  #open(controller: string, tokens: Tokens | null): Account {
    const account: Account = {
      client: new ControllerClient(controller, this.#network, {
        tokens,
        onTokens: () => this.#save(),
        onRefused: () => {
          account.refusedAt = this.#now();
          void this.refused(controller);
        },
        onRenewal: (outcome) => this.#renewed.emit({ controller, outcome })
      })
    };
    this.#byController.set(controller, account);
    return account;
  }

  /** Takes the time that has passed from what is left to former accounts. */
  #count() {
    const passed = this.#now() - this.#countedAt;
    this.#countedAt += passed;
    for (const account of this.#byController.values()) {
      const { former } = account;
      if (!former) continue;
      if (former.leftMs <= passed) delete account.former;
      else account.former = { ...former, leftMs: former.leftMs - passed };
    }
  }

  #save() {
    this.#count();
    const accounts = [...this.#byController].flatMap(
      ([
        controller,
        {
          user,
          former,
          client: { tokens }
        }
      ]) => (user === undefined ? [] : [{ controller, user, tokens, ...(former && { former }) }])
    );
    this.#file.write({ clientId: this.#clientId, accounts });
    this.#changed.emit();
  }
}

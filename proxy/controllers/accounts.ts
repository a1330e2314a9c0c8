import * as v from 'valibot';
import { fail, succeed, type Result } from '#shared/errors';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock';
import type { StoredFile } from '../store/sealed-file';
import { ControllerClient } from './client';
import { Connection } from './connection';
import { readIdentity, readName } from './identity';
import { addressId, type KnownController, type KnownControllers } from './known';
import { askInfo, login } from './login';
import { openPool } from './pool';
import { prove } from './prove';
import type { Tokens } from './tokens';

const accountSchema = v.object({
  controller: v.string(),
  user: v.string(),
  access: v.string(),
  refresh: v.nullable(v.string())
});

/** How the accounts lie on the disk: tokens by controller and user, and the name by which controllers know this proxy. */
export const storedAccountsSchema = v.object({ clientId: v.string(), accounts: v.array(accountSchema) });
export type StoredAccounts = v.InferOutput<typeof storedAccountsSchema>;

/** What is stored before anybody signed in. */
export const NO_ACCOUNTS: StoredAccounts = { clientId: '', accounts: [] };

/** A sign-in: a known controller's id, or an address; exactly one. */
export interface SignIn {
  readonly controller?: string | undefined;
  readonly address?: string | undefined;
  readonly username: string;
  readonly password: string;
  /** The screen's name; empty for none. */
  readonly screen: string;
}

/** What the accounts stand on. */
export interface AccountsParts {
  readonly file: StoredFile<StoredAccounts>;
  readonly clock: Clock;
  readonly known: KnownControllers;
  /** Where controllers listen for HTTP. */
  readonly port: number;
  /** Whether an address may be connected to: itself, or `bad-address`. */
  readAddress(text: string): Result<string>;
}

/** Where to sign in; `id` and `name` where the controller is known. */
interface Place {
  readonly id?: string;
  readonly name?: string;
  readonly address: string;
  readonly port: number;
}

interface Account {
  readonly controller: string;
  readonly user: string;
  readonly client: ControllerClient;
  tokens: Tokens | null;
}

/** Whatever a screen is called, a controller shall know the client by a short name. */
const LONGEST_NAME = 100;

/** The tokens of every user of every controller, and the one client of each. Passwords are used once and kept nowhere. */
export class Accounts {
  readonly #parts: AccountsParts;
  readonly #byKey = new Map<string, Account>();
  #clientId = '';

  constructor(parts: AccountsParts) {
    this.#parts = parts;
  }

  /** Reads who is signed in; to be awaited once, before anything else. */
  async load() {
    const { clientId, accounts } = await this.#parts.file.read();
    this.#clientId = clientId === '' ? randomUUID() : clientId;
    for (const { controller, user, access, refresh } of accounts) {
      this.#open(controller, user, { access, refresh });
    }
    this.#parts.known.onRenamed((from, to) => this.#rename(from, to));
  }

  /**
   * Signs a user in. An address is stored only where the sign-in works; a user who is signed in already goes on by the new
   * tokens, and so do all of that user's watchers.
   * A known controller at a new address is sent a password only once it has proved to be itself; whoever means another one there
   * signs in by the address.
   * @returns `wrong-credentials`, `bad-address`, `not-found` for an unknown id, or why the controller gave no tokens
   */
  async signIn(
    { controller, address, username, password, screen }: SignIn,
    signal: AbortSignal
  ): Promise<Result<{ controller: KnownController; user: string }>> {
    const { clock, known } = this.#parts;
    if (controller !== undefined) await prove(known, controller, clock);
    const place = this.#placeOf(controller, address);
    if (!place.ok) return place;
    const pool = openPool(place.value);
    try {
      const name = screen.trim().slice(0, LONGEST_NAME) || 'Mantel';
      const credentials = { username, password, screen: name, clientId: this.#clientId };
      const tokens = await login(credentials, { pool, clock, signal });
      if (!tokens.ok) return tokens;
      const info = await askInfo(tokens.value, { pool, clock, signal });
      const signedIn = known.signedIn(identify(place.value, info, known), readIdentity(info));
      this.#account(signedIn.id, username).client.revive(tokens.value);
      await this.#parts.file.flush();
      return succeed({ controller: signedIn, user: username });
    } finally {
      void pool.destroy();
    }
  }

  /** The client of a user of a controller; where that user is not signed in, all its calls are `signed-out`. */
  client(controller: string, user: string): ControllerClient {
    return this.#account(controller, user).client;
  }

  /** Ends a sign-in: the tokens are gone, and every call of its client is `signed-out`. */
  forget(controller: string, user: string) {
    const account = this.#byKey.get(keyOf(controller, user));
    account?.client.end();
  }

  /** Cuts every connection. */
  async close() {
    await Promise.all([...this.#byKey.values()].map(({ client }) => client.close()));
    await this.#parts.file.flush();
  }

  #placeOf(controller: string | undefined, address: string | undefined): Result<Place> {
    if (controller !== undefined) {
      const known = this.#parts.known.get(controller);
      if (this.#parts.known.unproven(controller))
        return fail('controller-unreachable', 'Another one answers where it was.');
      return known ? succeed(known) : fail('not-found', 'No controller of this id is known.');
    }
    const read = this.#parts.readAddress(address ?? '');
    if (!read.ok) return read;
    return succeed({ address: read.value, port: this.#parts.port });
  }

  #account(controller: string, user: string): Account {
    return this.#byKey.get(keyOf(controller, user)) ?? this.#open(controller, user, null);
  }

  #open(controller: string, user: string, tokens: Tokens | null): Account {
    const { known, clock } = this.#parts;
    const connection = new Connection({ id: controller, known, clock });
    const client = new ControllerClient({
      connection,
      clock,
      tokens,
      onTokens: (changed) => {
        account.tokens = changed;
        this.#save();
      }
    });
    const account: Account = { controller, user, client, tokens };
    this.#byKey.set(keyOf(controller, user), account);
    return account;
  }

  #rename(from: string, to: string) {
    for (const account of [...this.#byKey.values()].filter(({ controller }) => controller === from)) {
      this.#byKey.delete(keyOf(from, account.user));
      void account.client.close();
      this.#open(to, account.user, account.tokens);
    }
    this.#save();
  }

  #save() {
    const accounts = [...this.#byKey.values()].flatMap(({ controller, user, tokens }) =>
      tokens ? [{ controller, user, ...tokens }] : []
    );
    this.#parts.file.write({ clientId: this.#clientId, accounts });
  }
}

/** The controller that was signed in to: by its id, by the MAC that it tells, by the one that a search found there, or by address. */
function identify({ id, name, address, port }: Place, info: unknown, known: KnownControllers) {
  const found = known.at(address);
  return {
    id: id ?? readIdentity(info).mac ?? found?.id ?? addressId(address),
    name: name ?? found?.name ?? readName(info) ?? address,
    address,
    port
  };
}

const keyOf = (controller: string, user: string) => `${controller} ${user}`;

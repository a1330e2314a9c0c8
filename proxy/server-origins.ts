import { homeAddresses, type Interfaces } from './addresses';
import { isLoopback } from './access/client-address';
import { spellHost } from './access/hosts';
import { isEverywhere } from './listen';

/** Whether we tell the network our name; `taken` is where another host answers to it. */
export type Naming = 'told' | 'taken' | 'silent';

/** What decides where this box is reached. */
export interface WhereaboutsParts {
  /** The owner's `--host`. */
  readonly host: string;
  /** The owner's `--origin`. */
  readonly declared: string | undefined;
  /** Ours in `.local`, without that. */
  readonly name: string;
  /** How it stands with that name. */
  readonly naming: () => Naming;
  /** The DNS names of the owner's own certificate. */
  readonly certified: () => readonly string[];
  readonly interfaces?: () => Interfaces;
}

/**
 * Where this box is reached. An installed app, its cookie and its cache belong to one origin, so one is the permanent one: what the owner
 * declared, else the name in the owner's certificate, else `<name>.local`, else, where that is not told, an address.
 */
export class ServerOrigins {
  readonly #parts: WhereaboutsParts;
  #httpPort = 0;
  #httpsPort = 0;

  constructor(parts: WhereaboutsParts) {
    this.#parts = parts;
  }

  /** Both doors are open, on these ports. */
  opened({ http, https }: { http: number; https: number }) {
    this.#httpPort = http;
    this.#httpsPort = https;
  }

  /** The port of https. */
  get httpsPort() {
    return this.#httpsPort;
  }

  /** Every https origin by which the home reaches us, the permanent one first; none where we listen on loopback alone. */
  get origins(): readonly string[] {
    const { declared, certified, name, naming } = this.#parts;
    const names = certified().filter((each) => !each.startsWith('*'));
    if (this.#isOpen && naming() === 'told') names.push(`${name}.local`);
    const own = [...names, ...this.addresses.map(spellHost)].map((host) => this.httpsOrigin(host));
    return [...new Set([...(declared?.startsWith('https:') === true ? [declared] : []), ...own])];
  }

  /** Whether another host answers to our name. */
  get isNameTaken(): boolean {
    return this.#parts.naming() === 'taken';
  }

  /** The origin for life; null where nobody but this machine reaches us. */
  get permanent(): string | null {
    return this.origins[0] ?? null;
  }

  /** Whether every device trusts the permanent origin already: it has a name of the owner's own. */
  get isPublic(): boolean {
    const { declared, certified } = this.#parts;
    return declared?.startsWith('https:') === true || certified().some((name) => !name.startsWith('*'));
  }

  /** The private addresses by which the home reaches us, the likeliest first. */
  get addresses(): readonly string[] {
    const { host, interfaces } = this.#parts;
    if (!this.#isOpen) return [];
    return isEverywhere(host) ? homeAddresses(interfaces?.()).map(({ address }) => address) : [host];
  }

  /** The page by which a phone begins, by address, since a name may not resolve there; null where no phone reaches us. */
  get installPage(): string | null {
    const [address] = this.addresses;
    return address === undefined ? null : `http://${spellHost(address)}:${this.#httpPort}/install`;
  }

  /** Where a phone begins that was never here: at the public origin, which it trusts, else at the install page. */
  get firstPage(): string | null {
    return this.isPublic ? this.permanent : this.installPage;
  }

  /** Our https origin under a host, as browsers spell it. */
  httpsOrigin(host: string): string {
    return new URL(`https://${host}:${this.#httpsPort}`).origin;
  }

  get #isOpen() {
    return !isLoopback(this.#parts.host);
  }
}

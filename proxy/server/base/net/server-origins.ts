import { isLoopback, spellHost, isEverywhere } from './addresses';
import { homeAddresses, type Interfaces } from './interfaces';

/** `announced`: mDNS answers to the name. `conflict`: another host does, so we don't. `off`: no link, or the responder does not run. */
export type MdnsState = 'announced' | 'conflict' | 'off';

/** The names of this server. */
export interface ServerNames {
  /** Its name in `.local`, without that suffix. */
  readonly name: string;
  /** The owner's `--origin`. */
  readonly origin: string | undefined;
  /** The DNS names of the owner's own certificate; none without it. */
  readonly certificateNames: () => readonly string[];
}

/** What the origins of this server depend on. */
export interface ServerOriginsDeps extends ServerNames {
  /** The owner's `--host`. */
  readonly host: string;
  /** Whether the name in `.local` is announced by mDNS. */
  readonly mdnsState: () => MdnsState;
  readonly interfaces?: () => Interfaces;
}

/**
 * The origins by which this server is reached. An installed app, its cookie and its cache belong to one origin, so one of them is
 * permanent: what the owner declared, else the name in the owner's certificate, else `<name>.local`, else, without mDNS, an address.
 */
export class ServerOrigins {
  readonly #deps: ServerOriginsDeps;
  #ports = { http: 0, https: 0 };

  constructor(deps: ServerOriginsDeps) {
    this.#deps = deps;
  }

  /** Sets the ports, once both listeners are open. */
  setPorts(ports: { http: number; https: number }) {
    this.#ports = ports;
  }

  /** All https origins of this server, the permanent one first; empty if it listens on loopback only. */
  get origins(): readonly string[] {
    const { name, mdnsState } = this.#deps;
    const local = this.#isOpen && mdnsState() === 'announced' ? [`${name}.local`] : [];
    const inHome = [...local, ...this.addresses.map(spellHost)].map((host) => this.httpsOrigin(host));
    return [...new Set([...this.#publicOrigins, ...inHome])];
  }

  /** Whether our name in `.local` is announced. */
  get mdnsState(): MdnsState {
    return this.#deps.mdnsState();
  }

  /** Whether every device already trusts the permanent origin, because it has the owner's own name and certificate. */
  get isPublic(): boolean {
    return this.#publicOrigins.length > 0;
  }

  /** The private addresses of this server, the most likely one first. */
  get addresses(): readonly string[] {
    const { host, interfaces } = this.#deps;
    if (!this.#isOpen) return [];
    return isEverywhere(host) ? homeAddresses(interfaces?.()).map(({ address }) => address) : [host];
  }

  /** URL of the install page, with an address because a name may not resolve on a phone; null if no phone reaches this server. */
  get installPage(): string | null {
    const [address] = this.addresses;
    return address === undefined ? null : `http://${spellHost(address)}:${this.#ports.http}/install`;
  }

  /** The first URL for a new phone: the public origin, which it trusts, else the install page. */
  get firstPage(): string | null {
    return this.#publicOrigins[0] ?? this.installPage;
  }

  /** The https origin for a host, as browsers spell it. */
  httpsOrigin(host: string): string {
    return new URL(`https://${host}:${this.#ports.https}`).origin;
  }

  /** What the owner declared, then the names in the owner's certificate. */
  get #publicOrigins(): readonly string[] {
    const { origin, certificateNames } = this.#deps;
    const names = certificateNames().filter((each) => !each.startsWith('*'));
    const named = names.map((host) => this.httpsOrigin(host));
    return origin?.startsWith('https:') === true ? [origin, ...named] : named;
  }

  get #isOpen() {
    return !isLoopback(this.#deps.host);
  }
}

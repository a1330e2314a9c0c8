import type { Pool } from 'undici';
import type { KnownController, KnownControllers } from './known';
import type { NeighbourLink, LinkReader } from './link';
import { openPool } from './pool';

/** A box to sign in to. */
export interface SignInTarget {
  readonly address: string;
  readonly port: number;
  /** The known controllers that it can be. Its link decides. */
  readonly candidates: readonly KnownController[];
  /** Whether it can be a new controller. */
  readonly mayBeNew: boolean;
  /** The known controller that it is, with any link, because a person said so. */
  readonly moved?: KnownController;
}

/** What a pinned pool depends on. */
interface PinnedPoolDeps {
  readonly known: Pick<KnownControllers, 'linksOf'>;
  readonly links: Pick<LinkReader, 'linkOf'>;
}

/**
 * Connection pool of one sign-in or move, pinned to one machine: the first connection decides by its link which known controller it is,
 * if any, and every later connection must use the same link.
 */
export class PinnedPool {
  readonly target: SignInTarget;
  readonly pool: Pool;
  #controller: KnownController | undefined;
  #link: NeighbourLink | undefined;

  constructor(target: SignInTarget, deps: PinnedPoolDeps) {
    const { address, port } = target;
    this.target = target;
    this.#controller = target.moved;
    this.pool = openPool({ address, port, admit: () => this.#admit(deps) });
  }

  /** The known controller that answers there; undefined for a new one. */
  get controller(): KnownController | undefined {
    return this.#controller;
  }

  /** The link by which the controller was reached. */
  get link(): NeighbourLink {
    if (this.#link === undefined) throw new Error('Nothing was connected to yet.');
    return this.#link;
  }

  #admit({ known, links }: PinnedPoolDeps): boolean {
    const { address, candidates, mayBeNew } = this.target;
    const seen = links.linkOf(address, null);
    if (this.#link !== undefined) return seen === this.#link;
    const match = candidates.find(({ id }) => {
      const learned = known.linksOf(id);
      return learned === null || learned.includes(links.linkOf(address, learned));
    });
    if (!match && !mayBeNew) return false;
    this.#link = seen;
    this.#controller ??= match;
    return true;
  }
}

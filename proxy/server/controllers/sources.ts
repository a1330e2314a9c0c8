import type { Socket } from 'node:net';

/** How the address of a source begins. No address of the network does, and none that a person types is accepted with it. */
const PREFIX = 'source:';

/** A controller that this program runs itself. It answers like one of the network, and its first sign-in may set it up. */
export interface SourceController {
  /** 12 hex digits; empty while there is nothing to sign in to. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** Whether it is known to the household from the start. One that is not is found as a new controller that wants a setup code. */
  readonly isSetUp: boolean;
  /** Whether it is the demo home, which ends with the first real controller. */
  readonly isDemo?: boolean;
  /** Whether another home is in the place of the one that was set up: nothing is sent to it. */
  readonly isAnother?: boolean;
  /** Connects to it; null while it does not run. Never rejects. */
  connect(): Promise<Socket | null>;
  /** Looks whether there is something to set up. Never rejects. */
  search?(): Promise<boolean>;
  /** Keeps what a sign-in has just set up. Resolves when it is on the disk. */
  keep?(): Promise<unknown>;
  /**
   * Sets its user name and its password anew; absent if nobody chooses them. Resolves when they are on the disk, with false if that failed.
   */
  setPassword?(username: string, password: string): Promise<boolean>;
  /** Forgets the set-up: the home is forgotten. */
  forget?(): void;
  /** Calls back when it is there again. */
  onBack?(listener: () => void): () => void;
  stop(): Promise<void>;
}

/** The sources of this program by address: `source:zwave-js`. Nothing else resolves these addresses. */
export type Sources = ReadonlyMap<string, SourceController>;

/** Opens each source of a table, which has them by name. Null is none. */
export async function openSources<Context>(
  table: Readonly<Record<string, (context: Context) => Promise<SourceController | null>>>,
  context: Context
): Promise<Sources> {
  const sources = new Map<string, SourceController>();
  for (const [name, open] of Object.entries(table)) {
    const source = await open(context);
    if (source) sources.set(`${PREFIX}${name}`, source);
  }
  return sources;
}

/** An address as people and the wire see it: a source has none. */
export const networkAddress = (address: string): string => (address.startsWith(PREFIX) ? '' : address);

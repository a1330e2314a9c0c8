import type { KeyPair } from './authority';

/** Who we are to a browser: a certificate with its key, another from time to time. */
export interface ServerCertificate {
  readonly current: KeyPair;
  /** The DNS names that it is good for, `*.example.org` among them. */
  readonly names: readonly string[];
  /** Keeps it fresh until what this returns is called. */
  start(onChange: (pair: KeyPair) => void): () => void;
}

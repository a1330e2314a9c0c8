import type { KeyPair } from './authority';

/** The server's certificate and key. They are replaced from time to time. */
export interface ServerCertificate {
  readonly current: KeyPair;
  /** The DNS names of the certificate, wildcards such as `*.example.org` included. */
  readonly names: readonly string[];
  /** Starts to renew the certificate. Returns a function that stops it. */
  start(onChange: (pair: KeyPair) => void): () => void;
}

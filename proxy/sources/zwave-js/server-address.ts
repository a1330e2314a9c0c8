import { isIPv4 } from 'node:net';
import { fail, succeed, type Result } from '#shared/errors';

/** Where a Z-Wave JS server is. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  /** SHA-256 of its certificate, as colon-separated capital pairs; null on loopback, where there is none. */
  readonly fingerprint: string | null;
}

/** The port of the server by default. */
const DEFAULT_PORT = 3000;

/** Where a search looks: the server of this machine. */
export const USUAL_ADDRESS: ServerAddress = {
  host: '127.0.0.1',
  port: DEFAULT_PORT,
  path: '/',
  fingerprint: null
};

const UNREADABLE = fail('bad-option', 'an address such as ws://127.0.0.1:3000');

/**
 * Reads the address of a server. On this machine it is `ws://`. Anywhere else it has to be `wss://` with the fingerprint of the certificate
 * behind a `#`: the server asks nobody for a password, so it must at least be the right one, and nobody may listen.
 * @returns `bad-option` with what it takes
 */
export function readServerAddress(text: string): Result<ServerAddress, 'bad-option'> {
  if (!URL.canParse(text)) return UNREADABLE;
  const url = new URL(text);
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') return UNREADABLE;
  if (url.username !== '' || url.password !== '')
    return fail(
      'bad-option',
      'an address without a password: every program of this machine can read a command line'
    );
  const host = url.hostname;
  const isLocal = host === 'localhost' || (isIPv4(host) && host.startsWith('127.'));
  const path = `${url.pathname}${url.search}`;
  const port =
    Number(url.port) ||
    (url.protocol === 'wss:' ? 443 : url.port === '' && !/:80(\/|$)/.test(text) ? DEFAULT_PORT : 80);
  if (url.protocol === 'ws:')
    return isLocal
      ? succeed({ host: host === 'localhost' ? '127.0.0.1' : host, port, path, fingerprint: null })
      : fail(
          'bad-option',
          'ws:// for this machine alone: in the network anybody could listen and open locks. Use wss:// with the fingerprint of its certificate behind a #'
        );
  const fingerprint = readFingerprint(url.hash.slice(1));
  if (fingerprint === null)
    return fail(
      'bad-option',
      'wss:// with the SHA-256 fingerprint of the certificate behind a #: wss://192.168.1.5:3000#AB:CD:…'
    );
  return succeed({ host, port, path, fingerprint });
}

function readFingerprint(text: string): string | null {
  const digits = text.replaceAll(':', '').toUpperCase();
  return /^[\dA-F]{64}$/.test(digits) ? (digits.match(/../g) ?? []).join(':') : null;
}

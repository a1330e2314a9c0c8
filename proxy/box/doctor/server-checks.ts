import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import * as v from 'valibot';
import { isEverywhere, spellHost } from '../../server/base/net/addresses';
import { codeOf } from '../../server/base/store/errors';
import { decode } from '../../server/base/store/seal';
import type { queryName } from '../../server/origin/mdns/name-query';
import { storedTlsSchema } from '../../server/origin/tls/local-ca-certificate';
import { readUserPair } from '../../server/origin/tls/user-certificate';
import type { Options } from '../cli/options';
import { requestLocally } from '../local-request';
import { finding, unread, type Finding } from './finding';

const DAY_MS = 24 * 60 * 60 * 1000;

/** An own certificate that expires sooner than this is worth a note, in days. */
const MIN_DAYS = 14;

/** What another program may claim here is shown on the terminal. */
const shortText = v.pipe(v.string(), v.maxLength(64));

const statusSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ name: shortText, version: shortText, mdnsState: v.string() })
);

/** The state of a running Mantel, as far as it is read here. */
type RunningServer = v.InferOutput<typeof statusSchema>;

/** What the check of a port found. */
interface PortResult {
  readonly finding: Finding;
  /** The Mantel that listens there. */
  readonly server?: RunningServer;
}

/** Checks that the port of a protocol can be used, or is used by a Mantel. */
export async function checkPort(options: Options, protocol: 'http' | 'https'): Promise<PortResult> {
  const { host, [`${protocol}Port` as const]: port } = options;
  const found = (name: string, more = {}) => ({
    finding: finding(name, { port, protocol, host, option: `--${protocol}-port`, ...more })
  });
  if (port === 0) return found('port-any');
  const code = await tryListening(host, port);
  if (code === undefined) return found('port-free');
  if (code === 'EADDRNOTAVAIL') return found('port-no-address');
  if (code !== 'EADDRINUSE') return found(code === 'EACCES' ? 'port-forbidden' : 'port-unusable', { code });
  const name = isEverywhere(host) ? '127.0.0.1' : spellHost(host);
  const answer = await requestLocally(`${protocol}://${name}:${port}/api/status`);
  const status = v.safeParse(statusSchema, answer?.body);
  if (!status.success) return found('port-taken');
  return { ...found('port-ours', { version: status.output.version }), server: status.output };
}

/** Listens for a moment. Returns the system's error code; undefined on success. */
async function tryListening(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen(isEverywhere(host) ? { port } : { host, port });
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    return typeof code === 'string' ? code : 'unknown';
  }
}

/**
 * Checks whether another device on the network has the name.
 * @param server the Mantel that runs, if one does: it knows about its own name
 * @param query asks the network
 */
export async function checkName(
  options: Options,
  server: RunningServer | undefined,
  query: typeof queryName
): Promise<Finding> {
  if (!options.mdns) return finding('name-off');
  const label = server?.name ?? options.name;
  const name = `${label}.local`;
  if (server?.mdnsState === 'announced') return finding('name', { name });
  if (server?.mdnsState === 'off') return finding('name-silent', { name });
  const use = await query(label, options.host);
  const address = use.state === 'taken' ? use.address : 'its address is not known';
  if (server || use.state === 'taken') return finding('name-taken', { name, address });
  if (use.state === 'failed') return finding('name-unasked', { name, code: String(codeOf(use.error)) });
  return finding(use.state === 'free' ? 'name-free' : 'name-no-network', { name });
}

/**
 * Checks that the certificate can be used, and when it expires.
 * @param stored content of the stored certificate of the local CA; undefined if there is none, null if it cannot be read
 * @param now in ms since the epoch
 */
export async function checkCertificate(
  { tlsCert, tlsKey }: Options,
  stored: Buffer | null | undefined,
  now: number
): Promise<Finding> {
  const daysUntil = (time: number) => Math.floor((time - now) / DAY_MS);
  if (tlsCert === undefined || tlsKey === undefined) {
    if (stored === undefined) return finding('certificate-new');
    const tls = stored && decode(storedTlsSchema, stored);
    if (!tls?.ok || tls.value === null) return unread('certificate');
    const days = daysUntil(tls.value.leaf.notAfter);
    return finding(days < 0 ? 'certificate-ended' : 'certificate', { days: Math.abs(days) });
  }
  const pair = await readUserPair({ certificate: tlsCert, key: tlsKey });
  if (!pair.ok) return finding('certificate-unusable', { why: pair.error.message });
  const { validFrom, validTo } = new X509Certificate(pair.value.certificate);
  const days = daysUntil(Date.parse(validTo));
  const values = { file: tlsCert, days: Math.abs(days) };
  if (days < 0) return finding('certificate-own-ended', values);
  if (Date.parse(validFrom) > now) return finding('certificate-early', values);
  return finding(days < MIN_DAYS ? 'certificate-ends' : 'certificate-own', values);
}

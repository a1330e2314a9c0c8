import * as v from 'valibot';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { isEverywhere, spellHost } from '../../server/base/net/addresses';
import type { Options } from '../cli/options';
import type { queryName } from '../../server/origin/mdns/name-query';
import { requestLocally } from '../local-request';
import { codeOf } from '../../server/base/store/errors';
import { storedTlsSchema } from '../../server/origin/tls/local-ca-certificate';
import { readUserPair } from '../../server/origin/tls/user-certificate';
import { decode } from '../../server/base/store/seal';
import { note, ok, problem, unread, type Finding } from './finding';

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
  const option = `--${protocol}-port`;
  const subject = `port ${port}`;
  const wrong = (text: string, advice: string) => ({ finding: problem(subject, text, advice) });
  if (port === 0) return { finding: ok(protocol, 'Any free port is used.') };
  const code = await tryListening(host, port);
  if (code === undefined) return { finding: ok(subject, 'It is free.') };
  if (code === 'EADDRNOTAVAIL') return wrong(`${host} is not an address of this machine.`, 'Correct --host.');
  if (code !== 'EADDRINUSE') {
    const why = code === 'EACCES' ? 'This user is not allowed to use it.' : `It cannot be opened (${code}).`;
    return wrong(why, `Choose a port from 1024 on with ${option}.`);
  }
  const name = isEverywhere(host) ? '127.0.0.1' : spellHost(host);
  const answer = await requestLocally(`${protocol}://${name}:${port}/api/status`);
  const status = v.safeParse(statusSchema, answer?.body);
  if (status.success)
    return { finding: ok(subject, `Mantel ${status.output.version} runs here.`), server: status.output };
  const advice = `Stop that program (\`ss -ltnp\` names it), or choose another port with ${option}.`;
  return wrong('Another program uses it.', advice);
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

const FREE_PORT =
  'Stop the program that uses UDP port 5353 (`ss -lunp` names it), or start with --no-mdns. The address of this box works meanwhile.';

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
  const subject = 'name';
  if (!options.mdns) return ok(subject, 'It is not announced (--no-mdns).');
  const name = server?.name ?? options.name;
  const full = `${name}.local`;
  if (server?.mdnsState === 'announced') return ok(subject, `${full} is announced.`);
  if (server?.mdnsState === 'off')
    return note(
      subject,
      `${full} is not announced: there is no network, or another program has the mDNS port.`,
      FREE_PORT
    );
  const use = await query(name, options.host);
  if (server || use.state === 'taken') {
    const where = use.state === 'taken' ? `, ${use.address},` : '';
    const text = `Another device on the network${where} has the name ${full}.`;
    return problem(subject, text, 'Choose another name with --name, or rename that device.');
  }
  if (use.state === 'failed')
    return note(
      subject,
      `${full} was not checked, because the mDNS port cannot be used (${String(codeOf(use.error))}).`,
      FREE_PORT
    );
  return use.state === 'free'
    ? ok(subject, `No other device answers to ${full}.`)
    : note(subject, `${full} was not checked without a network.`, 'Connect its cable or its Wi-Fi.');
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
  const subject = 'certificate';
  const daysUntil = (time: number) => Math.floor((time - now) / DAY_MS);
  if (tlsCert === undefined || tlsKey === undefined) {
    if (stored === undefined) return ok(subject, 'The first start issues one.');
    const tls = stored && decode(storedTlsSchema, stored);
    if (!tls?.ok || tls.value === null) return unread(subject);
    const days = daysUntil(tls.value.leaf.notAfter);
    const advice = 'Start Mantel: it issues a new one. Phones stay connected.';
    return days >= 0
      ? ok(subject, `It is valid for ${days} days. Mantel renews it.`)
      : note(subject, `It expired ${-days} days ago.`, advice);
  }
  const pair = await readUserPair({ certificate: tlsCert, key: tlsKey });
  if (!pair.ok)
    return problem(subject, pair.error.message, 'Correct --tls-cert and --tls-key, or those files.');
  const { validFrom, validTo } = new X509Certificate(pair.value.certificate);
  const days = daysUntil(Date.parse(validTo));
  const advice = 'Renew it. Mantel reloads the file when it changes.';
  if (days < 0) return problem(subject, `${tlsCert} expired ${-days} days ago.`, advice);
  if (Date.parse(validFrom) > now)
    return problem(subject, `${tlsCert} is not valid yet.`, 'Check the clock of this box.');
  const text = `${tlsCert} is valid for ${days} days.`;
  return days < MIN_DAYS ? note(subject, text, advice) : ok(subject, text);
}

import * as v from 'valibot';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { isEverywhere, spellHost } from '../net/addresses';
import type { queryName } from '../mdns/name-query';
import { requestLocally } from '../net/local-request';
import { codeOf } from '../store/errors';
import { storedTlsSchema, TLS_VERSION } from '../tls/local-ca-certificate';
import { readUserPair } from '../tls/user-certificate';
import { decode } from '../store/sealed-file';
import { note, ok, problem, type Finding } from './finding';

const DAY_MS = 24 * 60 * 60 * 1000;

/** An own certificate that expires sooner than this is worth a note, in days. */
const MIN_DAYS = 14;

/** What another program may claim here is shown on the terminal. */
const shortText = v.pipe(v.string(), v.maxLength(64));

const statusSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ name: shortText, version: shortText, nameTaken: v.boolean() })
);

/** The state of a running Mantel, as far as it is read here. */
export type RunningServer = v.InferOutput<typeof statusSchema>;

/** Where a listener is. */
interface PortOptions {
  readonly host: string;
  readonly port: number;
  /** The option that chooses the port. */
  readonly option: string;
  readonly protocol: 'http' | 'https';
}

/** What the check of a port found. */
interface PortResult {
  readonly finding: Finding;
  /** The Mantel that listens there. */
  readonly server?: RunningServer;
}

/** Checks that a port can be used, or is used by a Mantel. */
export async function checkPort({ host, port, option, protocol }: PortOptions): Promise<PortResult> {
  const subject = `port ${port}`;
  if (port === 0) return { finding: ok(protocol, 'Any free port is used.') };
  const code = await tryListening(host, port);
  if (code === undefined) return { finding: ok(subject, 'It is free.') };
  if (code === 'EADDRINUSE') {
    const name = isEverywhere(host) ? '127.0.0.1' : spellHost(host);
    const answer = await requestLocally(`${protocol}://${name}:${port}/api/status`);
    const status = v.safeParse(statusSchema, answer?.body);
    if (status.success)
      return { finding: ok(subject, `Mantel ${status.output.version} runs here.`), server: status.output };
    return {
      finding: problem(
        subject,
        'Another program uses it.',
        `Stop that program (\`ss -ltnp\` names it), or choose another port with ${option}.`
      )
    };
  }
  const texts: Readonly<Record<string, string>> = {
    EACCES: 'This user is not allowed to use it.',
    EADDRNOTAVAIL: `${host} is not an address of this machine.`
  };
  return {
    finding: problem(
      subject,
      texts[code] ?? `It cannot be opened (${code}).`,
      code === 'EADDRNOTAVAIL' ? 'Correct --host.' : `Choose a port from 1024 on with ${option}.`
    )
  };
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

/** What the check of the name depends on. */
interface NameFacts {
  /** Without `.local`. */
  readonly name: string;
  readonly isAnnounced: boolean;
  /** The owner's `--host`. */
  readonly host: string;
  /** The Mantel that runs, if one does: it knows about its own name. */
  readonly server: RunningServer | undefined;
  /** Asks the network. */
  readonly query: typeof queryName;
}

/** Checks whether another device on the network has the name. */
export async function checkName({ name, isAnnounced, host, server, query }: NameFacts): Promise<Finding> {
  const subject = 'name';
  if (!isAnnounced) return ok(subject, 'It is not announced (--no-mdns).');
  const full = `${server?.name ?? name}.local`;
  if (server?.nameTaken === false) return ok(subject, `${full} is announced.`);
  const use = await query(server?.name ?? name, host);
  if (server || use.state === 'taken') {
    const where = use.state === 'taken' ? `, ${use.address},` : '';
    return problem(
      subject,
      `Another device on the network${where} has the name ${full}.`,
      'Choose another name with --name, or rename that device.'
    );
  }
  switch (use.state) {
    case 'free':
      return ok(subject, `No other device answers to ${full}.`);
    case 'no-network':
      return note(subject, `${full} was not checked without a network.`, 'Connect its cable or its Wi-Fi.');
    case 'failed':
      return note(
        subject,
        `${full} was not checked, because the mDNS port cannot be used (${String(codeOf(use.error))}).`,
        'Stop the program that uses UDP port 5353 (`ss -lunp` names it), or start with --no-mdns.'
      );
  }
}

/** What the check of the certificate depends on. */
interface CertificateFacts {
  /** Paths of the owner's own certificate and of its key: both or none. */
  readonly tlsCert: string | undefined;
  readonly tlsKey: string | undefined;
  /** Content of the stored certificate of the local CA; undefined if there is none, null if it cannot be read. */
  readonly stored: Buffer | null | undefined;
  /** Current time, in ms. */
  readonly now: number;
}

const UNCHECKED = note(
  'certificate',
  'It was not checked, because it cannot be read.',
  'Mend the data folder first: see above.'
);

/** Checks that the certificate can be used, and when it expires. */
export async function checkCertificate({ tlsCert, tlsKey, stored, now }: CertificateFacts): Promise<Finding> {
  const subject = 'certificate';
  if (tlsCert === undefined || tlsKey === undefined) {
    if (stored === undefined) return ok(subject, 'The first start issues one.');
    const tls = stored && decode(storedTlsSchema, stored, TLS_VERSION);
    if (!tls?.ok || tls.value === null) return UNCHECKED;
    const days = Math.floor((tls.value.leaf.notAfter - now) / DAY_MS);
    return days >= 0
      ? ok(subject, `It is valid for ${days} days. Mantel renews it.`)
      : note(
          subject,
          `It expired ${-days} days ago.`,
          'Start Mantel: it issues a new one. Phones stay connected.'
        );
  }
  const pair = await readUserPair({ certificate: tlsCert, key: tlsKey });
  if (!pair.ok)
    return problem(subject, pair.error.message, 'Correct --tls-cert and --tls-key. Both files must be PEM.');
  const certificate = new X509Certificate(pair.value.certificate);
  const days = Math.floor((Date.parse(certificate.validTo) - now) / DAY_MS);
  const advice = 'Renew it. Mantel reloads the file when it changes.';
  if (days < 0) return problem(subject, `${tlsCert} expired ${-days} days ago.`, advice);
  if (Date.parse(certificate.validFrom) > now)
    return problem(subject, `${tlsCert} is not valid yet.`, 'Check the clock of this box.');
  const text = `${tlsCert} is valid for ${days} days.`;
  return days < MIN_DAYS ? note(subject, text, advice) : ok(subject, text);
}

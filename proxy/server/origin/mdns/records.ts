import { isIPv4 } from 'node:net';
import type { Answer, Packet } from 'dns-packet';
import { ipv6Groups } from '../../base/net/addresses';
import { machineAddresses } from '../../base/net/interfaces';
import type { NameMessage } from './message';

/** Maximum number of questions that a plain DNS client gets back: for both kinds of addresses. */
const MAX_REPEATED_QUESTIONS = 2;

/** How others cache our records: their time to live in seconds (RFC 6762 10), and whether they replace all cached ones (10.2). */
const CACHED = { ttl: 120, flush: true };

/** The same for clients of plain DNS (RFC 6762 6.7). */
const LEGACY = { ttl: 10, flush: false };

/** The same for records that are withdrawn (RFC 6762 10.1). */
const WITHDRAWN = { ttl: 0, flush: true };

/** The flag of responses (RFC 6762 18.4). */
const AUTHORITATIVE = 0x0400;

/** The name and addresses that are announced on one link. */
export interface AnnouncedName {
  /** With `.local`. */
  readonly name: string;
  /** Its addresses on that link. */
  readonly addresses: readonly string[];
}

/** A query that every host with the name answers. */
export const probe = (name: string): Packet => ({
  questions: (['A', 'AAAA'] as const).map((type) => ({ name, type }))
});

/** The unsolicited response with all addresses, sent when a link comes up. */
export const announcement = (named: AnnouncedName): Packet => responseOf(recordsOf(named, CACHED));

/** A goodbye packet: others remove the records from their caches. */
export const goodbye = (named: AnnouncedName): Packet => responseOf(recordsOf(named, WITHDRAWN));

/**
 * The response to a query about our name; null if it asks for nothing of it. A missing address type is denied at once by NSEC: phones ask
 * for both types and would wait seconds for the other.
 * @param isLegacy whether a client of plain DNS asks. It gets its id back, and what it asked about the name
 */
export function answerTo(
  { id, questions }: Pick<NameMessage, 'id' | 'questions'>,
  named: AnnouncedName,
  isLegacy: boolean
): Packet | null {
  if (questions.length === 0) return null;
  const asked = questions.map(({ type }): string => type);
  const records = recordsOf(named, isLegacy ? LEGACY : CACHED);
  const wanted = records.filter(({ type }) => asked.includes(type) || asked.includes('ANY'));
  // Only a missing type was asked for: answer with its denial.
  const answers = wanted.length > 0 ? wanted : records.filter(({ type }) => type === 'NSEC');
  // The others will be needed next.
  const additionals = records.filter((record) => !answers.includes(record));
  const response = { ...responseOf(answers), additionals };
  return isLegacy ? { ...response, id, questions: questions.slice(0, MAX_REPEATED_QUESTIONS) } : response;
}

const responseOf = (answers: Answer[]): Packet => ({ type: 'response', flags: AUTHORITATIVE, answers });

/** The records of a name: its addresses, and the denial of the type that it has not. */
function recordsOf({ name, addresses }: AnnouncedName, cache: typeof CACHED): Answer[] {
  const common = { name, class: 'IN', ...cache } as const;
  const records = addresses.map((data) => ({ ...common, type: isIPv4(data) ? 'A' : 'AAAA', data }) as const);
  const rrtypes = [...new Set(records.map(({ type }) => type))];
  if (rrtypes.length === 2) return records;
  return [...records, { ...common, type: 'NSEC', data: { nextDomain: name, rrtypes } }];
}

/** The addresses of this machine, those of its other links too. */
const ownAddresses = (): readonly string[] => machineAddresses().map(({ address }) => address);

/** Whether a response conflicts with our name (RFC 6762 9): it gives the name an address that is not ours. */
export function hasConflict({ addresses }: Pick<NameMessage, 'addresses'>, own = ownAddresses): boolean {
  if (addresses.length === 0) return false;
  const known = new Set(own().map(digitsOf));
  return addresses.some((address) => !known.has(address));
}

/** An address as hexadecimal digits. */
function digitsOf(address: string): string {
  const [plain = ''] = address.split('%');
  return isIPv4(plain)
    ? Buffer.from(plain.split('.').map(Number)).toString('hex')
    : ipv6Groups(plain)
        .map((group) => group.toString(16).padStart(4, '0'))
        .join('');
}

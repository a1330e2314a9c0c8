import type { Answer, Packet } from 'dns-packet';
import { isIPv4 } from 'node:net';
import { isAmong, machineAddresses } from '../../base/net/addresses';

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
 * @param isLegacy whether a client of plain DNS asks
 */
export function answerTo(
  { id = 0, questions = [] }: Packet,
  named: AnnouncedName,
  isLegacy: boolean
): Packet | null {
  const ours = questions.filter(({ name }) => name.toLowerCase() === named.name);
  const asked = ours.map(({ type }): string => type);
  if (!asked.some((type) => ['A', 'AAAA', 'ANY'].includes(type))) return null;
  const records = recordsOf(named, isLegacy ? LEGACY : CACHED);
  const wanted = records.filter(({ type }) => asked.includes(type) || asked.includes('ANY'));
  // Only a missing type was asked for: answer with its denial.
  const answers = wanted.length > 0 ? wanted : records.filter(({ type }) => type === 'NSEC');
  // The others will be needed next.
  const additionals = records.filter((record) => !answers.includes(record));
  return { ...responseOf(answers), additionals, ...(isLegacy ? { id, questions } : {}) };
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

/** Whether a packet conflicts with our name (RFC 6762 9): it gives the name an address that is not ours, in any notation. */
export const hasConflict = (
  { answers = [], additionals = [] }: Packet,
  name: string,
  own = ownAddresses
): boolean =>
  [...answers, ...additionals].some(
    (record) =>
      (record.type === 'A' || record.type === 'AAAA') &&
      record.name.toLowerCase() === name &&
      !isAmong(record.data, own())
  );

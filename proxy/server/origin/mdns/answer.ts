import type { ResponsePacket } from 'multicast-dns';
import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { homeAddresses, machineAddresses, type Interfaces } from '../../base/net/interfaces';
import { isAmong, isEverywhere } from '../../base/net/addresses';

/** A network that this machine is connected to, identified by one of its IPv4 addresses there. */
export interface NetworkLink {
  readonly address: string;
  /** All private addresses of this machine on it, IPv4 and IPv6. */
  readonly addresses: readonly string[];
  /** Whether a sender's address belongs to the link. */
  readonly holds: (sender: string) => boolean;
}

/** The links of this machine that `--host` listens on. */
export function linksOf(host: string, interfaces: Interfaces = networkInterfaces()): NetworkLink[] {
  return Object.entries(interfaces).flatMap(([name, entries]) => {
    const addresses = homeAddresses({ [name]: entries ?? [] });
    const sixes = addresses.flatMap(({ address, family }) => (family === 'IPv6' ? [address] : []));
    return addresses
      .filter(({ address, family }) => family === 'IPv4' && (isEverywhere(host) || address === host))
      .map(({ address, cidr }) => ({
        address,
        addresses: isEverywhere(host) ? [address, ...sixes] : [address],
        holds: within(cidr ?? `${address}/32`)
      }));
  });
}

function within(cidr: string) {
  const ranges = [cidr];
  return (sender: string) => isIPv4(sender) && isAmong(sender, ranges);
}

/** Time to live of the records in seconds (RFC 6762 10), and that for legacy unicast queries (6.7). */
const TTL_S = 120;
const LEGACY_TTL_S = 10;

/** A resource record for our name. */
type NameRecord = {
  readonly name: string;
  readonly ttl: number;
  readonly class: 'IN';
  /** The cache-flush bit: the record replaces all cached ones (RFC 6762 10.2). */
  readonly flush: boolean;
} & (
  | { readonly type: 'A' | 'AAAA'; readonly data: string }
  | {
      readonly type: 'NSEC';
      readonly data: { readonly nextDomain: string; readonly rrtypes: ('A' | 'AAAA')[] };
    }
);

/** A question as received. The library decodes more types than we answer. */
interface NameQuestion {
  readonly name: string;
  readonly type: string;
}

/** The name and addresses that are announced on one link. */
export interface AnnouncedName {
  /** With `.local`. */
  readonly name: string;
  /** Its addresses on that link. */
  readonly addresses: readonly string[];
}

/** A response: the records that were asked for, and additional ones that will be needed next. */
interface NameAnswer {
  readonly answers: NameRecord[];
  readonly additionals: NameRecord[];
}

/**
 * The response to questions about our name; null if no question is about it. A missing address type is denied at once by NSEC: phones
 * ask for both types and would wait seconds for the other.
 */
export function answerTo(
  questions: readonly NameQuestion[],
  { name, addresses }: AnnouncedName,
  { isLegacy }: { isLegacy: boolean }
): NameAnswer | null {
  const asked = questions.filter((question) => question.name.toLowerCase() === name).map(({ type }) => type);
  if (!asked.some((type) => ['A', 'AAAA', 'ANY'].includes(type)) || addresses.length === 0) return null;
  const records = recordsOf({ name, addresses }, isLegacy);
  const isWanted = ({ type }: NameRecord) =>
    asked.includes(type) || (asked.includes('ANY') && type !== 'NSEC');
  const wanted = records.filter(isWanted);
  // Only a missing type was asked for: answer with its denial.
  const answers = wanted.length > 0 ? wanted : records.filter(({ type }) => type === 'NSEC');
  return { answers, additionals: records.filter((record) => !answers.includes(record)) };
}

/** The unsolicited response with all addresses, sent when a link comes up. */
export const announcement = (named: AnnouncedName): NameAnswer => ({
  answers: recordsOf(named, false).filter(({ type }) => type !== 'NSEC'),
  additionals: []
});

/** A goodbye packet: others remove the records from their caches (RFC 6762 10.1). */
export const goodbye = (named: AnnouncedName): NameAnswer => ({
  answers: announcement(named).answers.map((record) => ({ ...record, ttl: 0 })),
  additionals: []
});

function recordsOf({ name, addresses }: AnnouncedName, isLegacy: boolean): NameRecord[] {
  const common = { name, class: 'IN', ttl: isLegacy ? LEGACY_TTL_S : TTL_S, flush: !isLegacy } as const;
  const records = addresses.map((data) => ({
    ...common,
    type: isIPv4(data) ? ('A' as const) : ('AAAA' as const),
    data
  }));
  const rrtypes = [...new Set(records.map(({ type }) => type))];
  return rrtypes.length === 2
    ? records
    : [...records, { ...common, type: 'NSEC', data: { nextDomain: name, rrtypes } }];
}

/** Whether a record is a conflict (RFC 6762 9): it gives our name an address that is not ours. */
export const isConflict = (
  record: { readonly name: string; readonly type: string; readonly data?: unknown },
  name: string,
  own: readonly string[]
): boolean =>
  record.name.toLowerCase() === name &&
  (record.type === 'A' || record.type === 'AAAA') &&
  typeof record.data === 'string' &&
  !own.includes(record.data);

/** Whether a response conflicts with our name on any address of this machine. */
export function hasConflict(
  { answers = [], additionals = [] }: Partial<ResponsePacket>,
  name: string
): boolean {
  const own = machineAddresses().map(({ address }) => address);
  return [...answers, ...additionals].some((record) => isConflict({ data: undefined, ...record }, name, own));
}

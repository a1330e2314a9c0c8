/** Messages of mDNS that a hostile device sends: each names our name, since others are dropped before they are read. */

/** The longest message of mDNS (RFC 6762 17), the longest packet without fragments, and the longest that UDP carries, in bytes. */
const LONG = 9_000;
const WHOLE = 1_400;
const LONGEST = 60_000;

/** The labels before ours in a long name. */
const LABELS = 126;
/** The flags of a query and of a response, types of records, and their class (RFC 1035 4.1). */
const QUERY = 0x0000;
const RESPONSE = 0x8400;
const A = 1;
const ANY = 255;
const IN = 1;

const labels = (...names: readonly string[]) =>
  Buffer.concat(names.map((name) => Buffer.from([name.length, ...Buffer.from(name)])));
const END = Buffer.from([0]);
const nameOf = (name: string) => Buffer.concat([labels(...name.split('.')), END]);
const pointerTo = (place: number) => Buffer.from([0xc0 | (place >> 8), place & 0xff]);

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value, at * 2);
  return bytes;
}

/** Where the first name of a message begins, and a pointer to it. */
const FIRST = 12;
const AGAIN = pointerTo(FIRST);

/** A message of this size that repeats a part as often as it fits, and says so in its header. */
function filled(bytes: number, flags: number, first: Buffer, part: Buffer): Buffer {
  const count = Math.floor((bytes - FIRST - first.length) / part.length);
  const counts = flags === QUERY ? [count + 1, 0] : [0, count + 1];
  const parts = Array.from({ length: count }, () => part);
  return Buffer.concat([numbers(0, flags, ...counts, 0, 0), first, ...parts]);
}

const question = (name: Buffer, type = A) => Buffer.concat([name, numbers(type, IN)]);
const addressRecord = (name: Buffer, data: readonly number[]) =>
  Buffer.concat([name, numbers(A, IN, 0, 120, data.length), Buffer.from(data)]);

/** A response that repeats a record of our name as often as it fits. */
function recordsOf(name: string, address: string, bytes: number): Buffer {
  const data = address.split('.').map(Number);
  return filled(bytes, RESPONSE, addressRecord(nameOf(name), data), addressRecord(AGAIN, data));
}

/** Claims our name for another address, as often as mDNS carries it. A responder has to be silent then (RFC 6762 9). */
export const claimOf = (name: string): Buffer => recordsOf(name, '192.0.2.1', LONG);

/**
 * The messages by what they are. None of them claims our name.
 * @param name with `.local`
 * @param own an IPv4 of the machine
 */
export function hostileMessages(name: string, own: string): Readonly<Record<string, Buffer>> {
  const [label = ''] = name.split('.');
  const ours = nameOf(name);
  const deep = Buffer.concat([labels(...Array.from({ length: LABELS }, () => 'a')), ours]);
  const shallow = Buffer.concat([labels(label, 'not'), END]);
  const records = (bytes: number) => recordsOf(name, own, bytes);
  const questions = (bytes: number, of: Buffer) => filled(bytes, QUERY, question(of), question(AGAIN));
  return {
    'our own address, as often as UDP carries it': records(LONGEST),
    'our own address, as often as mDNS carries it': records(LONG),
    'our own address, as often as a packet carries it': records(WHOLE),
    'questions about a name of 126 labels, as many as UDP carries': questions(LONGEST, deep),
    'questions about a name of 126 labels, as many as mDNS carries': questions(LONG, deep),
    'questions about our name, as many as mDNS carries': questions(LONG, ours),
    'questions about a name that begins like ours': questions(LONG, shallow),
    'questions of all types about our name': filled(LONG, QUERY, question(ours, ANY), question(AGAIN, ANY)),
    'pointers that lead to each other': filled(
      LONG,
      QUERY,
      question(Buffer.concat([labels(label), AGAIN])),
      question(AGAIN)
    ),
    'a pointer to the last byte, which is one too': Buffer.concat([
      numbers(0, QUERY, 1, 0, 0, 0),
      question(pointerTo(FIRST + 6 + label.length + 1)),
      labels(label),
      Buffer.from([0xff])
    ]),
    'our label, and nothing else': Buffer.concat(Array.from({ length: 600 }, () => labels(label)))
  };
}

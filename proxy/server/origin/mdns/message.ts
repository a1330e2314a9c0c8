import type { Question, RecordType } from 'dns-packet';

/** Maximum size of a message, in bytes: nobody may send a longer one (RFC 6762 17). */
const MAX_MESSAGE_BYTES = 9_000;
/** Maximum number of questions that are read. */
const MAX_QUESTIONS = 32;
/** Maximum number of addresses of the name that are read: no device has as many. */
const MAX_ADDRESSES = 64;
/** Maximum number of pointers before a label that are followed. */
const MAX_POINTERS = 4;

/** Sizes in bytes: of a header, and of what follows the name of a question and of a record (RFC 1035 4.1). */
const HEADER_BYTES = 12;
const QUESTION_BYTES = 4;
const RECORD_BYTES = 10;

/** The bit of the flags that marks a response. */
const RESPONSE = 0x8000;
/** The first byte of a label is its length; of a pointer to another name in the message it has these two bits. */
const POINTER = 0xc0;

/** The types of records that are addresses, with the bytes of one; and what asks for them: these types, or all. */
const ADDRESS_BYTES: ReadonlyMap<number, number> = new Map([
  [1, 4],
  [28, 16]
]);
const ASKED_TYPES: ReadonlyMap<number, string> = new Map([
  [1, 'A'],
  [28, 'AAAA'],
  [255, 'ANY']
]);

/** Whether the library encodes a type. Its declarations leave `ANY` out. */
const isRecordType = (type: string | undefined): type is RecordType => type !== undefined;

/** What an mDNS message says of one name. */
export interface NameMessage {
  readonly id: number;
  readonly isQuery: boolean;
  /** The questions about its addresses, with the name as they spell it. Only a query has some. */
  readonly questions: readonly Question[];
  /** The addresses that a response gives it, as hexadecimal digits. */
  readonly addresses: readonly string[];
}

/** Reads what messages say of one name, and nothing else: anybody on the link can send them, filled with anything. */
export class MessageReader {
  /** The first label of the name with its length, in lower case: a message without it says nothing of the name. */
  readonly #first: string;
  /** The labels of the name in lower case. The last one is that of the root: it is empty. */
  readonly #labels: readonly Buffer[];

  /** @param name in lower case, such as `mantel.local` */
  constructor(name: string) {
    const labels = name.split('.');
    const [first = ''] = labels;
    this.#first = String.fromCharCode(first.length) + first;
    this.#labels = [...labels, ''].map((label) => Buffer.from(label, 'latin1'));
  }

  /** Reads a message. Undefined if it does not name the name, is too long, or is no message. */
  read(bytes: Buffer): NameMessage | undefined {
    if (bytes.length < HEADER_BYTES || bytes.length > MAX_MESSAGE_BYTES) return undefined;
    if (!bytes.toString('latin1').toLowerCase().includes(this.#first)) return undefined;
    const id = bytes.readUInt16BE(0);
    const isQuery = (bytes.readUInt16BE(2) & RESPONSE) === 0;
    const questionCount = bytes.readUInt16BE(4);
    const recordCount = bytes.readUInt16BE(6) + bytes.readUInt16BE(8) + bytes.readUInt16BE(10);
    if (isQuery) {
      const questions = this.#questions(bytes, Math.min(questionCount, MAX_QUESTIONS));
      return questions && { id, isQuery, questions, addresses: [] };
    }
    if (questionCount > MAX_QUESTIONS) return undefined;
    const addresses = this.#addresses(bytes, questionCount, recordCount);
    return addresses && { id, isQuery, questions: [], addresses };
  }

  /** The questions about the name, among the first `count`. Undefined if they do not fit into the message. */
  #questions(bytes: Buffer, count: number): Question[] | undefined {
    const questions: Question[] = [];
    let at = HEADER_BYTES;
    for (let read = 0; read < count; read++) {
      const end = endOfName(bytes, at);
      if (end === undefined || end + QUESTION_BYTES > bytes.length) return undefined;
      const type = ASKED_TYPES.get(bytes.readUInt16BE(end));
      if (isRecordType(type)) {
        const labels = this.#labelsAt(bytes, at);
        if (labels) questions.push({ name: spellingOf(bytes, labels), type });
      }
      at = end + QUESTION_BYTES;
    }
    return questions;
  }

  /** The addresses of the name in the records behind the questions. Undefined if they do not fit into the message. */
  #addresses(bytes: Buffer, questionCount: number, recordCount: number): string[] | undefined {
    const addresses: string[] = [];
    let at = HEADER_BYTES;
    for (let read = 0; read < questionCount; read++) {
      const end = endOfName(bytes, at);
      if (end === undefined) return undefined;
      at = end + QUESTION_BYTES;
    }
    for (let read = 0; read < recordCount && addresses.length < MAX_ADDRESSES; read++) {
      const end = endOfName(bytes, at);
      if (end === undefined || end + RECORD_BYTES > bytes.length) return undefined;
      const data = end + RECORD_BYTES;
      const length = bytes.readUInt16BE(data - 2);
      const next = data + length;
      if (next > bytes.length) return undefined;
      const isAddress = ADDRESS_BYTES.get(bytes.readUInt16BE(end)) === length;
      if (isAddress && this.#labelsAt(bytes, at)) addresses.push(bytes.toString('hex', data, next));
      at = next;
    }
    return addresses;
  }

  /** Where the labels of a name are, if the name is ours in any case. */
  #labelsAt(bytes: Buffer, start: number): readonly number[] | undefined {
    const places: number[] = [];
    let at = start;
    for (const label of this.#labels) {
      at = labelAt(bytes, at);
      if (bytes[at] !== label.length) return undefined;
      for (let index = 0; index < label.length; index++)
        if (lowerCase(bytes[at + 1 + index]) !== label[index]) return undefined;
      places.push(at);
      at += 1 + label.length;
    }
    return places;
  }
}

/** Where a label is, behind pointers to it: where the last one of those is that are followed, if they are too many. */
function labelAt(bytes: Buffer, start: number): number {
  let at = start;
  for (let pointers = 0; pointers < MAX_POINTERS && isPointer(bytes[at]); pointers++)
    at = (((bytes[at] ?? 0) & ~POINTER) << 8) | (bytes[at + 1] ?? 0);
  return at;
}

/** The name whose labels are at these places, as it is spelt there. */
const spellingOf = (bytes: Buffer, labels: readonly number[]): string =>
  labels
    .slice(0, -1)
    .map((at) => bytes.toString('latin1', at + 1, at + 1 + (bytes[at] ?? 0)))
    .join('.');

const isPointer = (byte: number | undefined): boolean => byte !== undefined && (byte & POINTER) === POINTER;

const UPPER_A = 0x41;
const UPPER_Z = 0x5a;
/** From a capital letter of ASCII to its small one. */
const CASE = 0x20;
const lowerCase = (byte = 0): number => (byte >= UPPER_A && byte <= UPPER_Z ? byte + CASE : byte);

/** Where a name ends. Pointers are not followed. Undefined if the message ends before it, or a label has an unknown form. */
function endOfName(bytes: Buffer, start: number): number | undefined {
  let at = start;
  for (;;) {
    const length = bytes[at];
    if (length === undefined) return undefined;
    if (length === 0) return at + 1;
    if (isPointer(length)) return at + 2;
    if ((length & POINTER) !== 0) return undefined;
    at += 1 + length;
  }
}

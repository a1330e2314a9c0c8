/** Elements of DER (ITU-T X.690), as far as our certificates have them: a tag, a length, a content. */

/** Encodes an element. Its content is bytes, or elements one after the other. */
function element(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(body.length)]), body]);
}

/** A length below 128 is one byte. A longer one comes after the number of its bytes. */
function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  if (length < 0x100) return [0x81, length];
  if (length < 0x10000) return [0x82, length >> 8, length & 0xff];
  throw new Error(`A certificate cannot have an element of ${length} bytes.`);
}

/** The only boolean that is written: false is what is left out. */
export const TRUE = element(0x01, Buffer.of(0xff));

/** Elements in their order. */
export const sequence = (...elements: readonly Uint8Array[]) => element(0x30, ...elements);

/** Elements in the order of their bytes: ours have one. */
export const set = (...elements: readonly Uint8Array[]) => element(0x31, ...elements);

/** Bytes, which may be an element of their own. */
export const octetString = (bytes: Uint8Array) => element(0x04, bytes);

/** A text of letters, digits and spaces. */
export const printableString = (text: string) => element(0x13, Buffer.from(text, 'latin1'));

/** @param bytes in network byte order; the first is below 128, since the number is positive */
export const integer = (...bytes: readonly number[]) => element(0x02, Buffer.from(bytes));

/** @param unusedBits how many of the last byte do not count */
export const bitString = (bytes: Uint8Array, unusedBits = 0) => element(0x03, Buffer.of(unusedBits), bytes);

/** An element of a type's own: its tag is its number in the type. */
export const tagged = (number: number, ...content: readonly Uint8Array[]) =>
  element(0x80 | number, ...content);

/** The same for one that consists of elements. */
export const taggedAll = (number: number, ...elements: readonly Uint8Array[]) =>
  element(0xa0 | number, ...elements);

/** An object identifier, such as `2.5.29.17`. */
export function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(0x06, Buffer.from([40 * first + second, ...rest].flatMap(sevenBitGroups)));
}

/** A number in groups of seven bits, the highest first. All but the last have the eighth bit. */
function sevenBitGroups(number: number): number[] {
  const groups = [number & 0x7f];
  for (let rest = number >> 7; rest > 0; rest >>= 7) groups.unshift(0x80 | (rest & 0x7f));
  return groups;
}

/** A time without fractions of a second. As RFC 5280 (4.1.2.5) wants it: until 2049 with two digits of the year. */
export function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\..*|\D/g, '');
  return digits < '2050'
    ? element(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : element(0x18, Buffer.from(`${digits}Z`));
}

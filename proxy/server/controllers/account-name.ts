/** Whether two names are those of one account of a controller, as people type them: composed alike, and without spaces around. */
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other);

/** Whether two names differ by case alone: they may be one account, which the controller decides. */
export const isSpelledAlike = (one: string, other: string): boolean =>
  plain(one).toLowerCase() === plain(other).toLowerCase();

/** Whether a controller can be told a name: in Basic credentials it ends at the first colon (RFC 7617). */
export const isSendable = (name: string): boolean => plain(name) !== '' && !name.includes(':');

/** A name as it is sent to a controller that does not know it yet. */
export const plain = (name: string): string => name.normalize('NFC').trim();

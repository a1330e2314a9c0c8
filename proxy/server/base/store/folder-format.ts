/**
 * The number of the format of a data folder, for all its files together. It is increased if a program with the number before would misread
 * a file, or would ignore a key that limits somebody, such as a right, a PIN or an end. A test has the shapes of this number.
 */
export const FORMAT = 1;

/** Name of the file with the number. It is not encrypted, because it is read before anything else. */
export const FORMAT_FILE = 'format';

/** The content of the file, as this program writes it. */
export const FORMAT_CONTENT = Buffer.from(`${FORMAT}\n`);

/** The number in a format file; undefined if the file is damaged. */
export function readFormat(content: Buffer): number | undefined {
  const [, digits] = /^([1-9]\d{0,8})\n$/.exec(content.toString()) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Why this program cannot read a data folder or a backup, as the end of a sentence without its full stop; undefined if it can.
 * @param content of the format file; undefined if there is none, since commit e89340d2 wrote none
 */
export function whyUnreadable(content: Buffer | undefined): string | undefined {
  if (content === undefined) return undefined;
  const format = readFormat(content);
  if (format === undefined)
    return `has a damaged file, ${FORMAT_FILE}: restore a backup, or delete that file if no newer Mantel ran there`;
  return format > FORMAT
    ? `was written by a newer Mantel, in format ${format} instead of ${FORMAT}: start that one, or restore the backup from before its update`
    : undefined;
}

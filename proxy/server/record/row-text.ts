import { isRecord } from '#shared/home';

/** Maximum size of the text of a row, in bytes: a batch has up to 500 commands, and a day up to thousands of rows. */
const MAX_ROW_BYTES = 4 * 1024;
/** Maximum number of commands that a row tells. */
const MAX_ROW_COMMANDS = 30;

/**
 * The text of a row of commands or of a timer: see `HappeningRow`. Of many commands it has 30, those first that did not end well, and
 * `more`, the number of the others.
 */
export function rowText(row: object): string {
  const text = JSON.stringify(row);
  return isLarge(text) ? shortened(row) : text;
}

/** The text of a row that was written before rows were limited, or any other, within the limit. */
export function limitedText(text: string): string {
  if (!isLarge(text)) return text;
  try {
    return shortened(JSON.parse(text));
  } catch {
    return '';
  }
}

const isLarge = (text: string): boolean => Buffer.byteLength(text) > MAX_ROW_BYTES;

function shortened(row: unknown): string {
  const happening = isRecord(row) ? row['happening'] : undefined;
  if (!isRecord(row) || !isRecord(happening)) return '';
  const commands = listOf(happening['commands']).toSorted((one, other) => order(one) - order(other));
  // Parameters of a program may have any size.
  for (let count = Math.min(commands.length, MAX_ROW_COMMANDS); ; count = Math.floor(count / 2)) {
    const told = commands.slice(0, count);
    const devices = told.map(deviceOf);
    const more = commands.length - count;
    const text = JSON.stringify({
      ...row,
      happening: { ...happening, commands: told, ...(more > 0 && { more }) },
      rooms: listOf(row['rooms']).filter((pair) => devices.includes(listOf(pair)[0]))
    });
    if (count === 0 || !isLarge(text)) return text;
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const deviceOf = (command: unknown): unknown => (isRecord(command) ? command['device'] : undefined);

/** What did not end well comes first: if all that is told did, the others did as well. */
const order = (command: unknown): number => Number(isRecord(command) && command['state'] === 'confirmed');

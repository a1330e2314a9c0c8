import { isRecord } from '#shared/home';

/** Maximum size of the text of a row, in bytes: a batch has up to 500 commands, and a day up to thousands of rows. */
const MAX_ROW_BYTES = 4 * 1024;
/** Maximum number of commands that a row tells. */
const MAX_ROW_COMMANDS = 30;

/**
 * The text of a row: see `HappeningRow`. One of seen alarms is short. Of many commands it has 30, those first that did not end well, and
 * `more`, the number of the others.
 */
export function rowText(row: object): string {
  const text = JSON.stringify(row);
  return isLarge(text) ? shortened(row) : text;
}

/** The text of a row that was written before rows were limited, or any other, within the limit. Empty for one that is damaged. */
export const limitedText = (text: string): string => (isLarge(text) ? shortened(parsed(text)) : text);

/** The devices of a row, each with its room then; null for none. */
export function devicesIn(text: string): readonly (readonly [device: number, room: number | null])[] {
  const row = parsed(text);
  const pairs = isRecord(row) ? listOf(row['rooms']) : [];
  return pairs.flatMap((pair) => {
    const [device, room] = listOf(pair);
    return typeof device === 'number' ? [[device, typeof room === 'number' ? room : null] as const] : [];
  });
}

const isLarge = (text: string): boolean => Buffer.byteLength(text) > MAX_ROW_BYTES;

function shortened(row: unknown): string {
  const happening = isRecord(row) ? row['happening'] : undefined;
  if (!isRecord(row) || !isRecord(happening)) return '';
  const commands = listOf(happening['commands']).toSorted((one, other) => order(one) - order(other));
  const textOf = (told: readonly unknown[]) => {
    const devices = told.map(deviceOf);
    const more = commands.length - told.length;
    return JSON.stringify({
      ...row,
      happening: { ...happening, commands: told, ...(more > 0 && { more }) },
      rooms: listOf(row['rooms']).filter((pair) => devices.includes(listOf(pair)[0]))
    });
  };
  for (let count = Math.min(commands.length, MAX_ROW_COMMANDS); count > 0; count = Math.floor(count / 2)) {
    const text = textOf(commands.slice(0, count));
    if (!isLarge(text)) return text;
  }
  // Parameters may have any size.
  const text = textOf(commands.slice(0, 1).map((command) => isRecord(command) && { ...command, params: {} }));
  return isLarge(text) ? '' : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const deviceOf = (command: unknown): unknown => (isRecord(command) ? command['device'] : undefined);

/** What did not end well comes first: if all that is told did, the others did as well. */
const order = (command: unknown): number => Number(isRecord(command) && command['state'] === 'confirmed');

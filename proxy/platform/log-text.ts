/** Fields that have a place of their own in a line of text. */
const OWN_PLACE = ['time', 'level', 'msg', 'err'];

/** A line of the log as text: time, level, message, then the other fields as `name=value`, and the stack of an error below. */
export function textLineOf(json: string): string {
  const entry: unknown = JSON.parse(json);
  if (typeof entry !== 'object' || entry === null) return json;
  const fields = new Map<string, unknown>(Object.entries(entry));
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  const rest = [...fields]
    .filter(([name]) => !OWN_PLACE.includes(name))
    .map(([name, value]) => `${name}=${valueOf(value)}`);
  const time = text('time')
    .replace('T', ' ')
    .replace(/\.\d+Z$/, 'Z');
  const line = [time, text('level').toUpperCase().padEnd(5), plain(text('msg')), ...rest].join(' ');
  return `${line}\n${stackOf(fields.get('err'))}`;
}

/** A value without spaces as it is, and any other as JSON, so that a line has no line break and no escape sequence. */
const valueOf = (value: unknown) =>
  typeof value === 'string' && /^[\w.:/@+-]+$/.test(value) ? value : plain(JSON.stringify(value));

/** Text from elsewhere for one line of a terminal: without line breaks, escape sequences and marks that change the text direction. */
export const plain = (text: string) => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ');

/** A line of JSON in which characters that a terminal or an editor may obey are escaped. The value is the same. */
export const escaped = (json: string) =>
  json.replaceAll(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`
    ).join('')
  );

function stackOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('stack' in error)) return '';
  const { stack } = error;
  if (typeof stack !== 'string') return '';
  return stack
    .split('\n')
    .map((line) => `  ${plain(line)}\n`)
    .join('');
}

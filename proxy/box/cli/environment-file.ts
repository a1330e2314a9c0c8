/** Name of a variable. systemd ignores lines with another one. */
const NAME = /^[A-Za-z_]\w*$/;

/** Spaces, empty lines and comments before a variable. A backslash continues a comment on the next line. */
const SKIPPED = /(?:\s+|[#;](?:\\[^]|[^\\\n])*)*/y;
const NAME_PART = /(?<text>[^=\n]*)(?<equals>=?)/y;

/** The parts of a value, with spaces before them. Quotes count only before plain text, which ends the value. */
const SINGLE = /[^\S\n]*'(?<text>[^']*)'?/y;
const DOUBLE = /[^\S\n]*"(?<text>(?:\\[^]|[^"\\])*)"?/y;
const PLAIN = /[^\S\n]*(?<text>(?:[^\S\n]*(?:\\[^]|[^\\\s]))*)[^\n]*/y;

/**
 * Reads a file of variables as systemd reads an `EnvironmentFile` (systemd.exec(5)): lines of `NAME=value`, comments after `#` or `;`,
 * quoted values, and a backslash before a character that stands for itself. Nothing in it is executed, and other lines are ignored.
 * @returns the values by name; of a name that is set twice, the last one
 */
export function readEnvironmentFile(text: string): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found?.groups;
  };
  while (at < text.length) {
    take(SKIPPED);
    const { text: name = '', equals } = take(NAME_PART) ?? {};
    if (equals !== '=') continue;
    let value = '';
    for (;;) {
      const single = take(SINGLE)?.['text'];
      const double = single === undefined ? take(DOUBLE)?.['text'] : undefined;
      if (single === undefined && double === undefined) break;
      value += single ?? double?.replaceAll(/\\(?:\n|([$`"\\]))/g, '$1') ?? '';
    }
    value += take(PLAIN)?.['text']?.replaceAll(/\\(?:\n|([^]))/g, '$1') ?? '';
    if (NAME.test(name.trim())) values[name.trim()] = value;
  }
  return values;
}

/** A line for such a file, whatever characters the value has. */
export const environmentLine = (name: string, value: string): string =>
  `${name}="${value.replaceAll(/[$`"\\]/g, '\\$&')}"\n`;

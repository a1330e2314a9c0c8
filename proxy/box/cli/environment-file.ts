/** Name of a variable. systemd ignores lines with another one. */
const NAME = /^[A-Za-z_]\w*$/;

/** Spaces, empty lines and comments before a variable. A backslash continues a comment on the next line. */
const SKIPPED = /(?:\s+|[#;](?:\\[^]|[^\\\n])*)*/;

/** The parts of a value, with spaces before them. Quotes count only before plain text, which ends the value. */
const QUOTED = /[^\S\n]*(?:'([^']*)'?|"((?:\\[^]|[^"\\])*)"?)/g;
const PLAIN = /[^\S\n]*((?:[^\S\n]*(?:\\[^]|[^\\\s]))*)[^\n]*/;

/** A variable: its name, and if an equals sign follows, the quoted parts of its value, the last one of each kind, and the plain text. */
const VARIABLE = new RegExp(`${SKIPPED.source}([^=\n]*)(?:=((?:${QUOTED.source})*)${PLAIN.source})?`, 'gy');

/**
 * Reads a file of variables as systemd reads an `EnvironmentFile` (systemd.exec(5)): lines of `NAME=value`, comments after `#` or `;`,
 * quoted values, and a backslash before a character that stands for itself. Nothing in it is executed, and other lines are ignored.
 * @returns the values by name; of a name that is set twice, the last one
 */
export function readEnvironmentFile(text: string): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const [, name = '', quoted, , , plain = ''] of text.matchAll(VARIABLE)) {
    if (quoted === undefined || !NAME.test(name.trim())) continue;
    const unquoted = quoted.replaceAll(
      QUOTED,
      (_, single?: string, double: string = '') => single ?? double.replaceAll(/\\(?:\n|([$`"\\]))/g, '$1')
    );
    values[name.trim()] = unquoted + plain.replaceAll(/\\(?:\n|([^]))/g, '$1');
  }
  return values;
}

/** A line for such a file, whatever characters the value has. */
export const environmentLine = (name: string, value: string): string =>
  `${name}="${value.replaceAll(/[$`"\\]/g, '\\$&')}"\n`;

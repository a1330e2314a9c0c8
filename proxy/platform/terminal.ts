import { createInterface } from 'node:readline';
import { Writable, type Readable } from 'node:stream';

/** Questions to the user of a terminal. */
export interface Terminal {
  /** Reads a line without showing it. Resolves to undefined on Ctrl-C or Ctrl-D. */
  askSecret(question: string): Promise<string | undefined>;
  /** Asks a question. An empty answer is no. Resolves to undefined on Ctrl-C or Ctrl-D. */
  askYes(question: string): Promise<boolean | undefined>;
}

/** The terminal of the program; null where it has none, as in a script or a service. */
export function openTerminal(
  input: Readable & { isTTY?: boolean } = process.stdin,
  output: Writable & { isTTY?: boolean } = process.stderr
): Terminal | null {
  if (!input.isTTY || !output.isTTY) return null;
  return {
    async askSecret(question) {
      const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
      const typed = await readLine(input, nowhere, () => output.write(question));
      output.write('\n');
      return typed;
    },
    async askYes(question) {
      const typed = await readLine(input, output, () => output.write(question));
      return typed === undefined ? undefined : /^y(es)?$/i.test(typed.trim());
    }
  };
}

/**
 * One line, echoed to `echo` alone; undefined where it is broken off. `readline` takes the terminal's own echo off, so it comes before the
 * question: what is typed at once must not be seen either.
 */
function readLine(input: Readable, echo: Writable, ask: () => void): Promise<string | undefined> {
  const lines = createInterface({ input, output: echo, terminal: true });
  return new Promise((resolve) => {
    let typed: string | undefined;
    lines.once('line', (line) => {
      typed = line;
      lines.close();
    });
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => resolve(typed));
    ask();
  });
}

import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable, type Readable } from 'node:stream';

/** Questions to the user of a terminal. */
export interface Terminal {
  /** Reads a line without showing it. Resolves to undefined on Ctrl-C or Ctrl-D. */
  askSecret(question: string): Promise<string | undefined>;
  /** Asks a question. An empty answer is no. Resolves to undefined on Ctrl-C or Ctrl-D. */
  askYes(question: string): Promise<boolean | undefined>;
}

/** Opens the terminal of the program; null if there is none, as in a script or a service. */
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
 * Reads a line and echoes it to `echo` only. Resolves to undefined if it is interrupted. `readline` turns off the terminal's own
 * echo, so it is created before the question is printed: input typed early is hidden too.
 */
async function readLine(input: Readable, echo: Writable, ask: () => void): Promise<string | undefined> {
  const lines = createInterface({ input, output: echo, terminal: true }).once('SIGINT', () => lines.close());
  const answer: Promise<readonly unknown[]> = Promise.race([once(lines, 'line'), once(lines, 'close')]);
  ask();
  const [typed] = await answer;
  lines.close();
  return typeof typed === 'string' ? typed : undefined;
}

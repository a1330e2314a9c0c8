import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks on the terminal; with `isSecret`, input is not shown. */
export async function ask(question: string, { isSecret = false } = {}): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = isSecret ? silent : process.stdout;
  if (isSecret) process.stdout.write(question);
  const terminal = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
  try {
    return await terminal.question(isSecret ? '' : question);
  } finally {
    terminal.close();
    if (isSecret) process.stdout.write('\n');
  }
}

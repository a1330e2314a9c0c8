/** `npm run probe -- --address <ip>`: examines a controller and writes an anonymous report. */
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { runTool } from '../support/command-line';
import { HELP, readProbeOptions } from './command-line';
import { isGood } from './read';
import { reportOf } from './report';
import { survey } from './survey';

await runTool({
  help: HELP,
  isBuilt: false,
  read: readProbeOptions,
  async run({ user, out, isRestarted, ...options }) {
    const username = user ?? (await ask('User: '));
    const password = process.env['PROBE_PASSWORD'] ?? (await ask('Password: ', { isSecret: true }));
    const restarted = async () => {
      await ask('Restart the controller now. Press Enter when it has begun to restart. ');
    };
    const seen = await survey({
      ...options,
      username,
      password,
      restarted: isRestarted ? restarted : null,
      say: console.log
    });
    await writeFile(out, reportOf(seen, new Date().toISOString().slice(0, 10)));
    console.log(`The report is in ${out}. Read it before you share it.`);
    if (isGood(seen.calls.get('POST /auth/login'))) return 0;
    console.log('The sign-in failed, so most of the report is missing.');
    return 1;
  }
});

/** Asks on the terminal; with `isSecret`, input is not shown. */
async function ask(question: string, { isSecret = false } = {}): Promise<string> {
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

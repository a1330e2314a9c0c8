/** `npm run probe -- --address <ip>`: examines a controller and writes an anonymous report. */
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { openTerminal } from '../../proxy/box/cli/terminal';
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
    const password = process.env['PROBE_PASSWORD'] ?? (await askPassword());
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

/** Asks without showing what is typed. Without a terminal, the standard input is the password. */
async function askPassword(): Promise<string> {
  const terminal = openTerminal();
  return terminal ? ((await terminal.askSecret('Password: ')) ?? '') : ask('Password: ');
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

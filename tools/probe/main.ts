/** `npm run probe -- --address <ip>`: examines a controller and writes an anonymous report. */
import { writeFile } from 'node:fs/promises';
import { HELP, readProbeOptions, type ProbeOptions } from './command-line';
import { isGood } from './read';
import { reportOf } from './report';
import { survey } from './survey';
import { ask } from './terminal';

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function probe({ user, out, isRestarted, ...options }: ProbeOptions) {
  const username = user ?? process.env['PROBE_USER'] ?? (await ask('User: '));
  const password = process.env['PROBE_PASSWORD'] ?? (await ask('Password: ', { isSecret: true }));
  const restarted = async () => {
    await ask('Restart the controller now. Press Enter when it has begun to restart. ');
  };
  const seen = await survey({
    ...options,
    username,
    password,
    restarted: isRestarted ? restarted : null,
    say
  });
  await writeFile(out, reportOf(seen, new Date().toISOString().slice(0, 10)));
  say(`The report is in ${out}. Read it before you share it.`);
  if (isGood(seen.calls.get('POST /auth/login'))) return;
  say('The sign-in failed, so most of the report is missing.');
  process.exitCode = 1;
}

const read = readProbeOptions(process.argv.slice(2));
if (!read.ok) {
  process.stderr.write(`${read.error.message}\n\n${HELP}\n`);
  process.exitCode = 2;
} else if (read.value === 'help') say(HELP);
else if (!process.stdin.isTTY && read.value.user === undefined && process.env['PROBE_USER'] === undefined) {
  // The standard input holds the password only.
  process.stderr.write('Name the user with --user or PROBE_USER.\n');
  process.exitCode = 2;
} else await probe(read.value);

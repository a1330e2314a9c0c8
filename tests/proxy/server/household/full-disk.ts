import { execFileSync } from 'node:child_process';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compact } from '../../../../proxy/server/base/store/seal';
import { startProgram } from '../../../../tools/support/program';

/**
 * Runs in its own process and mount namespace. It runs the program on a small disk that fills up, ends and
 * limits screens, kills and restarts the program repeatedly. Prints the response to each request as JSON.
 */
const [kind = '', disk = '', main = ''] = process.argv.slice(2);
const ballast = join(disk, 'ballast');

/** The demo home's controller, which every start creates. */
const CONTROLLER = '024d616e7400';

function mount() {
  if (kind === 'tmpfs') return execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]);
  const image = `${disk}.img`;
  execFileSync('mkfs.ext4', ['-q', image, '12M']);
  return execFileSync('mount', ['-o', 'loop', image, disk]);
}

/** Fills the disk to the last byte. */
async function fill() {
  const file = await open(ballast, 'a');
  for (let size = 64 * 1024; size >= 1; size /= 2)
    while (
      await file.write(Buffer.alloc(size)).then(
        ({ bytesWritten }) => bytesWritten === size,
        () => false
      )
    );
  await file.sync().catch(() => undefined);
  await file.close();
}

function ask(method: string, path: string, { cookie = '', body }: { cookie?: string; body?: unknown } = {}) {
  const headers = { cookie, origin: program.url };
  if (body === undefined) return fetch(`${program.url}${path}`, { method, headers });
  const sent = { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return fetch(`${program.url}${path}`, { method, ...sent });
}

async function signIn(screen: string) {
  const body = { controller: CONTROLLER, username: 'demo', password: 'demo', screen };
  const reply = await ask('POST', '/api/sign-in', { body });
  const session = (await reply.json()) as { screen: { id: string } };
  return { id: session.screen.id, cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

const statusOf = async ({ cookie }: { cookie: string }) => (await ask('GET', '/api/me', { cookie })).status;

/** The answer to a request below the controller's path: its status, and the code of an error. */
const change = async (method: string, path: string, asked: Parameters<typeof ask>[2]) => {
  const reply = await ask(method, `/api/controllers/${CONTROLLER}${path}`, asked);
  const { error } = (reply.status === 204 ? {} : await reply.json()) as { error?: { code: string } };
  return error ? `${reply.status} ${error.code}` : reply.status;
};

const LOOKING = { rooms: null, commands: false, until: null };

await mkdir(disk, { recursive: true });
mount();
// The program makes its folder there.
process.env['TMPDIR'] = disk;
const program = await startProgram([], main);
const screensFile = join(program.dataDir, 'screens');
const kitchen = await signIn('Kitchen');
const ended = await signIn('Ended');
const limited = await signIn('Limited');
const signedOut = await signIn('Signed out');
const last = await signIn('Last');
const { cookie } = kitchen;
await fill();

const onFullDisk = {
  ended: await change('DELETE', `/screens/${ended.id}`, { cookie }),
  limited: await change('PATCH', `/screens/${limited.id}`, { cookie, body: { rights: LOOKING } }),
  signedOut: await change('POST', '/sign-out', { cookie: signedOut.cookie }),
  renamed: await change('PATCH', `/screens/${last.id}`, { cookie, body: { name: 'X' } })
};
await program.kill();

// The disk is still full.
await program.start();
const afterKill = {
  kitchen: await statusOf(kitchen),
  ended: await statusOf(ended),
  limited: (await (await ask('GET', '/api/me', limited)).json()) as object,
  signedOut: await statusOf(signedOut),
  last: await statusOf(last)
};
await program.kill();

// Nothing can store an end now: the file is not allocated, as after a restore, and gets no space.
const key = await readFile(join(program.dataDir, 'key'));
await writeFile(screensFile, compact(key, 'screens', await readFile(screensFile)));
await fill();
const logged = program.log.length;
await program.start();
const unallocated = {
  ended: await change('DELETE', `/screens/${last.id}`, { cookie }),
  here: await statusOf(last),
  password: await change('POST', '/password', { cookie, body: { password: 'demo' } }),
  others: await change('DELETE', '/screens', { cookie }),
  signedOut: await change('POST', '/sign-out', { cookie }),
  log: program.log.slice(logged).includes('Disk full')
};
await program.kill();
await program.start();
const afterNothingWasKept = { last: await statusOf(last) };

await rm(ballast);
const withRoom = {
  ended: await change('DELETE', `/screens/${last.id}`, { cookie })
};
await program.kill();
await program.start();
const afterAll = { last: await statusOf(last), kitchen: await statusOf(kitchen) };
await program.kill();

process.stdout.write(
  JSON.stringify({ onFullDisk, afterKill, unallocated, afterNothingWasKept, withRoom, afterAll })
);

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { compact } from '../../../../proxy/server/base/store/seal';
import { readySchema } from '../../../../tools/support/program';

/**
 * Runs in its own process and mount namespace. It runs the program on a small disk that fills up, ends and
 * limits screens, kills and restarts the program repeatedly. Prints the response to each request as JSON.
 */
const [kind = '', disk = '', program = ''] = process.argv.slice(2);
const dataDir = join(disk, 'data');
const ballast = join(disk, 'ballast');
const screensFile = join(dataDir, 'screens');

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

type Running = Awaited<ReturnType<typeof start>>;

async function start() {
  const argv = ['--host', '127.0.0.1', '--http-port', '0', '--https-port', '0', '--no-mdns'];
  const child = spawn(process.execPath, [program, ...argv, '--data-dir', dataDir], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc']
  });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  const read = v.safeParse(readySchema, message);
  if (!read.success) throw new Error(`The program ended: ${output}`);
  return { child, http: read.output.http, isFull: () => output.includes('Disk full') };
}

async function kill({ child }: Running) {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

function ask(
  { http }: Running,
  method: string,
  path: string,
  { cookie = '', body }: { cookie?: string; body?: unknown } = {}
) {
  const headers = { cookie, origin: http, ...(body !== undefined && { 'content-type': 'application/json' }) };
  return fetch(`${http}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) })
  });
}

async function signIn(running: Running, screen: string) {
  const body = { controller: CONTROLLER, username: 'demo', password: 'demo', screen };
  const reply = await ask(running, 'POST', '/api/sign-in', { body });
  const session = (await reply.json()) as { screen: { id: string } };
  return { id: session.screen.id, cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

const statusOf = async (running: Running, { cookie }: { cookie: string }) =>
  (await ask(running, 'GET', '/api/me', { cookie })).status;

const answerOf = async (reply: Response) => {
  const { error } = (reply.status === 204 ? {} : await reply.json()) as { error?: { code: string } };
  return error ? `${reply.status} ${error.code}` : reply.status;
};

const LOOKING = { rooms: null, commands: false, until: null };

await mkdir(disk, { recursive: true });
mount();
let running = await start();
const kitchen = await signIn(running, 'Kitchen');
const ended = await signIn(running, 'Ended');
const limited = await signIn(running, 'Limited');
const signedOut = await signIn(running, 'Signed out');
const last = await signIn(running, 'Last');
const { cookie } = kitchen;
await fill();

const onFullDisk = {
  ended: await answerOf(await ask(running, 'DELETE', `/api/screens/${ended.id}`, { cookie })),
  limited: await answerOf(
    await ask(running, 'PATCH', `/api/screens/${limited.id}`, { cookie, body: { rights: LOOKING } })
  ),
  signedOut: await answerOf(await ask(running, 'POST', '/api/sign-out', { cookie: signedOut.cookie })),
  renamed: await answerOf(
    await ask(running, 'PATCH', `/api/screens/${last.id}`, { cookie, body: { name: 'X' } })
  )
};
await kill(running);

// The disk is still full.
running = await start();
const afterKill = {
  kitchen: await statusOf(running, kitchen),
  ended: await statusOf(running, ended),
  limited: (await (await ask(running, 'GET', '/api/me', limited)).json()) as object,
  signedOut: await statusOf(running, signedOut),
  last: await statusOf(running, last)
};
await kill(running);

// Nothing can store an end now: the file is not allocated, as after a restore, and gets no space.
const key = await readFile(join(dataDir, 'key'));
await writeFile(screensFile, compact(key, 'screens', await readFile(screensFile)));
await fill();
running = await start();
const unallocated = {
  ended: await answerOf(await ask(running, 'DELETE', `/api/screens/${last.id}`, { cookie })),
  here: await statusOf(running, last),
  password: await answerOf(
    await ask(running, 'POST', '/api/password', { cookie, body: { password: 'demo' } })
  ),
  others: await answerOf(await ask(running, 'DELETE', '/api/screens', { cookie })),
  signedOut: await answerOf(await ask(running, 'POST', '/api/sign-out', { cookie })),
  log: running.isFull()
};
await kill(running);
running = await start();
const afterNothingWasKept = { last: await statusOf(running, last) };

await rm(ballast);
const withRoom = {
  ended: await answerOf(await ask(running, 'DELETE', `/api/screens/${last.id}`, { cookie }))
};
await kill(running);
running = await start();
const afterAll = { last: await statusOf(running, last), kitchen: await statusOf(running, kitchen) };
await kill(running);

process.stdout.write(
  JSON.stringify({ onFullDisk, afterKill, unallocated, afterNothingWasKept, withRoom, afterAll })
);

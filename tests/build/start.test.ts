import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { Checkout } from './checkout';
import { packageJson } from './repository';

/** Imitates the proxy: prints its arguments, and exits with 7 on a signal. */
const program = `
process.on('SIGTERM', () => { process.exit(7); });
console.log(JSON.stringify(process.argv.slice(2)));
if (process.argv.includes('--wait')) setInterval(() => undefined, 1000);
else process.exitCode = 3;
`;

/** Imitates npm: appends a line to the log, and installs. */
const npm = `
const fs = require('node:fs');
fs.appendFileSync('log', 'npm ' + process.argv.slice(2).join(' ') + '\\n');
fs.mkdirSync('node_modules/builder', { recursive: true });
if (!process.argv.includes('--omit=dev')) fs.mkdirSync('node_modules/checker', { recursive: true });
fs.writeFileSync('node_modules/.package-lock.json', '{}');
`;

/** Imitates a tool: appends a line to \`log\` and writes its result file. */
const tool = (name: string, result: string) => `
const fs = require('node:fs');
fs.appendFileSync('log', '${name} ' + process.argv.slice(2).join(' ') + '\\n');
fs.mkdirSync(require('node:path').dirname('${result}'), { recursive: true });
fs.writeFileSync('${result}', '');
`;

let checkout: Checkout;

const start = (...options: string[]) => checkout.node('build/start.mjs', ...options);

const log = () => readFile(join(checkout.root, 'log'), 'utf8').catch(() => '');

beforeEach(async () => {
  checkout = await Checkout.create();
  await checkout.write('package.json', '{"type": "module", "engines": {"node": ">=20.19"}}');
  await checkout.write('package-lock.json', '{}');
  await checkout.write('npm.cjs', npm);
  await checkout.write('node_modules/.package-lock.json', '{}');
  await checkout.write('node_modules/package.json', '{"type": "commonjs"}');
  await checkout.write('node_modules/vite/bin/vite.js', tool('vite', 'dist/web/index.html'));
  await checkout.write('.svelte-kit/tsconfig.json', '{}');
  await checkout.write('src/app.html', '');
  await checkout.write('proxy/box/cli/options.ts', '');
  const sources = ['src/app.html', 'src', 'proxy/box/cli/options.ts', 'proxy'];
  for (const path of ['package.json', 'package-lock.json', ...sources]) await checkout.age(path, 100);
  await checkout.write('dist/web/index.html', '');
  await checkout.write('dist/main.js', program);
});

it('npm start passes options and the exit code on, and leaves stdout to the program', async () => {
  const { code, stdout } = await start('--no-demo', '--http-port', '0').ended;
  expect(stdout).toBe('["--no-demo","--http-port","0"]\n');
  expect(code).toBe(3);
});

it('npm start installs and builds nothing if everything is fresh', async () => {
  expect((await start().ended).stderr).toBe('');
  expect(await log()).toBe('');
});

it('npm start receives SIGTERM through npm, which sends it only to the first process of its script', async () => {
  const { scripts } = packageJson;
  const own = { type: 'module', engines: { node: '>=20' }, scripts };
  await checkout.write('package.json', JSON.stringify(own));
  await checkout.age('package.json', 100);
  const npm = spawn('npm', ['start', '--silent', '--', '--wait'], { cwd: checkout.root });
  await once(npm.stdout, 'data');
  npm.kill('SIGTERM');
  expect(await once(npm, 'close')).toEqual([7, null]);
});

it('npm start installs from a lockfile that is newer than the packages, without output on stdout', async () => {
  await checkout.age('node_modules/.package-lock.json', 200);
  const { stdout, stderr } = await start().ended;
  expect(await log()).toMatch(/^npm ci /);
  expect(stderr).toMatch(/^install +ok +\d+\.\d s$/m);
  expect(stdout).toBe('[]\n');
});

it('npm start installs only what running needs, and everything once tests ask for it', async () => {
  const installed = async () => (await log()).match(/^npm .*$/gm) ?? [];
  const packages = { dependencies: { builder: '1' }, devDependencies: { checker: '1' } };
  await checkout.write(
    'package.json',
    JSON.stringify({ type: 'module', engines: { node: '>=20' }, ...packages })
  );
  await checkout.age('package.json', 100);
  await start().ended;
  await start().ended;
  expect(await installed()).toEqual(['npm ci --no-audit --no-fund --omit=dev']);
  const all = `import('./build/install.mjs').then(({ install }) => install('all'))`;
  await checkout.node('-e', all).ended;
  await checkout.node('-e', all).ended;
  expect((await installed()).slice(1)).toEqual(['npm ci --no-audit --no-fund --include=dev']);
});

it('npm start builds the app again if a script of its page is missing', async () => {
  await checkout.write('dist/web/index.html', '<link href="/_app/immutable/entry/start.abc.js">');
  await start().ended;
  expect(await log()).toBe('vite build\n');
});

it('npm start names the way out if a package is missing', async () => {
  await checkout.age('dist/main.js', 200);
  await checkout.remove('node_modules/vite');
  const { code, stderr } = await start().ended;
  expect(stderr).toContain('run `npm ci`');
  expect(code).toBe(1);
});

it.each([
  ['app', 'dist/web/index.html', 'src/app.html', 'vite build\n'],
  ['proxy', 'dist/main.js', 'proxy/box/cli/options.ts', 'vite build --config vite.proxy.config.ts\n']
])('npm start builds only the %s if only that has changed', async (_, result, source, built) => {
  await checkout.age(result, 50);
  await checkout.age(source, 10);
  // A build takes a while, so it is announced.
  expect((await start().ended).stderr).toMatch(/^build +started: takes/);
  expect(await log()).toBe(built);
});

it('npm start builds again after a file was deleted', async () => {
  await checkout.age('dist/main.js', 50);
  await checkout.remove('proxy/box/cli/options.ts');
  await start().ended;
  expect(await log()).toContain('vite.proxy.config.ts');
});

it('npm start counts files that were edited during a build as newer than its result', async () => {
  await checkout.age('dist/main.js', 200);
  const edited = "fs.writeFileSync('proxy/box/cli/options.ts', '// edited');";
  const finished = "const now = Date.now() / 1000 + 1; fs.utimesSync('dist/main.js', now, now);";
  await checkout.write(
    'node_modules/vite/bin/vite.js',
    `${tool('vite', 'dist/web/index.html')}${edited}${finished}`
  );
  await start().ended;
  await start().ended;
  expect((await log()).split('\n').filter((line) => line.includes('proxy'))).toHaveLength(2);
});

it.each([
  ['a full disk', 'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device', 0, 'The disk is full'],
  ['no network', 'npm error code EAI_AGAIN', 1, 'npm does not reach its registry']
])(
  'npm start says that an installation failed because of %s: %s, with %i',
  async (_, said, exitCode, advice) => {
    await checkout.write('npm.cjs', `console.error('${said}'); process.exitCode = ${exitCode};`);
    await checkout.write('package-lock.json', '{"packages": {}}');
    const { code, stdout, stderr } = await start().ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(new RegExp(`install +FAILED[^]*${said}[^]*\\n${advice}.*\\n$`));
  }
);

it('npm start prints the output of a failed build, starts nothing and fails', async () => {
  await checkout.age('dist/main.js', 200);
  await checkout.write('node_modules/vite/bin/vite.js', "console.log('a broken thing'); process.exit(1);");
  const { code, stdout, stderr } = await start().ended;
  expect(stderr).toContain('a broken thing');
  expect(stdout).toBe('');
  expect(code).toBe(1);
});

it('npm start prints one sentence with the Node version that it needs', async () => {
  await checkout.write('package.json', '{"type": "module", "engines": {"node": ">=99.1"}}');
  const { code, stderr } = await start().ended;
  expect(stderr).toMatch(/^Mantel needs Node 99\.1 or newer, but this is [\d.]+: [^\n]+\n$/);
  expect(code).toBe(1);
});

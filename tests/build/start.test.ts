import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Checkout } from './checkout';

const packageSchema = v.object({ scripts: v.record(v.string(), v.string()) });

/** Stands for the proxy: says what it was given, and ends with 7 when it is asked to. */
const program = `
process.on('SIGTERM', () => { process.exit(7); });
console.log(JSON.stringify(process.argv.slice(2)));
if (process.argv.includes('--wait')) setInterval(() => undefined, 1000);
else process.exitCode = 3;
`;

/** Stands for a tool: leaves a line in \`log\` and a new file where its result belongs. */
const tool = (name: string, result: string) => `
const fs = require('node:fs');
fs.appendFileSync('log', '${name} ' + process.argv.slice(2).join(' ') + '\\n');
fs.mkdirSync(require('node:path').dirname('${result}'), { recursive: true });
fs.writeFileSync('${result}', '');
`;

let checkout: Checkout;

function start(...options: string[]) {
  const child = spawn(process.execPath, ['build/start.mjs', ...options], {
    cwd: checkout.root,
    env: { ...process.env, npm_execpath: join(checkout.root, 'npm.cjs') },
    stdio: ['ignore', 'pipe', 'pipe']
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, 'close').then(([code]: unknown[]) => ({ code, stdout, stderr }));
  return { child, ended };
}

const log = () => readFile(join(checkout.root, 'log'), 'utf8').catch(() => '');

beforeEach(async () => {
  checkout = await Checkout.create();
  await checkout.write('package.json', '{"type": "module", "engines": {"node": ">=20.19"}}');
  await checkout.write('package-lock.json', '{}');
  await checkout.write('npm.cjs', tool('npm', 'node_modules/.package-lock.json'));
  await checkout.write('node_modules/.package-lock.json', '{}');
  await checkout.write('node_modules/package.json', '{"type": "commonjs"}');
  await checkout.write('node_modules/vite/bin/vite.js', tool('vite', 'dist/web/index.html'));
  await checkout.write('.svelte-kit/tsconfig.json', '{}');
  await checkout.write('src/app.html', '');
  await checkout.write('proxy/cli/options.ts', '');
  for (const path of [
    'package.json',
    'package-lock.json',
    'src/app.html',
    'src',
    'proxy/cli/options.ts',
    'proxy'
  ])
    await checkout.age(path, 100);
  await checkout.write('dist/web/index.html', '');
  await checkout.write('dist/main.js', program);
});

afterEach(async () => {
  await checkout.remove();
});

describe('npm start', () => {
  it('passes options on, and the exit code back, and leaves stdout to the program', async () => {
    const { code, stdout } = await start('--print-json', '--http-port', '0').ended;
    expect(stdout).toBe('["--print-json","--http-port","0"]\n');
    expect(code).toBe(3);
  });

  it('installs and builds nothing where all is fresh', async () => {
    expect((await start().ended).stderr).toBe('');
    expect(await log()).toBe('');
  });

  it('hands SIGTERM to the program and ends as it does', async () => {
    const { child, ended } = start('--wait');
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect((await ended).code).toBe(7);
  });

  it('hears SIGTERM through npm too, which passes it to the first process of its script alone', async () => {
    const { scripts } = v.parse(packageSchema, JSON.parse(await readFile('package.json', 'utf8')));
    await checkout.write(
      'package.json',
      JSON.stringify({ type: 'module', engines: { node: '>=20' }, scripts })
    );
    await checkout.age('package.json', 100);
    const npm = spawn('npm', ['start', '--silent', '--', '--wait'], { cwd: checkout.root });
    await once(npm.stdout, 'data');
    npm.kill('SIGTERM');
    expect(await once(npm, 'close')).toEqual([7, null]);
  });

  it.each(['dev', 'virtual', 'faults', 'misbehave', 'soak', 'bench', 'audit'])(
    'is not the only script that ends with npm: %s is the first process of its script',
    async (name) => {
      const { scripts } = v.parse(packageSchema, JSON.parse(await readFile('package.json', 'utf8')));
      expect(scripts[name]).toMatch(/^exec /);
    }
  );

  it('installs from the lockfile where that is newer than the packages, and keeps quiet on stdout', async () => {
    await checkout.age('node_modules/.package-lock.json', 200);
    const { stdout, stderr } = await start().ended;
    expect(await log()).toMatch(/^npm ci --include=dev/);
    expect(stderr).toMatch(/^install +ok +\d+\.\d s$/m);
    expect(stdout).toBe('[]\n');
  });

  it('builds the app alone where only the app has changed', async () => {
    await checkout.age('dist/web/index.html', 50);
    await checkout.age('src/app.html', 10);
    await start().ended;
    expect(await log()).toBe('vite build\n');
  });

  it('builds the proxy alone where only the proxy has changed', async () => {
    await checkout.age('dist/main.js', 50);
    await checkout.age('proxy/cli/options.ts', 10);
    await start().ended;
    expect(await log()).toBe('vite build --config vite.proxy.config.ts\n');
  });

  it('notices a file that is gone', async () => {
    await checkout.age('dist/main.js', 50);
    await checkout.remove('proxy/cli/options.ts');
    await start().ended;
    expect(await log()).toContain('vite.proxy.config.ts');
  });

  it('counts what was edited during a build as newer than its result', async () => {
    await checkout.age('dist/main.js', 200);
    const edited = "fs.writeFileSync('proxy/cli/options.ts', '// edited');";
    const finished = "const now = Date.now() / 1000 + 1; fs.utimesSync('dist/main.js', now, now);";
    await checkout.write(
      'node_modules/vite/bin/vite.js',
      `${tool('vite', 'dist/web/index.html')}${edited}${finished}`
    );
    await start().ended;
    await start().ended;
    expect((await log()).split('\n').filter((line) => line.includes('proxy'))).toHaveLength(2);
  });

  it('shows all that a failed build said, starts nothing and fails', async () => {
    await checkout.age('dist/main.js', 200);
    await checkout.write('node_modules/vite/bin/vite.js', "console.log('a broken thing'); process.exit(1);");
    const { code, stdout, stderr } = await start().ended;
    expect(stderr).toContain('a broken thing');
    expect(stdout).toBe('');
    expect(code).toBe(1);
  });

  it('says in one sentence which Node it needs', async () => {
    await checkout.write('package.json', '{"type": "module", "engines": {"node": ">=99.1"}}');
    const { code, stderr } = await start().ended;
    expect(stderr).toMatch(/^Mantel needs Node 99\.1 or newer, but this is [\d.]+: [^\n]+\n$/);
    expect(code).toBe(1);
  });
});

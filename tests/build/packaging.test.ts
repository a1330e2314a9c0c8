import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { OPTION_ROWS } from '../../proxy/cli/options';

const read = (path: string) => readFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const packageSchema = v.object({ version: v.string(), files: v.array(v.string()) });
const readPackage = async () => v.parse(packageSchema, JSON.parse(await read('package.json')));

it('the container is built from the archive of this version', async () => {
  const { version } = await readPackage();
  expect(await read('packaging/Dockerfile')).toContain(`ARG ARCHIVE=mantel-${version}.tgz\n`);
});

it('the container does not run as root, and keeps its data in a volume', async () => {
  const dockerfile = await read('packaging/Dockerfile');
  const users = [...dockerfile.matchAll(/^USER (?<user>.+)$/gm)].map(({ groups }) => groups?.['user']);
  expect(users.at(-1)).toBe('node');
  expect(dockerfile).toContain('VOLUME ["/data"]');
  const compose = await read('packaging/compose.yaml');
  for (const line of ['read_only: true', 'network_mode: host', 'mantel-data:/data', '- ALL'])
    expect(compose).toContain(line);
});

it.each(['packaging/Dockerfile', 'packaging/compose.yaml', 'packaging/mantel.service'])(
  '%s sets only variables that Mantel reads',
  async (file) => {
    const named = [...(await read(file)).matchAll(/\bMANTEL_[A-Z_]+/g)].map(([name]) => name);
    const known = OPTION_ROWS.map(({ variable }) => variable);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  }
);

it('documents name the archive of this version', async () => {
  const { version } = await readPackage();
  for (const file of ['README.md', 'docs/install.md', 'docs/service.md'])
    for (const [, named] of (await read(file)).matchAll(/mantel-(\d[\w.]*?)\.tgz/g))
      expect(named, file).toBe(version);
});

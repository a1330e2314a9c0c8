import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { OPTION_ROWS } from '../../proxy/box/cli/options';
import { FORMAT } from '../../proxy/server/base/store/folder-format';
import { listening } from '../support/listening';
import { packageJson, readText } from './repository';

it('the container does not run as root, and keeps its data in a volume', async () => {
  const dockerfile = readText('packaging/Dockerfile');
  const users = [...dockerfile.matchAll(/^USER (?<user>.+)$/gm)].map(({ groups }) => groups?.['user']);
  expect(users.at(-1)).toBe('node');
  expect(dockerfile).toContain('VOLUME ["/data"]');
  const compose = readText('packaging/compose.yaml');
  for (const line of ['read_only: true', 'network_mode: host', 'mantel-data:/data', ':/backups', '- ALL'])
    expect(compose).toContain(line);
});

it.each([
  [undefined, '127.0.0.1'],
  ['all', '127.0.0.1'],
  ['::1', '::1']
])('the health check of the container asks where Mantel listens: MANTEL_HOST=%s', async (host, address) => {
  const [, command = ''] =
    /HEALTHCHECK [^]*?CMD (?<command>\[.*\])\n/.exec(readText('packaging/Dockerfile')) ?? [];
  const [, ...argv] = v.parse(v.array(v.string()), JSON.parse(command));
  const check = async (port: number) =>
    new Promise((resolve) => {
      const variables = { MANTEL_HTTP_PORT: String(port), ...(host !== undefined && { MANTEL_HOST: host }) };
      execFile(process.execPath, argv, { env: variables }, (error) => resolve(error === null));
    });
  let status = 200;
  const server = createServer((_request, reply) => void reply.writeHead(status).end());
  const port = await listening(server, address);
  expect(await check(port)).toBe(true);
  status = 503;
  expect(await check(port)).toBe(false);
});

it.each(['packaging/Dockerfile', 'packaging/compose.yaml', 'packaging/mantel.service'])(
  '%s sets only variables that Mantel reads',
  async (file) => {
    const named = [...readText(file).matchAll(/\bMANTEL_[A-Z_]+/g)].map(([name]) => name);
    const known = OPTION_ROWS.map(({ variable }) => variable);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  }
);

it('the archive has each document that its README links to', async () => {
  const linked = [...readText('README.md').matchAll(/\]\((?<path>[\w./-]+)(?:#[\w-]*)?\)/g)].map(
    ({ groups }) => groups?.['path'] ?? ''
  );
  // npm adds the licence itself.
  const packed = [...packageJson.files, 'LICENSE'];
  expect(linked).toContain('CONTRIBUTING.md');
  expect(
    linked.filter((path) => !packed.some((each) => path === each || path.startsWith(`${each}/`)))
  ).toEqual([]);
});

it('documents and the container name the archive of this version', async () => {
  for (const file of ['README.md', 'docs/install.md', 'docs/service.md', 'packaging/Dockerfile']) {
    const named = [...readText(file).matchAll(/mantel-(\d[\w.]*?)\.tgz/g)].map(([, version]) => version);
    expect([file, [...new Set(named)]]).toEqual([file, [packageJson.version]]);
  }
});

it('package.json says which formats of the data this version reads, so that an update can ask', () => {
  expect(JSON.parse(readText('package.json'))).toMatchObject({
    dataFormat: FORMAT,
    oldestDataFormat: FORMAT
  });
});

import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Snapshot } from '#shared/wire-live';
import { readMetricsToken } from '../../../../proxy/server/http/status-routes';
import { virtualForTest } from '../../../support/controllers';
import { sealedFolder } from '../../../support/sealed-folder';
import { temporaryFolder } from '../../../support/temporary-folder';
import { testProxy } from '../../../support/test-proxy';

it('reports the version, and that nothing is missing on loopback', async () => {
  const { ask } = await testProxy({ argv: ['--name', 'hall'] });
  const box = { name: 'hall', version: 'test', secure: true, missing: [] };
  const reached = { origins: [], mdnsState: 'off', firstPage: null };
  expect((await ask('/api/status')).json).toEqual({ ...box, ...reached });
});

it('reports the permanent origin, and what is missing for an install on others', async () => {
  const { ask } = await testProxy({ argv: ['--origin', 'https://panel.example.org'] });
  const at = async (host: string) => (await ask('/api/status', { headers: { host } })).json;
  const origin = 'https://panel.example.org';
  const reached = { origins: [origin], firstPage: origin, secure: true, missing: [] };
  expect(await at('panel.example.org')).toMatchObject(reached);
  expect(await at('mantel.local')).toMatchObject({ secure: false, missing: ['secure-origin'] });
});

it('counts the damaged files that a start set aside, and says in the log that the household is closed', async () => {
  const dataDir = await sealedFolder({ screens: [] });
  await writeFile(join(dataDir, 'tls'), 'nonsense');
  const { ask, log } = await testProxy({ dataDir });
  expect((await ask('/metrics')).text).toContain('\nmantel_damaged_files 1\n');
  expect(log.lines.join()).toMatch(/Household closed because .*mantel doctor/);
  await rename(dataDir, `${dataDir}-unplugged`);
  expect((await ask('/metrics')).text).toContain('\nmantel_damaged_files 1\n');
  await rename(`${dataDir}-unplugged`, dataDir);
  const healthy = await testProxy();
  expect((await healthy.ask('/metrics')).text).toContain('\nmantel_damaged_files 0\n');
  expect(healthy.log.lines.join()).not.toContain('Household closed');
});

const pages = async () => {
  const webFolder = await temporaryFolder();
  await writeFile(join(webFolder, 'index.html'), '');
  return webFolder;
};

it('readiness is 503 without pages, and 200 with them', async () => {
  const { ask } = await testProxy();
  expect(await ask('/readyz')).toMatchObject({ status: 503, json: { ok: false, pages: false, disk: true } });
  expect(await (await testProxy({ webFolder: await pages() })).ask('/readyz')).toMatchObject({
    status: 200,
    json: { ok: true, pages: true, disk: true, controllers: { online: 0, offline: 0 } }
  });
});

it('readiness is 503 if a script of the page is missing', async () => {
  const webFolder = await temporaryFolder();
  await writeFile(join(webFolder, 'index.html'), '<script src="/_app/immutable/start.js"></script>');
  const { ask } = await testProxy({ webFolder });
  expect(await ask('/readyz')).toMatchObject({ status: 503, json: { ok: false, pages: false } });
});

it('readiness is 503 while a change is in memory only, because the disk takes nothing', async () => {
  const { ask, cookie, dataDir } = await testProxy({ webFolder: await pages() });
  // A file cannot replace a folder, so that the write fails for every user.
  await mkdir(join(dataDir, 'screens/in-the-way'), { recursive: true });
  await cookie().catch(() => undefined);
  await expect.poll(() => ask('/readyz')).toMatchObject({ status: 503, json: { ok: false, disk: false } });
  expect((await ask('/metrics')).text).toMatch(/^mantel_unwritten_files 1$/m);
  expect(await ask('/healthz')).toMatchObject({ status: 200, json: { ok: true } });
});

it('readiness has no details for clients of a reverse proxy', async () => {
  const { ask } = await testProxy({ webFolder: await pages() });
  const headers = { 'x-forwarded-for': '192.168.1.9' };
  expect((await ask('/readyz', { headers })).json).toEqual({ ok: true });
});

it('the metrics are in the format of Prometheus: screens, sign-ins by outcome, and one help and type for each', async () => {
  const { ask, cookie, signIn } = await testProxy();
  await cookie();
  await cookie();
  await signIn({ password: 'wrong' });
  const { text, headers } = await ask('/metrics');
  expect(headers['content-type']).toContain('text/plain');
  expect(text).toMatch(/^# HELP mantel_screens .+\n# TYPE mantel_screens gauge\nmantel_screens 2\n/m);
  expect(text).toMatch(/^mantel_sign_ins_total\{outcome="accepted"\} 2$/m);
  expect(text).toMatch(/^mantel_sign_ins_total\{outcome="refused"\} 1$/m);
  expect(text).toMatch(/^mantel_sockets 0\n/m);
  expect(text).toMatch(/^mantel_watchers 0\n/m);
  expect(text).toMatch(/^mantel_build_info\{version="test",node="[\d.]+"\} 1$/m);
  expect(Number(/^process_resident_memory_bytes (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(1_000_000);
  expect(Number(/^mantel_certificate_expiry_seconds ([\d.]+)$/m.exec(text)?.[1])).toBeGreaterThan(86_400);
  expect(text).toMatch(/^mantel_unwritten_files 0$/m);
  expect(text).not.toContain('Kitchen');
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type] as const);
  const names = types.map(([name]) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const [name = '', type] of types) expect(name.endsWith('_total'), name).toBe(type === 'counter');
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})? -?[\d.e+-]+)$/);
});

it('the metrics show a watched controller, its last answer, and the commands that have ended', async () => {
  const { ask, cookie, id, origin } = await testProxy();
  const headers = { cookie: await cookie(), origin };
  const { json } = await ask(`/api/controllers/${id}/home`, { headers });
  const { devices } = (json as Snapshot).home;
  const { text } = await ask('/metrics');
  expect(devices.length).toBeGreaterThan(0);
  expect(text).toContain(`mantel_controller_up{controller="${id}"} 1\n`);
  expect(text).toMatch(
    new RegExp(`^mantel_controller_last_answer_seconds\\{controller="${id}"\\} [\\d.]+$`, 'm')
  );
  expect(text).toMatch(/^mantel_commands_total\{outcome="confirmed"\} 0$/m);
});

it('the metrics count the renewals of tokens by outcome', async () => {
  const controller = await virtualForTest({ tokenLifeMs: 50, refreshTokens: 'many' });
  const { ask, cookie, id } = await testProxy({ controller });
  const headers = { cookie: await cookie() };
  await new Promise((resolve) => setTimeout(resolve, 100));
  await ask(`/api/controllers/${id}/v2/rooms`, { headers });
  expect((await ask('/metrics')).text).toMatch(/^mantel_token_renewals_total\{outcome="renewed"\} 1$/m);
});

it('the metrics are for this machine only, not for clients of a reverse proxy', async () => {
  const { ask } = await testProxy();
  for (const name of ['x-forwarded-for', 'forwarded'])
    expect((await ask('/metrics', { headers: { [name]: '192.168.1.9' } })).status, name).toBe(403);
});

it('the metrics are for other machines too if they have the token', async () => {
  const file = join(await temporaryFolder(), 'token');
  await writeFile(file, 'a token of this test\n');
  const { ask } = await testProxy({ argv: ['--metrics-token-file', file] });
  const scrape = async (authorization: string) =>
    (await ask('/metrics', { headers: { authorization, 'x-forwarded-for': '192.168.1.9' } })).status;
  expect(await scrape('Bearer a token of this test')).toBe(200);
  expect(await scrape('Bearer a token of this')).toBe(403);
  expect(await scrape('Bearer ')).toBe(403);
});

it('a token that is missing or short is refused in one sentence', async () => {
  const file = join(await temporaryFolder(), 'token');
  expect((await readMetricsToken(file)).ok).toBe(false);
  await writeFile(file, 'short\n');
  expect(await readMetricsToken(file)).toMatchObject({
    error: { message: expect.stringMatching(/16 characters\.$/) }
  });
});

import { describe, expect, it } from 'vitest';
import { testProxy } from '../../support/test-proxy';

it('reports the version, and that nothing is missing on loopback', async () => {
  const { ask } = await testProxy({ argv: ['--name', 'hall'] });
  expect((await ask('/api/status')).json).toEqual({
    name: 'hall',
    version: 'test',
    secure: true,
    missing: [],
    origins: [],
    nameTaken: false,
    firstPage: null
  });
});

it('reports the permanent origin, and what is missing for an install on others', async () => {
  const { ask } = await testProxy({ argv: ['--origin', 'https://panel.example.org'] });
  const at = async (host: string) => (await ask('/api/status', { headers: { host } })).json;
  expect(await at('panel.example.org')).toMatchObject({
    origins: ['https://panel.example.org'],
    firstPage: 'https://panel.example.org',
    secure: true,
    missing: []
  });
  expect(await at('mantel.local')).toMatchObject({ secure: false, missing: ['secure-origin'] });
});

it('reports to a service manager that it is healthy', async () => {
  const { ask } = await testProxy();
  expect(await ask('/healthz')).toMatchObject({ status: 200, json: { ok: true } });
});

describe('the metrics', () => {
  it('the metrics are in the format of Prometheus', async () => {
    const { ask, cookie } = await testProxy();
    await cookie();
    await cookie();
    const { text, headers } = await ask('/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(text).toMatch(/^# HELP mantel_screens .+\n# TYPE mantel_screens gauge\nmantel_screens 2\n/m);
    expect(text).toMatch(/^mantel_sockets 0\n/m);
    expect(text).toMatch(/^mantel_watchers 0\n/m);
    expect(Number(/^mantel_memory_bytes (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(1_000_000);
    expect(text).not.toContain('Kitchen');
  });

  it.each(['x-forwarded-for', 'forwarded'])(
    'the metrics are for this machine only, not for clients from %s',
    async (name) => {
      const { ask } = await testProxy();
      expect((await ask('/metrics', { headers: { [name]: '192.168.1.9' } })).status).toBe(403);
    }
  );
});

import { describe, expect, it } from 'vitest';
import { testProxy } from '../../support/test-proxy';

describe('plain http off loopback', () => {
  const headers = { host: 'mantel.local', origin: 'http://mantel.local' };

  it('carries no sign-in and no data', async () => {
    const proxy = await testProxy();
    const cookie = await proxy.cookie();
    const refused = { status: 403, json: { error: { code: 'insecure-origin' } } };
    expect(await proxy.signIn({}, headers)).toMatchObject(refused);
    for (const path of ['/api/me', '/api/controllers', `/api/controllers/${proxy.id}/layout`])
      expect(await proxy.ask(path, { headers: { ...headers, cookie } })).toMatchObject(refused);
    expect(proxy.controller.requests()['POST /auth/login']).toBe(1);
  });

  it('says what is missing, and that we are well', async () => {
    const { ask } = await testProxy();
    expect((await ask('/api/status', { headers })).json).toMatchObject({
      secure: false,
      missing: ['secure-origin']
    });
    expect((await ask('/healthz', { headers })).status).toBe(200);
  });

  it('has one page alone, which asks for nothing', async () => {
    const { ask } = await testProxy();
    for (const path of ['/', '/connect', '/rooms/1', '/settings']) {
      const answer = await ask(path, { headers });
      expect([answer.status, answer.headers['location']]).toEqual([302, '/install']);
    }
    const page = await ask('/install', { headers });
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text).not.toMatch(/<script|<form|<input/);
  });
});

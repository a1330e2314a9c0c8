import { expect, it } from 'vitest';
import { refusal, testProxy } from '../../support/test-proxy';

const headers = { host: 'mantel.local', origin: 'http://mantel.local' };

it('plain http off loopback serves no sign-in and no data', async () => {
  const proxy = await testProxy();
  const cookie = await proxy.cookie();
  const refused = refusal(403, 'insecure-origin');
  expect(await proxy.signIn({}, headers)).toMatchObject(refused);
  for (const path of ['/api/me', '/api/controllers', `/api/controllers/${proxy.id}/layout`])
    expect(await proxy.ask(path, { headers: { ...headers, cookie } })).toMatchObject(refused);
  expect(proxy.controller.requests()['POST /auth/login']).toBe(1);
});

it('plain http off loopback serves the health check, and says that https is missing', async () => {
  const { ask } = await testProxy();
  expect((await ask('/api/status', { headers })).json).toMatchObject({
    secure: false,
    missing: ['secure-origin']
  });
  expect((await ask('/healthz', { headers })).status).toBe(200);
});

it('plain http off loopback serves one page, which sends no requests', async () => {
  const { ask } = await testProxy();
  for (const path of ['/', '/connect', '/rooms/1', '/settings']) {
    const answer = await ask(path, { headers });
    expect([answer.status, answer.headers['location']]).toEqual([302, '/install']);
  }
  const page = await ask('/install', { headers });
  expect(page.status).toBe(200);
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.text).not.toMatch(/<script(?! defer src="\/install\/)|<form|<input/);
});

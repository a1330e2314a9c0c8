import { expect, it } from 'vitest';
import { refusal, testProxy } from '../../../support/test-proxy';

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

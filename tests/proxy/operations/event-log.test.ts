import { expect, it, onTestFinished } from 'vitest';
import { startVirtual } from '../../../proxy/virtual/start';

import { testProxy } from '../../support/test-proxy';

/** The messages of a log, with one field of each. */
const messagesIn = (entries: readonly unknown[], field: string) =>
  entries.map((entry) => [Reflect.get(entry as object, 'msg'), Reflect.get(entry as object, field)]);

it('the log has sign-ins and ended screens by name, and no password and no token', async () => {
  const controller = await startVirtual({ isLiving: false });
  onTestFinished(() => controller.stop());
  const argv = ['--allow-loopback', '--controller-port', String(controller.port)];
  const proxy = await testProxy({ controller, argv, hasDemo: false });
  const body = { controller: undefined, address: '127.0.0.1', screen: 'Kitchen tablet' };
  const [cookie = ''] = [(await proxy.signIn(body)).headers['set-cookie'] ?? ''].flat();
  const headers = { cookie: cookie.split(';')[0] ?? '', origin: proxy.origin };
  await proxy.ask('/api/sign-out', { method: 'POST', headers, body: {} });
  const messages = messagesIn(proxy.log.entries, 'screen');
  expect(messages).toContainEqual(['Screen signed in.', 'Kitchen tablet']);
  expect(messages).toContainEqual(['Screen signed out.', 'Kitchen tablet']);
  expect(proxy.log.lines.join()).not.toContain(headers.cookie.split('=')[1] ?? '?');
  expect(proxy.log.lines.join()).not.toMatch(/"password"|demo-password/);
});

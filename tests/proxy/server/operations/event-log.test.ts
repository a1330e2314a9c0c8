import { expect, it } from 'vitest';
import { controllerAt } from '../../../../tools/support/test-variables';
import { virtualForTest } from '../../../support/controllers';
import { testProxy } from '../../../support/test-proxy';

/** The messages of a log, with one field of each. */
const messagesIn = (entries: readonly unknown[], field: string) =>
  entries.map((entry) => [Reflect.get(entry as object, 'msg'), Reflect.get(entry as object, field)]);

it('the log has sign-ins and ended screens by name, and no password and no token', async () => {
  const controller = await virtualForTest();
  const argv = controllerAt(controller.port);
  const proxy = await testProxy({ controller, argv, hasDemo: false });
  const body = { controller: undefined, address: '127.0.0.1', screen: 'Kitchen tablet' };
  const cookie = await proxy.cookie(body);
  await proxy.call(cookie, 'POST', '/own/sign-out', {});
  const messages = messagesIn(proxy.log.entries, 'screen');
  expect(messages).toContainEqual(['Screen signed in.', 'Kitchen tablet']);
  expect(messages).toContainEqual(['Screen signed out.', 'Kitchen tablet']);
  expect(proxy.log.lines.join()).not.toContain(cookie.split('=')[1] ?? '?');
  expect(proxy.log.lines.join()).not.toMatch(/"password"|demo-password/);
});

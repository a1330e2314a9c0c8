import { expect, it } from 'vitest';
import type { Messages } from '#shared/messages';
import { controllerAt } from '../../../../tools/support/test-variables';
import { virtualForTest } from '../../../support/controllers';
import { testProxy } from '../../../support/test-proxy';

const READER = { language: 'en-GB', timeZone: 'Europe/Kyiv' };

it('whether a webhook also gets repeats is off until a managing screen turns it on, and stays with what else is chosen', async () => {
  const { port } = await virtualForTest();
  const proxy = await testProxy({ argv: controllerAt(port) });
  const login = { controller: undefined, address: '127.0.0.1', username: 'demo', password: 'demo' };
  const cookie = await proxy.cookie({ ...login, screen: 'Phone' });
  const me = (await proxy.call(cookie, 'GET', '/api/me')).json as { controller: { id: string } };
  const path = `/api/controllers/${me.controller.id}/messages`;
  const chosen = async () => ((await proxy.call(cookie, 'GET', path)).json as Messages).chosen;
  const choose = (edit: object) => proxy.call(cookie, 'PATCH', path, { ...edit, ...READER });
  expect(await chosen()).toMatchObject({ webhookRepeats: false });
  expect((await choose({ webhookRepeats: true })).status).toBe(204);
  await choose({ isLeftOpenTold: true });
  expect(await chosen()).toMatchObject({ webhookRepeats: true, isLeftOpenTold: true });
});

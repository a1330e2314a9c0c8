import { expect, it, onTestFinished } from 'vitest';
import { startVirtual } from '../../../proxy/virtual/start';
import { testProxy } from '../../support/test-proxy';

it('strangers do not receive an address as the name of a controller', async () => {
  const nameless = await startVirtual({ name: '', isLiving: false });
  onTestFinished(() => nameless.stop());
  const { cookie, ask } = await testProxy({
    argv: ['--allow-loopback', '--controller-port', String(nameless.port)]
  });
  const own = await cookie({ controller: undefined, address: '127.0.0.1' });
  const strangers = await ask('/api/controllers');
  expect(strangers.json).toMatchObject({ controllers: [{ name: '', address: '' }], mayAdd: false });
  expect(strangers.text).not.toContain('127.0.0.1');
  expect((await ask('/api/controllers', { headers: { cookie: own } })).json).toMatchObject({
    controllers: [{ name: '127.0.0.1', address: '127.0.0.1' }]
  });
});

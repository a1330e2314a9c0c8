import { expect, it, onTestFinished } from 'vitest';
import { PinnedPool } from '../../../proxy/controllers/connection';
import { json } from '../../../tools/support/misbehaving-controller';
import { misbehavingForTest } from '../../support/controllers';
import { FakeLinks } from '../../support/test-links';

const HERE = '127.0.0.1';

it('a sign-in connects only to the machine of its first connection: another one receives no byte', async () => {
  const controller = await misbehavingForTest({ 'GET /info': json({}, 200, { connection: 'close' }) });
  const links = new FakeLinks({ [HERE]: '02005e100001' });
  const target = { address: HERE, port: controller.port, dial: undefined, candidates: [], mayBeNew: true };
  const { pool } = new PinnedPool(target, { links, known: { linksOf: () => null } });
  onTestFinished(() => pool.destroy());
  const ask = async () => {
    const { statusCode, body } = await pool.request({ path: '/api/v2/info', method: 'GET' });
    await body.dump();
    return statusCode;
  };
  expect([await ask(), await ask()]).toEqual([200, 200]);
  links.set(HERE, '02005e100099');
  await expect(ask()).rejects.toThrow();
  expect(controller.count('GET /info')).toBe(2);
});

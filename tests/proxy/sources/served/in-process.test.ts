import { expect, onTestFinished, test } from 'vitest';
import { openPool } from '../../../../proxy/server/controllers/connection';
import { basic } from '../../../support/controller-client';
import { virtualForTest } from '../../../support/controllers';

/** A virtual controller without a port, and a pool of connections to it. */
async function inProcess() {
  const controller = await virtualForTest({ isInProcess: true });
  const pool = openPool({ address: '', port: 0 }, { connect: async () => controller.connect() }, () => true);
  onTestFinished(() => pool.destroy());
  const read = (path: string) =>
    pool.request({
      method: 'GET',
      path: `/api/v2${path}`,
      headers: { authorization: basic('demo', 'demo') }
    });
  return { controller, pool, read };
}

test('a whole home passes through a connection inside the process', async () => {
  const { read } = await inProcess();
  for (let time = 0; time < 3; time += 1) {
    const { statusCode, body } = await read('/home');
    const text = await body.text();
    expect({ statusCode, isLong: text.length > 20_000, isWhole: text.endsWith('}') }).toEqual({
      statusCode: 200,
      isLong: true,
      isWhole: true
    });
  }
});

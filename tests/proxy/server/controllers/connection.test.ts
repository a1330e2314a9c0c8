import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#shared/clock';
import { OWN } from '../../../../proxy/server/controllers/card';
import { PinnedPool } from '../../../../proxy/server/controllers/connection';
import { json } from '../../../../tools/support/misbehaving-controller';
import { failure, makeClient } from '../../../support/client';
import { misbehavingForTest } from '../../../support/controllers';
import { FakeCards } from '../../../support/test-cards';

const HERE = '127.0.0.1';
const OTHER = '02005e100099';

it('a sign-in connects only to the machine of its first connection: another one receives no byte', async () => {
  const controller = await misbehavingForTest({ 'GET /info': json({}, 200, { connection: 'close' }) });
  const cards = new FakeCards({ [HERE]: '02005e100001' });
  const target = { address: HERE, port: controller.port, candidates: [], mayBeNew: true };
  const known = { cardsOf: () => null, sourceAt: () => undefined };
  const { pool } = new PinnedPool(target, { cards, known } as never);
  onTestFinished(() => pool.destroy());
  const ask = async () => {
    const { statusCode, body } = await pool.request({ path: '/api/v2/info', method: 'GET' });
    await body.dump();
    return statusCode;
  };
  expect([await ask(), await ask()]).toEqual([200, 200]);
  cards.set(HERE, OTHER);
  await expect(ask()).rejects.toThrow();
  expect(controller.count('GET /info')).toBe(2);
});

it('once another card answers, a command is not sent on the connections to the one that was there before', async () => {
  const controller = await misbehavingForTest();
  const cards = new FakeCards({ [HERE]: OWN });
  const { client } = makeClient(controller.port, systemClock, undefined, cards);
  const readAtOnce = (count: number) =>
    Promise.all(Array.from({ length: count }, () => client.read('/rooms')));
  await readAtOnce(2);
  cards.set(HERE, OTHER);
  // The third needs a new connection.
  expect((await readAtOnce(3)).map((read) => !read.ok && read.error.isAnother)).toContain(true);

  const command = { method: 'POST', path: '/devices/1/actions', body: '{}', isCommand: true } as const;
  expect(await client.send(command)).toMatchObject(failure('controller-unreachable', { isAnother: true }));
  expect(controller.count('POST /devices')).toBe(0);
});

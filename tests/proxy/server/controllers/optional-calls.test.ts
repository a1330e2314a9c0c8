import { expect, it } from 'vitest';
import { json, type Behaviour } from '../../../../tools/support/misbehaving-controller';
import { failure, makeClient } from '../../../support/client';
import { misbehavingForTest } from '../../../support/controllers';
import { FakeClock } from '../../../support/fake-clock';

const WORDLESS: [string, (status: number) => Behaviour][] = [
  ['HTML', (status) => (response) => response.writeHead(status).end('<h1>Not found</h1>')],
  ['nothing', (status) => (response) => response.writeHead(status).end()],
  ['other JSON', (status) => json({ detail: 'nope' }, status)]
];

it.each(WORDLESS)('a 404 or 501 with %s means that an optional call is absent', async (_name, answerWith) => {
  const controller = await misbehavingForTest();
  const { client } = makeClient(controller.port, new FakeClock());
  for (const status of [404, 501])
    for (const path of ['/poll', '/devices/1/actions', '/devices/1/parameter-history']) {
      controller.on(`GET ${path}`, answerWith(status));
      expect(await client.read(`${path}?param=Level`)).toMatchObject(
        failure('controller-refused', { status })
      );
    }
  controller.on('GET /devices', answerWith(404));
  expect(await client.read('/devices')).toMatchObject(failure('controller-malformed', { status: 404 }));
});

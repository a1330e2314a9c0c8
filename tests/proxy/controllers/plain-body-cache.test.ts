import { describe, expect, it } from 'vitest';
import { MAX_WHOLE } from '../../../proxy/controllers/exchange';
import { PlainBodyCache } from '../../../proxy/controllers/answer';
import { makeClient } from '../../support/client';
import { misbehavingForTest } from '../../support/controllers';
import { FakeClock } from '../../support/fake-clock';
import { body, refusal, type Behaviour } from '../../../tools/support/misbehaving-controller';

describe('the cache of plain bodies', () => {
  const bodies = new PlainBodyCache(MAX_WHOLE);
  const has = (path: string, text: string) => bodies.has(path, Buffer.from(text));

  it('knows exactly the bytes that a resource had last, whatever its query', () => {
    bodies.add('/devices', Buffer.from('[1]'));
    expect([has('/devices', '[1]'), has('/devices?fields=id', '[1]')]).toEqual([true, true]);
    expect([has('/devices', '[2]'), has('/devices', '[1] '), has('/rooms', '[1]')]).toEqual([
      ...[false, false, false]
    ]);
    bodies.add('/devices', Buffer.from('[2]'));
    expect([has('/devices', '[1]'), has('/devices', '[2]')]).toEqual([false, true]);
  });

  it('keeps a copy, which outlives the buffer of the connection', () => {
    const body = Buffer.from('[3]');
    bodies.add('/rooms', body);
    body.fill('x');
    expect([has('/rooms', '[3]'), has('/rooms', 'xxx')]).toEqual([true, false]);
  });

  it('holds the last bodies of 32 resources, and none of more than 64 KiB', () => {
    bodies.add('/devices', Buffer.alloc(MAX_WHOLE + 1));
    expect(bodies.has('/devices', Buffer.alloc(MAX_WHOLE + 1))).toBe(false);
    for (let id = 1; id <= 33; id++) bodies.add(`/devices/${id}`, Buffer.from('{}'));
    expect([has('/devices/1', '{}'), has('/devices/2', '{}'), has('/devices/33', '{}')]).toEqual([
      ...[false, true, true]
    ]);
  });
});

it.each<[string, Behaviour]>([
  ['no JSON', body('{"state":fals }')],
  ['an error', body('{"success":false}')],
  ['an error with a code', refusal(200, 'Not now')]
])('an answer that was a success before is checked again if it is %s now', async (_name, now) => {
  const controller = await misbehavingForTest();
  const { client } = makeClient(controller.port, new FakeClock());
  const before = body('{"state":false}');
  for (const [behave, isOk] of [
    [before, true],
    [before, true],
    [now, false],
    [before, true]
  ] as const) {
    controller.on('GET /devices/1', behave);
    expect((await client.read('/devices/1')).ok).toBe(isOk);
  }
});

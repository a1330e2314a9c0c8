import { beforeEach, expect, it } from 'vitest';
import { deviceChanged, json, refusal } from '../../../../../tools/support/misbehaving-controller';
import { deviceOf, advanceUntil, untilEmitted, watchEachTest } from '../../../../support/watched';

const watched = watchEachTest();

/** Sets device 1 from now on. */
const isNow = (params: object) =>
  watched.controller.on('GET /devices/1', json({ ...deviceOf(watched, 1), params }));
const readings = () => watched.controller.count('GET /devices/1');

beforeEach(async () => {
  await watched.start();
  await watched.controller.nextRequest('GET /poll?last=1');
});

it('a commanded device without an event is read back 1 s after the command was accepted', async () => {
  isNow({ Status: true, Level: 99 });
  watched.watcher.readBack?.commanded(1, ['Level', 'Status']);
  expect(await advanceUntil(watched.clock, () => watched.emitted.length > 0, 3_000)).toBe(1_000);
  expect(watched.emitted).toEqual([[{ device: 1, params: { Status: true, Level: 99 } }]]);
});

it('a commanded device without an event is read back even if events report its other parameters', async () => {
  watched.watcher.readBack?.commanded(1, ['Level', 'Status']);
  await watched.controller.answerPoll({ last: 2, events: [deviceChanged(1, { Value: 12.5 })] });
  await untilEmitted(watched, 1);
  isNow({ Status: true, Level: 99, Value: 12.5 });
  await advanceUntil(watched.clock, () => watched.emitted.length > 1, 3_000);
  expect(watched.emitted[1]).toEqual([{ device: 1, params: { Status: true, Level: 99 } }]);
});

it('a commanded device without an event is read again while it moves, and then no more', async () => {
  watched.watcher.readBack?.commanded(1, ['Level', 'Status']);
  for (const Level of [30, 60, 99]) {
    isNow({ Status: true, Level });
    await advanceUntil(watched.clock, () => deviceOf(watched, 1)?.params['Level'] === Level, 2_000);
  }
  await advanceUntil(watched.clock, () => readings() === 4, 2_000);
  await watched.clock.advance(3_000);
  expect(readings()).toBe(4);
});

it('a commanded device without an event is not read again if it cannot be read', async () => {
  watched.controller.on('GET /devices/1', refusal(500));
  watched.watcher.readBack?.commanded(1, ['Level']);
  await advanceUntil(watched.clock, () => readings() === 1, 2_000);
  await watched.clock.advance(3_000);
  expect({ readings: readings(), emitted: watched.emitted }).toEqual({ readings: 1, emitted: [] });
});

it('a commanded device without an event is not read back once the watcher has stopped', async () => {
  watched.watcher.readBack?.commanded(1, ['Level']);
  watched.stop();
  await watched.clock.advance(3_000);
  expect({ readings: readings(), waiting: watched.clock.waiting }).toEqual({ readings: 0, waiting: 0 });
});

it('a commanded device with an event is not read back', async () => {
  watched.watcher.readBack?.commanded(1, ['Level', 'Status']);
  await watched.controller.answerPoll({ last: 2, events: [deviceChanged(1, { Level: 50 })] });
  await untilEmitted(watched, 1);
  await watched.clock.advance(3_000);
  expect(readings()).toBe(0);
});

it("a commanded device keeps the event's value over a read that started before it", async () => {
  let answerRead = () => {};
  const before = json(deviceOf(watched, 1));
  watched.controller.on('GET /devices/1', (response, seen) => (answerRead = () => before(response, seen)));
  watched.watcher.readBack?.commanded(1, ['Level', 'Status']);
  await advanceUntil(watched.clock, () => readings() === 1, 2_000);
  await watched.controller.answerPoll({ last: 2, events: [deviceChanged(1, { Level: 50 })] });
  await untilEmitted(watched, 1);
  answerRead();
  await watched.client.read('/info');
  await watched.clock.advance(5_000);
  expect(deviceOf(watched, 1)?.params['Level']).toBe(50);
});

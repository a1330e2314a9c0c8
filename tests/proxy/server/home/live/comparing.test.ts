import { expect, it } from 'vitest';
import { deviceChanged, json, refusal } from '../../../../../tools/support/misbehaving-controller';
import { deviceOf, advanceUntil, watchEachTest } from '../../../../support/watched';

const watched = watchEachTest();

const list = (level: number) => json([{ id: 1, name: 'Lamp', params: { Level: level } }]);

async function startComparing() {
  watched.controller.on('GET /poll', refusal(404));
  await watched.start();
}
/** Device 1 is at level 99 from now on. */
const switchOn = () => {
  const on = { ...deviceOf(watched, 1), params: { Status: true, Level: 99 } };
  watched.controller.on('GET /devices/1', json(on));
};

it.each([404, 405, 501])('a watcher without a poll compares each 5 s if the poll is a %i', async (status) => {
  watched.controller.on('GET /poll', refusal(status));
  watched.controller.on('GET /devices', list(0));
  await watched.start();
  watched.controller.on('GET /devices', list(5));
  expect(await advanceUntil(watched.clock, () => watched.emitted.length > 0, 6_000)).toBe(5_000);
  expect(watched.emitted).toEqual([[{ device: 1, params: { Level: 5 } }]]);
  expect(watched.controller.count('GET /poll')).toBe(1);
  expect(watched.controller.count('GET /rooms')).toBe(1);
});

it('a watcher without a poll tries the poll again every few minutes, and uses it from then on', async () => {
  await startComparing();
  await advanceUntil(watched.clock, () => watched.controller.count('GET /poll') === 2, 200_000);
  expect(watched.clock.monotonic()).toBeGreaterThan(170_000);
  await advanceUntil(watched.clock, () => !watched.watcher.isPolling, 100);
  watched.controller.behave('GET /poll');
  await advanceUntil(watched.clock, () => watched.controller.waitingPolls > 0, 200_000);
  expect(watched.watcher.isPolling).toBe(true);
  await watched.controller.answerPoll({ last: 2, events: [deviceChanged(1, { Level: 7 })] });
  expect(await watched.next()).toEqual([{ device: 1, params: { Level: 7 } }]);
});

it('a watcher without a poll compares once a minute while nobody looks, and at once when somebody comes', async () => {
  await startComparing();
  watched.watcher.attend(false);
  const { clock, controller } = watched;
  const read = () => controller.count('GET /devices');
  await advanceUntil(clock, () => read() === 2, 61_000);
  const seen = controller.seen.length;
  await clock.advance(59_000);
  expect(controller.seen).toHaveLength(seen);
  await advanceUntil(clock, () => read() === 3, 1_500);
  await clock.advance(6_000);
  watched.watcher.attend(true);
  await advanceUntil(clock, () => read() === 4, 0);
});

it('a watcher without a poll finds new devices, and reads the rooms every minute', async () => {
  await startComparing();
  watched.controller.on('GET /devices', list(0));
  expect(await watched.within(6_000)).toEqual(['home']);
  watched.controller.on('GET /rooms', json([]));
  await advanceUntil(watched.clock, () => watched.emitted.length > 0, 61_000);
  expect(watched.watcher.home.journal.home.rooms).toEqual([]);
});

it('a watcher without a poll reads a commanded device after 0.3, 1 and 2 s', async () => {
  await startComparing();
  watched.watcher.readBack?.commanded(1, ['Level', 'Status']);
  const at: number[] = [];
  const begun = watched.clock.monotonic();
  for (const nth of [1, 2, 3]) {
    await advanceUntil(watched.clock, () => watched.controller.count('GET /devices/1') >= nth, 3_000);
    at.push(watched.clock.monotonic() - begun);
  }
  expect(at).toEqual([300, 1_000, 2_000]);
  await watched.clock.advance(2_000);
  expect(watched.controller.count('GET /devices/1')).toBe(3);
});

it('a watcher without a poll reports the changes that it reads there, and starts again with a newer command', async () => {
  await startComparing();
  watched.watcher.readBack?.commanded(1, ['Level', 'Status']);
  await watched.clock.advance(200);
  watched.watcher.readBack?.commanded(1, ['Level', 'Status']);
  await watched.clock.advance(200);
  expect(watched.controller.count('GET /devices/1')).toBe(0);
  switchOn();
  expect(await watched.within(500)).toEqual([[{ device: 1, params: { Status: true, Level: 99 } }]]);
});

it('a watcher without a poll ignores values in an older list for a device that was read since', async () => {
  await startComparing();
  let answerList = () => {};
  const before = json(watched.watcher.home.journal.home.devices);
  watched.controller.on('GET /devices', (response, seen) => (answerList = () => before(response, seen)));
  await advanceUntil(watched.clock, () => watched.controller.count('GET /devices?') === 2, 6_000);
  switchOn();
  watched.watcher.readBack?.commanded(1, ['Level', 'Status']);
  await advanceUntil(watched.clock, () => watched.emitted.length > 0, 500);
  answerList();
  watched.controller.behave('GET /devices');
  await advanceUntil(watched.clock, () => watched.controller.count('GET /devices?') === 3, 6_000);
  expect(watched.emitted).toHaveLength(1);
  expect(deviceOf(watched, 1)?.params['Level']).toBe(99);
});

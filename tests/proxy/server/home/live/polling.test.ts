import { expect, it } from 'vitest';
import {
  body,
  deviceChanged,
  json,
  refusal,
  type Behaviour
} from '../../../../../tools/support/misbehaving-controller';
import { settle } from '../../../../support/fake-clock';
import { deviceOf, advanceUntil, untilEmitted, watchEachTest } from '../../../../support/watched';

const watched = watchEachTest();

const lamp = (id: number, level: number) => ({
  id,
  name: `Lamp ${id}`,
  room_id: 1,
  type: 'DevDimmer',
  interfaces: ['SwitchBinary', 'SwitchMultilevel'],
  params: { Status: false, Level: level }
});

/** Answers the first polls with these replies. Later polls wait until `release` answers them. */
function pollAnswers(...answers: Behaviour[]) {
  let asked = 0;
  const waiting: ((behave: Behaviour) => void)[] = [];
  watched.controller.on('GET /poll', (response, seen) => {
    const answer = answers[asked++];
    if (answer) answer(response, seen);
    else waiting.push((behave) => behave(response, seen));
  });
  const release = async (behave: Behaviour) => {
    while (waiting.length === 0) await settle();
    waiting.shift()?.(behave);
  };
  /** Answers with these events, and waits for what is emitted. */
  const tell = async (last: number | undefined, ...events: readonly object[]) => {
    await release(json({ events, last }));
    return watched.next();
  };
  return { release, tell };
}
const polls = () =>
  watched.controller.seen.flatMap(({ url }) => (url.startsWith('/poll') ? [url.replace('/poll', '')] : []));
const levels = () => watched.watcher.home.journal.home.devices.map(({ params }) => params['Level']);

it('the first poll asks for everything, and the next one for what came after its reply', async () => {
  const { tell } = pollAnswers(json({ events: [], last: 41 }));
  await watched.start();
  expect(await tell(42, deviceChanged(1, { Level: 5 }))).toEqual([{ device: 1, params: { Level: 5 } }]);
  await watched.controller.nextRequest('GET /poll', 3);
  expect(polls()).toEqual(['?last=0', '?last=41', '?last=42']);
  expect(watched.emitted).toEqual([]);
});

it('the first poll returns old events that are not applied, and nothing is read for them', async () => {
  const { tell } = pollAnswers(
    json({ events: [deviceChanged(1, { Level: 77 }), deviceChanged(2, { Level: 88 })], last: 2 })
  );
  await watched.start();
  await tell(3, deviceChanged(2, { Level: 5 }));
  expect(levels()).toEqual([0, 5]);
  expect(['?', '/'].map((of) => watched.controller.count(`GET /devices${of}`))).toEqual([1, 0]);
});

it('the first poll makes the watcher read the named devices again if it ends after the list was requested', async () => {
  const { tell } = pollAnswers();
  watched.controller.on('GET /devices/1', json(lamp(1, 33)));
  await watched.start();
  const told = await tell(9, deviceChanged(1, { Level: 11 }), deviceChanged(1, { Level: 22 }));
  expect(told).toEqual([{ device: 1, params: { Level: 33 } }]);
  expect(deviceOf(watched, 1)?.params['Level']).toBe(33);
  expect(['/1', '/2'].map((of) => watched.controller.count(`GET /devices${of}`))).toEqual([1, 0]);
  await watched.controller.nextRequest('GET /poll?last=9');
});

it('the first poll makes the watcher read all devices again if it names more than twenty', async () => {
  const many = Array.from({ length: 21 }, (_, place) => place + 1);
  watched.controller.on('GET /devices', json(many.map((id) => lamp(id, 0))));
  const { tell } = pollAnswers();
  await watched.start();
  watched.controller.on('GET /devices', json(many.map((id) => lamp(id, id))));
  await tell(9, ...many.map((id) => deviceChanged(id, { Level: 99 })));
  expect(levels()).toEqual(many);
  expect(watched.controller.count('GET /devices/')).toBe(0);
});

const OTHER = { ...lamp(1, 4), type: 'DevSwitch' };

it.each<[string, Behaviour, object]>([
  ['has another type now', json(OTHER), OTHER],
  ['cannot be read', refusal(500), lamp(1, 4)]
])('the first poll makes the watcher read the list if a named device %s', async (_name, behave, listed) => {
  watched.controller.on('GET /devices/1', behave);
  const { tell } = pollAnswers();
  await watched.start();
  watched.controller.on('GET /devices', json([listed, lamp(2, 0)]));
  await tell(9, deviceChanged(1, { Level: 99 }));
  expect(deviceOf(watched, 1)).toMatchObject(listed);
  expect(levels()).toEqual([4, 0]);
});

it('the first poll makes the watcher read the rooms again if it reports changed lists', async () => {
  pollAnswers(json({ events: [{ type: 'DeviceListChanged' }], last: 9 }));
  await watched.start();
  await watched.controller.nextRequest('GET /poll?last=9');
  expect(watched.controller.count('GET /rooms')).toBe(2);
  expect(watched.emitted).toEqual([]);
});

it('the first poll of a controller that counts from 0 names devices to read as well', async () => {
  const { tell } = pollAnswers(json({ events: [], last: 0 }));
  watched.controller.on('GET /devices/1', json(lamp(1, 3)));
  await watched.start();
  await tell(1, deviceChanged(1, { Level: 99 }));
  expect(levels()).toEqual([3, 0]);
  await watched.controller.nextRequest('GET /poll?last=1');
});

it('a reply without `last` makes the watcher read the named devices and repeat the poll', async () => {
  const { tell } = pollAnswers(json({ events: [], last: 5 }));
  watched.controller.on('GET /devices/1', json(lamp(1, 6)));
  await watched.start();
  await tell(undefined, deviceChanged(1, { Level: 99 }));
  expect(levels()).toEqual([6, 0]);
  await advanceUntil(watched.clock, () => polls().length === 3, 1_000);
  expect(polls()).toEqual(['?last=0', '?last=5', '?last=5']);
});

it.each([{}, { events: [] }, null])('a reply without `last` (%j) is repeated after 1 s', async (reply) => {
  const { release } = pollAnswers(json(reply));
  await watched.start();
  expect(polls()).toEqual(['?last=0']);
  expect(await advanceUntil(watched.clock, () => polls().length === 2, 2_000)).toBe(1_000);
  expect(polls()).toEqual(['?last=0', '?last=0']);
  await release(json({ events: [], last: 8 }));
  await release(json({ events: [deviceChanged(1, { Level: 4 })], last: 9 }));
  expect(await watched.within(300)).toEqual([[{ device: 1, params: { Level: 4 } }]]);
  expect(watched.watcher.isPolling).toBe(true);
});

it('a reply without `last` is followed by the next poll at once if it was held for a moment', async () => {
  const { release, tell } = pollAnswers(json({ events: [], last: 5 }));
  await watched.start();
  await watched.controller.nextRequest('GET /poll?last=5');
  for (let nth = 3; nth <= 5; nth++) {
    await watched.clock.advance(250);
    await release(json({}));
    await watched.controller.nextRequest('GET /poll', nth);
  }
  await tell(6, deviceChanged(1, { Level: 4 }));
});

const FAULTS: [string, Behaviour][] = [
  ['a 400', refusal(400)],
  ['a 500', refusal(500)],
  ['HTML', body('<html>')],
  ['a list', json([])],
  ['half an answer', body('{"events": [')]
];

it.each(FAULTS)('a first poll that fails by %s is repeated, and reports changes', async (_name, fault) => {
  const { release } = pollAnswers(fault);
  await watched.start();
  await advanceUntil(watched.clock, () => polls().length === 2, 200);
  expect(watched.watcher.isPolling).toBe(true);
  await release(json({ events: [], last: 3 }));
  for (let level = 1; level <= 6; level++) {
    await release(json({ events: [deviceChanged(1, { Level: level })], last: 3 + level }));
    await untilEmitted(watched, level);
  }
  expect(levels()).toEqual([6, 0]);
  expect(polls().slice(0, 4)).toEqual(['?last=0', '?last=0', '?last=3', '?last=4']);
});

it('a poll that fails loses no change between its failure and the next poll', async () => {
  const { tell } = pollAnswers(refusal(500));
  await watched.start();
  watched.controller.on('GET /devices', json([lamp(1, 8), lamp(2, 0)]));
  await advanceUntil(watched.clock, () => polls().length === 2, 200);
  await tell(3);
  expect(levels()).toEqual([8, 0]);
});

it.each(FAULTS)('a poll that fails once with %s is repeated from its position', async (_name, fault) => {
  const { tell } = pollAnswers(json({ events: [], last: 3 }), fault);
  await watched.start();
  await advanceUntil(watched.clock, () => polls().length === 3, 1_000);
  await tell(4, deviceChanged(1, { Level: 4 }));
  expect(polls().slice(0, 3)).toEqual(['?last=0', '?last=3', '?last=3']);
});

it('a poll that fails starts from the beginning with new lists if it fails twice at a position', async () => {
  const { release } = pollAnswers(json({ events: [], last: 3 }), refusal(400), refusal(400));
  await watched.start();
  await advanceUntil(watched.clock, () => polls().length === 4, 2_000);
  expect(polls()).toEqual(['?last=0', '?last=3', '?last=3', '?last=0']);
  await release(json({ events: [], last: 1 }));
  await watched.controller.nextRequest('GET /poll?last=1');
  expect(watched.controller.count('GET /rooms')).toBe(2);
});

it('a poll that always fails makes the watcher read the home every few seconds, and try the poll again', async () => {
  watched.controller.on('GET /poll', refusal(500));
  await watched.start();
  for (let level = 1; level <= 4; level++) {
    watched.controller.on('GET /devices', json([lamp(1, level), lamp(2, 0)]));
    await advanceUntil(watched.clock, () => levels()[0] === level, 8_000);
  }
  expect(watched.watcher.home.status?.state).toBe('online');
  const { release } = pollAnswers(json({ events: [], last: 1 }));
  await advanceUntil(watched.clock, () => polls().at(-1) === '?last=1', 6_000);
  await release(json({ events: [deviceChanged(2, { Level: 9 })], last: 2 }));
  await advanceUntil(watched.clock, () => levels()[1] === 9, 100);
});

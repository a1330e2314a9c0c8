import { expect, it } from 'vitest';
import type { DeviceChange } from '#shared/changes';
import { EMPTY_HOME } from '#shared/home';
import { EMPTY_LAYOUT } from '#shared/layout';
import type { LiveSocket } from '../../../../../proxy/server/home/live/socket';
import { Views } from '../../../../../proxy/server/home/live/views';
import { WatchedHome } from '../../../../../proxy/server/home/live/watched-home';
import { aDevice } from '../../../../lib/kinds/test-home';
import { FakeClock } from '../../../../support/fake-clock';
import { layoutsInMemory } from '../../../../support/layouts-in-memory';

const lampIn = (room_id: number, id: number) => aDevice({ id, room_id, params: { Level: 0 } });

/** A change that counts how often it is encoded. */
function countedChange(device: number, Level: number) {
  const counted = {
    device,
    params: { Level },
    encoded: 0,
    toJSON: (): DeviceChange => {
      counted.encoded++;
      return { device, params: { Level } };
    }
  };
  return counted;
}

/** A socket that records the messages that it is to send. */
function recordingSocket() {
  const sent: Buffer[] = [];
  const record = (message: Buffer) => void sent.push(message);
  const socket = { send: record, sendHome: record, sendRest: () => undefined } as unknown as LiveSocket;
  return { sent, socket };
}

it('the views of a home encode each change once, however many views and screens get it', async () => {
  const clock = new FakeClock();
  const home = new WatchedHome(clock);
  home.applySnapshot({ ...EMPTY_HOME, devices: [lampIn(1, 1), lampIn(2, 2)] }, clock.monotonic());
  const views = new Views(home, clock);
  const sockets = [null, [1], [1, 2], [1, 2]].map((rooms) => {
    const { sent, socket } = recordingSocket();
    views.lease(rooms).view.add({ socket, begun: () => undefined, sendCommands: () => undefined }, undefined);
    sent.length = 0;
    return sent;
  });
  const changes = [countedChange(1, 10), countedChange(1, 20), countedChange(1, 30)];
  for (const change of changes) home.append([change]);
  await clock.advance(1_000);

  expect(changes.map(({ encoded }) => encoded)).toEqual([1, 1, 1]);
  for (const sent of sockets)
    expect(
      sent.map((message) => JSON.parse(message.toString()) as { changes: DeviceChange[] })
    ).toMatchObject([
      { type: 'changes', changes: [{ device: 1, params: { Level: 10 } }] },
      { type: 'changes', changes: [{ params: { Level: 20 } }, { params: { Level: 30 } }] }
    ]);
  expect(sockets[2]?.every((message, index) => message === sockets[3]?.[index])).toBe(true);
  views.stop();
});

it('the views of a home tell a screen of some rooms nothing of devices in others', async () => {
  const clock = new FakeClock();
  const home = new WatchedHome(clock);
  home.applySnapshot({ ...EMPTY_HOME, devices: [lampIn(1, 1), lampIn(2, 2)] }, clock.monotonic());
  const views = new Views(home, clock);
  const { sent, socket } = recordingSocket();
  views.lease([1]).view.add({ socket, begun: () => undefined, sendCommands: () => undefined }, undefined);
  sent.length = 0;
  home.append([{ device: 2, params: { Level: 10 } }]);
  await clock.advance(1_000);
  expect(sent).toEqual([]);
  home.append([
    { device: 1, params: { Level: 20 } },
    { device: 2, params: { Level: 30 } }
  ]);
  await clock.advance(1_000);
  const [told = Buffer.from('{}')] = sent;
  expect(JSON.parse(told.toString())).toMatchObject({ changes: [{ device: 1, params: { Level: 20 } }] });
  views.stop();
});

it('the views of a home have no layout of what is not in them, also after the home was replaced', () => {
  const home = new WatchedHome(new FakeClock());
  home.applySnapshot({ ...EMPTY_HOME, devices: [lampIn(1, 1), lampIn(1, 2), lampIn(2, 3)] }, Infinity);
  const views = new Views(home, new FakeClock());
  const { view } = views.lease([1]);
  const layouts = layoutsInMemory(new FakeClock());
  layouts.put('box', { ...EMPTY_LAYOUT, favourites: [1, 2, 3] });
  const screen = { controller: 'box', rights: { rooms: [1] } } as never;
  const favourites = () =>
    layouts
      .whole({ screen, home: view.home.journal.home, device: () => undefined })
      .map((message) => JSON.parse(message.toString()) as object)[0];
  expect(favourites()).toMatchObject({ type: 'layout', layout: { favourites: [1, 2] } });
  home.applySnapshot({ ...EMPTY_HOME, devices: [lampIn(2, 1), lampIn(1, 2)] }, Infinity);
  expect(favourites()).toMatchObject({ layout: { favourites: [2] } });
  views.stop();
});

it('the views of a home get a device that a change moves into their rooms, and lose one that it moves out', () => {
  const home = new WatchedHome(new FakeClock());
  home.applySnapshot({ ...EMPTY_HOME, devices: [lampIn(1, 1), lampIn(2, 2)] }, Infinity);
  const views = new Views(home, new FakeClock());
  const { view } = views.lease([1]);
  const seen = () => view.home.journal.home.devices.map(({ id }) => id);
  home.append([{ device: 2, fields: { room_id: 1 } }]);
  expect(seen()).toEqual([1, 2]);
  home.append([{ device: 1, fields: { room_id: 2 } }]);
  expect(seen()).toEqual([2]);
  views.stop();
});

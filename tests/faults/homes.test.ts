import { expect, it } from 'vitest';
import type { Device } from '#shared/home';
import { deviceChanged, json, refusal } from '../../tools/support/misbehaving-controller';
import { HOMES, lamp, type HomeCase } from './cases/homes';
import { POLL_REPLIES } from './cases/poll-replies';
import { fastClock } from './fast-clock';
import { startLive } from './proxy-fixture';

/** Ten thousand devices are read and merged within the proxy's timeout, on a loaded machine too. */
const clock = fastClock(5);
const GOOD = [1, 2];

const { controller, proxy, screen, path, headers, command, reportLevel } = await startLive({
  behaviours: { 'POST /devices/2/actions': (response) => response.end() },
  clock
});
let last = 1;
let homes = 0;
/**
 * Changes the controller's home, with the good devices last in its list. Resolves once the screen shows it.
 */
async function furnish({ devices = [], rooms, sections }: HomeCase) {
  const name = `Lamp of home ${++homes}`;
  controller.on('GET /rooms', json(rooms ?? [{ id: 1, name: 'Hall' }]));
  controller.on('GET /sections', json(sections ?? []));
  controller.on('GET /devices', json([...devices, ...GOOD.map((id) => lamp(id, name))]));
  await controller.answerPoll({ events: [{ type: 'DeviceListChanged' }], last: ++last });
  for (const id of GOOD) await screen.shows(id, (device) => device.name === name);
}

/** Checks that the second good device can be commanded and that its change arrives. */
async function otherDeviceIsUsable() {
  const level = 1 + (last % 90);
  expect((await command(2, level)).status).toBe(200);
  await reportLevel(level, ++last);
}

/** Resolves once the screen shows devices with exactly these ids. */
const showsOnly = (...ids: number[]) =>
  new Promise<void>((resolve) => {
    const stop = screen.homes.subscribe(({ after }) => {
      if (after.devices.map(({ id }) => id).join() !== ids.join()) return;
      stop();
      resolve();
    });
  });

it.each(Object.entries(HOMES))(
  'a home with %s is shown as the table says, and good devices keep working',
  async (_name, odd) => {
    await furnish(odd);
    for (const [id, shown] of Object.entries(odd.shows ?? {}))
      expect(screen.device(Number(id))).toMatchObject(shown ?? {});
    const more = odd.more ?? Object.keys(odd.shows ?? {}).length;
    expect(screen.home?.devices.length).toBe(more + GOOD.length);
    const stored = await proxy.call(`${path}/home`, { headers });
    expect(stored.json).toMatchObject({ controller: { state: 'online' }, home: screen.home });
    await otherDeviceIsUsable();
  }
);

it('an empty home is shown, and again one with devices', async () => {
  const isEmpty = showsOnly();
  controller.on('GET /devices', json([]));
  await controller.answerPoll({ events: [{ type: 'DeviceListChanged' }], last: ++last });
  await isEmpty;
  await furnish({});
  await otherDeviceIsUsable();
});

it.each(Object.entries(POLL_REPLIES))(
  'a poll that returns %s leaves good devices working',
  async (_name, reply) => {
    await furnish({});
    await controller.answerPoll(reply(++last));
    await otherDeviceIsUsable();
    await screen.live();
    expect(screen.home?.devices.map(({ id }) => id)).toEqual(GOOD);
    expect(Object.keys(screen.device(1)?.params ?? {})).toEqual(['Status', 'Level']);
  }
);

it('changes in some order leave the last value', async () => {
  await furnish({});
  const levels = [30, 20, 10].map((Level) => deviceChanged(1, { Level }));
  await controller.answerPoll({ events: levels, last: ++last });
  await otherDeviceIsUsable();
  expect(screen.device(1)?.params['Level']).toBe(10);
});

it('a device that vanishes during a command is gone, and the command gets a true outcome', async () => {
  await furnish({});
  const isGone = showsOnly(2);
  let answer = () => {};
  controller.on('POST /devices/1/actions', (response) => (answer = () => void response.end()));
  const commanded = command(1, 50);
  await controller.nextRequest('POST /devices/1/actions');
  controller.on('GET /devices', json([lamp(2, 'Lamp that stays')]));
  await controller.answerPoll({ events: [{ type: 'DeviceListChanged' }], last: ++last });
  await isGone;
  answer();
  expect((await commanded).status).toBe(200);
  controller.on('POST /devices/1/actions', refusal(404, 'No such device'));
  expect((await command(1, 50)).status).toBe(404);
  await otherDeviceIsUsable();
});

it('leaves no trace in prototypes, and no error in the log', () => {
  const odd: Partial<Device> & { polluted?: unknown; Level?: unknown } = {};
  expect([odd.polluted, odd.Level]).toEqual([undefined, undefined]);
  expect(proxy.log.entries.filter((entry) => (entry as { level: string }).level === 'error')).toEqual([]);
});

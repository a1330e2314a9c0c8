import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { body, json } from '../../../../../tools/support/misbehaving-controller';
import { withMisbehavingController } from '../../../../support/upstream-test';
const device = (id: number, note: string) => ({
  id,
  name: `Lamp ${id}`,
  room_id: 1,
  type: 'DevSwitch',
  note_text: note,
  interfaces: ['SwitchBinary'],
  params: { Status: false }
});
const LAMP = device(1, '');
const COMMANDS = { 'POST /devices/1/actions': json({}), 'GET /devices/1': json(LAMP) };

/** Sends a request on a connection and does not read the response. */
async function askUnread(origin: string, head: string): Promise<Socket> {
  const { hostname: host, port } = new URL(origin);
  const socket = connect({ host, port: Number(port) });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write(head);
  return socket;
}

it('beside homes of 5 MB that nobody reads, a command is answered, and a screen that reads gets its home', async () => {
  const filler = Array.from({ length: 5_000 }, (_, at) => device(at + 2, 'x'.repeat(900)));
  const devices = [LAMP, ...filler];
  const behaviours = { 'GET /devices': json(devices), ...COMMANDS };
  const { upstream, connect: open } = await withMisbehavingController(behaviours);
  const { origin, controller } = upstream;
  const cookie = upstream.headers.cookie;
  const head = `GET /api/controllers/${controller}/home HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nCookie: ${cookie}\r\n\r\n`;
  await upstream.call('/home');
  // The number of homes that are sent at a time, and as many in the queue.
  for (let n = 0; n < 24; n++) await askUnread(origin, head.repeat(5));
  expect((await upstream.command(1, 'setStatus', { status: true })).status).toBe(200);
  const other = open({ headers: upstream.addScreen().headers });
  expect((await other.next('home')).home.devices).toHaveLength(5_001);
});

const listOf = (entry: (at: number) => string, count: number) =>
  Array.from({ length: count }, (_, at) => entry(at)).join(',');

it('a command is answered during repeated polls of 5 MB of events', async () => {
  const event = '{"type":"DeviceChanged","device_id":1,"params":[{"name":"Level","new_value":1}]}';
  const events = listOf(() => event, 60_000);
  let last = 1;
  const {
    upstream,
    controller,
    connect: open
  } = await withMisbehavingController({
    'GET /devices': json([LAMP]),
    'GET /poll': (response, seen) => body(`{"last":${++last},"events":[${events}]}`)(response, seen),
    ...COMMANDS
  });
  await open().next('home');
  await controller.nextRequest('GET /poll', 2);
  expect((await upstream.command(1, 'setStatus', { status: true })).status).toBe(200);
});

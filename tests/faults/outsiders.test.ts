import { once } from 'node:events';
import type { Socket as TcpSocket } from 'node:net';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock as clock } from '#shared/clock';
import { json } from '../../tools/support/misbehaving-controller';
import { FRAMES } from './cases/frames';
import { startLive } from './proxy-fixture';

const behaviours = { 'POST /devices/2/actions': json({}) };
const { proxy, join, screen, path, reportLevel } = await startLive({ behaviours, clock });
let last = 1;
/** Another screen of the same home sees changes. */
async function otherScreenIsCurrent() {
  const level = 1 + (++last % 90);
  await reportLevel(level, last);
  expect(screen.connections).toBe(1);
}

it.each(Object.entries(FRAMES))('a client’s %s affects no screen', async (_name, { misbehave, code }) => {
  // A screen that floods has to wait with its next connection.
  const { cookie } = await join();
  const url = `${proxy.origin.replace('http', 'ws')}${path}/live`;
  const socket = new WebSocket(url, { headers: { cookie, origin: proxy.origin } });
  let tcp: TcpSocket | undefined;
  socket.on('upgrade', (response) => (tcp = response.socket));
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await once(socket, 'message');
  if (!tcp) throw new Error('never upgraded');
  misbehave(socket, tcp);
  if (code !== null) expect(await closed).toBe(code);
  await otherScreenIsCurrent();
  if (code === null) expect(socket.readyState).toBe(socket.OPEN);
  socket.terminate();
  await closed;
});

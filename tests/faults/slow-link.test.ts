import { expect, it, onTestFinished } from 'vitest';
import { startTcpFaultProxy } from '../../tools/support/network/tcp-fault-proxy';
import { LiveClient } from '../support/live-client';
import { json } from '../../tools/support/misbehaving-controller';
import { withMisbehavingController } from '../support/upstream-test';

/** A megabit a second. */
const BYTES_PER_SECOND = 125_000;
const lamp = (id: number) => ({
  ...{ id, name: `Lamp ${id}`, room_id: 1, type: 'DevSwitch', note_text: 'x'.repeat(900) },
  ...{ interfaces: ['SwitchBinary'], params: { Status: false } }
});

it('a command beside a home of 5 MB on a slow link is answered before a second’s worth of that home', async () => {
  const { upstream } = await withMisbehavingController({
    'GET /devices': json(Array.from({ length: 5_000 }, (_, at) => lamp(at + 1))),
    'POST /devices/1/actions': json({})
  });
  await upstream.call('/home');
  const { port, hostname } = new URL(upstream.origin);
  const network = await startTcpFaultProxy(Number(port));
  network.set({ bytesPerSecond: BYTES_PER_SECOND });
  const client = new LiveClient(
    `ws://${hostname}:${network.port}/api/controllers/${upstream.controller}/live?page=slow&connection=1`,
    { ...upstream.headers, host: `${hostname}:${port}` }
  );
  onTestFinished(async () => {
    client.close();
    await network.stop();
  });
  let bytes = 0;
  client.socket.on('message', (data: Buffer, isBinary) => (bytes += isBinary ? data.length : 0));
  const { at } = await client.next('beat');
  while (bytes === 0) await new Promise((resolve) => client.socket.once('message', resolve));

  const before = bytes;
  const commands = [{ device: 1, method: 'setStatus', params: { status: true } }];
  expect(await client.ask({ type: 'commands', id: 'tap', at, commands })).toMatchObject({ type: 'taken' });
  expect(bytes - before).toBeLessThan(BYTES_PER_SECOND);
});

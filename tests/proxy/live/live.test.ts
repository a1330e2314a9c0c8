import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startVirtual } from '../../../proxy/virtual/start';
import type { VirtualController } from '../../../proxy/virtual/virtual-controller';
import { LiveClient } from '../../support/live-client';
import { startUpstream, type Upstream } from '../../support/upstream';

let virtual: VirtualController;
let upstream: Upstream;
const clients: LiveClient[] = [];

beforeEach(async () => {
  virtual = await startVirtual({ isLiving: false });
  upstream = await startUpstream(virtual.port);
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await upstream.stop();
  await virtual.stop();
});

function connect(revision?: string, headers: Record<string, string> = upstream.headers) {
  const client = new LiveClient(upstream.liveUrl(undefined, revision), headers);
  clients.push(client);
  return client;
}

describe('a live connection', () => {
  it('begins with the whole home and how the controller stands', async () => {
    const client = connect();
    await client.next('controller');
    expect(client.messages.map(({ type }) => type)).toEqual(['home', 'controller']);
    const home = await client.next('home');
    expect(home.home.devices.length).toBeGreaterThan(10);
    expect(home.controller.state).toBe('online');
  });
});

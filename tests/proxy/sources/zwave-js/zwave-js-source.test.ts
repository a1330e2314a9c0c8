import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { FakeClock } from '../../../support/fake-clock';
import { slowness } from '../../../support/yardstick';
import { fakeServer, greet, houseOf, onePlug, plug, soon } from './fake-server';
import { sensors } from './nodes';
import { deviceOf, eventOf, openSource, say, sourceOf, switchOn, updated } from './source';

/** A server with a plug, which answers a command so. */
const answering = (answer: object) =>
  houseOf(
    () => [plug(2)],
    ({ command }) => (command === 'node.set_value' ? answer : undefined)
  );

describe('the source of a Z-Wave JS server', () => {
  it('sends nothing to another home than the learned one', async () => {
    const { source, states, received } = await sourceOf(onePlug, { onOpen: greet({ homeId: 8 }) });
    expect({ isAnother: source.isAnother, home: source.home(), received }).toEqual({
      isAnother: true,
      home: null,
      received: []
    });
    expect(states).toEqual(['changed Another Z-Wave home answers there.']);
  });

  it('sends nothing to a server that does not say which home it has, and asks again', async () => {
    let homeId: number | null = null;
    const { source, states, received } = await sourceOf(onePlug, {
      onOpen: (socket) => greet({ homeId })(socket)
    });
    expect({ home: source.home(), received }).toEqual({ home: null, received: [] });
    expect(states).toEqual(['lost The server does not say which home it has.']);
    homeId = 7;
    await soon(() => expect(source.home()?.devices.size).toBe(1));
  });

  it.each([
    ['is silent', () => undefined],
    ['is no JSON', (socket: WebSocket) => socket.send('{')],
    ['is another program', (socket: WebSocket) => socket.send('{"type":"hello"}')],
    ['is binary', (socket: WebSocket) => socket.send(Buffer.alloc(10))],
    ['closes at once', (socket: WebSocket) => socket.close()],
    ['is too old', greet({ maxSchemaVersion: 28 })],
    ['is huge', (socket: WebSocket) => socket.send('x'.repeat(2_000_000))]
  ])('has no home if the server %s', async (_what, onOpen) => {
    const { source, received } = await sourceOf(() => undefined, { onOpen });
    expect({ home: source.home(), received }).toEqual({ home: null, received: [] });
  });

  it.each([
    ['a message that is too long', eventOf({ padding: 'x'.repeat(1_100_000) })],
    ['a message that is no JSON', '{"type"'],
    ['a message of no known type', '{"type":"surprise"}']
  ])('ends the connection at %s, and connects again', async (_what, text) => {
    const { source, states, sockets } = await sourceOf(onePlug);
    expect(source.home()).not.toBeNull();
    sockets[0]?.send(text);
    await soon(() => expect(states).toHaveLength(3));
    expect(states.map((state) => state.split(' ')[0])).toEqual(['live', 'lost', 'live']);
  });

  it('takes what happens while it reads the state', async () => {
    const { source } = await sourceOf(
      (socket, message) => {
        onePlug(socket, message);
        if (message['command'] !== 'start_listening') return;
        say(socket, { source: 'node', event: 'dead', nodeId: 2 });
        say(socket, updated(true));
      },
      { clock: new FakeClock() }
    );
    await soon(() =>
      expect(source.home()?.devices.get(1)).toMatchObject({ alive: false, params: { Status: true } })
    );
  });

  it('reports once why it has no home, however often it tries', async () => {
    const { states, sockets } = await sourceOf(onePlug, { onOpen: greet({ maxSchemaVersion: 28 }) });
    await soon(() => expect(sockets.length).toBeGreaterThan(2));
    expect(states).toEqual(['lost This Z-Wave JS server is too old, or too new.']);
  });

  it('refuses a second command for a device that sleeps after a reconnect too: the driver still has the first', async () => {
    const { source, states, sockets, received } = await sourceOf((socket, message) => {
      if (!['node.set_value', 'node.poll_value'].includes(String(message['command'])))
        houseOf(() => [plug(2, { status: 1 })])(socket, message);
    });
    const first = source.run(deviceOf(source), switchOn);
    await soon(() => expect(received.map(({ command }) => command)).toContain('node.set_value'));
    sockets[0]?.terminate();
    expect(await first).toEqual({ status: 'waiting' });
    await soon(() => expect(states).toHaveLength(3));
    expect(await source.run(deviceOf(source), switchOn)).toMatchObject({ status: 'failed' });
    expect(received.filter(({ command }) => command === 'node.set_value')).toHaveLength(1);
  });

  it('shows a node of which it knows no part, with its battery and its wake-up, and what changes', async () => {
    const battery = { endpoint: 0, commandClass: 128, property: 'level', propertyName: 'level' };
    const wakeUp = { ...battery, commandClass: 132, property: 'wakeUpInterval', metadata: {}, value: 3600 };
    const node = (value: number) => plug(2, { values: [{ ...battery, metadata: {}, value }, wakeUp] });
    let nodes = [node(80)];
    const { source, sockets } = await sourceOf(houseOf(() => nodes));
    const interfaces = ['ZWaveDevice', 'Battery', 'WakeUp'];
    const params = { nodeId: 2, batteryLevel: 80, wakeUpInterval: 3600 };
    const unknown = { name: 'Plug 2', type: 'DevUnknown', interfaces, alive: true, params };
    expect(deviceOf(source)).toMatchObject(unknown);
    nodes = [{ ...node(35), status: 3 }];
    say(sockets[0], updated(35, battery));
    await soon(() => expect(deviceOf(source)).toMatchObject({ alive: false, params: { batteryLevel: 35 } }));
  });

  it('survives events and nodes that make no sense', async () => {
    const broken = [
      null,
      7,
      {},
      { nodeId: 'x' },
      { ...plug(3), values: [null, { commandClass: 'x' }, 7] },
      { ...plug(4), endpoints: 'none', name: 7 }
    ];
    let value: unknown = false;
    const { source, names, sockets } = await sourceOf(
      houseOf(() => {
        const values = plug(2).values.map((each) => ({ ...each, value }));
        return [plug(2, { values }), ...broken].filter((node) => node !== null) as object[];
      })
    );
    value = { deep: [] };
    for (const event of [
      null,
      {},
      { source: 'node', event: 'value updated', nodeId: 2 },
      { ...updated(undefined), nodeId: 99 },
      updated(value),
      { source: 'controller', event: 'node removed' }
    ])
      say(sockets[0], event ?? {});
    // A value that cannot be read is unknown: it does not stay as it was.
    await soon(() => expect(source.home()?.devices.get(1)?.params['Status']).toBeUndefined());
    expect(names()).toEqual(['1 Plug 2', '3 Plug 3', '4 Node 4']);
  });

  it('skips statistics without parsing them', async () => {
    const { states, seen, sockets } = await sourceOf(onePlug);
    sockets[0]?.send(
      '{"type":"event","event":{"source":"controller","event":"statistics updated",…this is no JSON'
    );
    say(sockets[0], updated(true));
    await soon(() => expect(seen.map(({ params }) => params['Status'])).toContain(true));
    expect(states).toHaveLength(1);
  });

  it('reads the state of a large home, which is longer than any other message may be, and takes 500 events a second on 4,640 values', async () => {
    const label = 'x'.repeat(300);
    const metadata = (index: number) => ({ unit: '%', label, ccSpecific: { sensorType: 100 + index } });
    const nodes = Array.from({ length: 232 }, (_, index) => sensors(index + 2, 20, {}, metadata));
    const { source, sockets } = await sourceOf(houseOf(() => nodes));
    expect(source.home()?.devices.size).toBe(4640);
    const before = process.cpuUsage();
    let changes = 0;
    source.onChange(() => (changes += 1));
    for (let index = 0; index < 500; index += 1)
      say(sockets[0], {
        ...updated(1000 + index, { commandClass: 49, property: `Sensor ${index % 20}` }),
        nodeId: 2 + (index % 232)
      });
    await soon(() => expect(changes).toBeGreaterThanOrEqual(500));
    // Time of the processor, which other programs do not lengthen: a second of events takes less than a second of a small computer.
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(1_000_000 * slowness());
  });

  it('sends a command to the values that its map made, with five requests and no other', async () => {
    const { source, received } = await sourceOf(answering({ result: { status: 255 } }), {
      clock: new FakeClock()
    });
    const device = deviceOf(source);
    expect(await source.run(device, switchOn)).toEqual({ status: 'done' });
    expect(received.map(({ messageId: _, ...request }) => request)).toEqual([
      { command: 'set_api_schema', schemaVersion: 29 },
      { command: 'start_listening' },
      {
        command: 'node.set_value',
        nodeId: 2,
        valueId: { endpoint: 0, commandClass: 37, property: 'targetValue' },
        value: true
      }
    ]);
  });

  it.each([
    ['refuses', { result: { status: 2, message: 'x'.repeat(100_000) } }],
    ['answers with what is no result', { surprise: true }]
  ])('says that a command failed if the driver %s, in at most 200 characters', async (_what, answer) => {
    const { source } = await sourceOf(answering(answer));
    const { status, message } = await source.run(deviceOf(source), switchOn);
    expect({ status, isShort: (message ?? '').length <= 200 }).toEqual({ status: 'failed', isShort: true });
  });

  it('writes nothing to a node that may be a lock, in none of its endpoints', async () => {
    const lock = { index: 0, deviceClass: null, commandClasses: [{ id: 99 }] };
    const second = { index: 1, deviceClass: null, commandClasses: [{ id: 37 }] };
    const values = plug(2).values.map((value) => ({ ...value, endpoint: 1 }));
    const { source, received } = await sourceOf(
      houseOf(() => [plug(2, { endpoints: [lock, second], values })]),
      { clock: new FakeClock() }
    );
    const device = deviceOf(source);
    expect(device.type).toBe('DevDoorLock');
    expect(device.interfaces).not.toContain('SwitchBinary');
    expect(await source.run(device, switchOn)).toMatchObject({ status: 'failed' });
    expect(received).toHaveLength(2);
  });

  it('keeps ids over a restart, and retires them at a removal, a re-inclusion and another product', async () => {
    let nodes: object[] = [plug(2), plug(3), plug(4)];
    const { port, sockets } = await fakeServer(houseOf(() => nodes));
    const first = await openSource(port);
    expect(first.names()).toEqual(['1 Plug 2', '3 Plug 3', '4 Plug 4']);
    first.stop();
    const again = await openSource(port, first.stored);
    expect(again.names()).toEqual(['1 Plug 2', '3 Plug 3', '4 Plug 4']);
    say(sockets.at(-1), { source: 'controller', event: 'node added', node: { nodeId: 2 } });
    await soon(() => expect(again.names()).toEqual(['3 Plug 3', '4 Plug 4', '5 Plug 2']));
    nodes = [plug(2), plug(4, { productId: 9 })];
    say(sockets.at(-1), { source: 'controller', event: 'node removed', node: { nodeId: 3 } });
    say(sockets.at(-1), { source: 'node', event: 'ready', nodeId: 4 });
    await soon(() => expect(again.names().sort()).toEqual(['5 Plug 2', '6 Plug 4']));
    again.stop();
    nodes = [plug(2, { productId: 9 }), plug(3), plug(4, { productId: 9 })];
    expect((await openSource(port, again.stored)).names()).toEqual(['7 Plug 2', '8 Plug 3', '6 Plug 4']);
  });
});

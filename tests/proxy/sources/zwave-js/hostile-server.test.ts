import * as v from 'valibot';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { isLockNode } from '../../../../proxy/sources/zwave-js/map';
import { nodeSchema } from '../../../../proxy/sources/zwave-js/protocol';
import { FakeClock, settle } from '../../../support/fake-clock';
import { answerTo, houseBut, houseOf, onePlug, plug, soon } from './fake-server';
import { sensors } from './nodes';
import { deviceOf, eventOf, say, sourceOf, switchOn, updated } from './source';

/** JSON that is nested too deep for a function that calls itself. */
const DEEP = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

describe('a hostile Z-Wave JS server', () => {
  it.each([
    ['in an event', (socket: WebSocket) => socket.send(deep(eventOf(updated('DEEP'))))],
    ['in a node', (socket: WebSocket) => say(socket, { source: 'node', event: 'ready', nodeId: 2 })]
  ])('ends nothing with a value that is nested deep %s', async (_where, attack) => {
    const rejected = vi.fn();
    process.on('unhandledRejection', rejected);
    onTestFinished(() => void process.off('unhandledRejection', rejected));
    let isDeep = true;
    let reads = 0;
    const { source, states, names, sockets } = await sourceOf(
      houseBut(
        'node.get_state',
        (socket, message) => {
          reads += 1;
          const values = plug(2).values.map((value) => ({ ...value, value: isDeep ? 'DEEP' : true }));
          socket.send(deep(answerTo(message, { state: plug(2, { values, name: 'Deep' }) })));
        },
        () => [plug(2)]
      )
    );
    const [socket] = sockets;
    if (socket) attack(socket);
    // It is compared with the one before.
    await soon(() => expect(reads).toBeGreaterThan(2));
    expect(names()).toEqual(['1 Deep']);
    expect(deviceOf(source).params['Status']).toBeUndefined();
    isDeep = false;
    await soon(() => expect(deviceOf(source).params['Status']).toBe(true));
    expect({ rejected: rejected.mock.calls, states }).toEqual({ rejected: [], states: ['live '] });
  });

  it('takes no more of texts, values and endpoints than a device can have', async () => {
    const long = 'x'.repeat(200_000);
    const endpoints = many(1_000, (index) => ({ index, commandClasses: [{ id: 37 }] }));
    const { source } = await sourceOf(
      houseOf(() => [
        plug(2, { name: long, location: `${long}/${long}`, firmwareVersion: long }),
        plug(3, { name: '', deviceConfig: { label: long } }),
        sensors(4, 3_000, { endpoints })
      ])
    );
    const served = source.home();
    expect(served?.devices.size).toBe(2 + 500);
    const texts = JSON.stringify([...(served?.devices.values() ?? [])].slice(0, 2));
    expect(texts.length).toBeLessThan(2_000);
  });

  it.each<[string, object]>([
    ['has a class behind 256 others', { endpoints: [endpoint(0, [...SWITCHES, { id: 98 }])] }],
    [
      'has a class in its 129th endpoint',
      { endpoints: many(129, (n) => endpoint(n, [{ id: n === 128 ? 98 : 37 }])) }
    ],
    [
      'has a class in its 501st value',
      { values: many(501, (n) => ({ ...VALUE, commandClass: n === 500 ? 98 : 37, property: n })) }
    ],
    ['has an endpoint whose index is a text', { endpoints: [{ ...endpoint(0, [{ id: 98 }]), index: '1' }] }],
    ['has a class whose id is a text', { endpoints: [endpoint(0, [{ id: '98' }])] }],
    ['has a kind whose key is a text', { deviceClass: { generic: { key: '64' }, specific: { key: 1 } } }],
    ['has a kind without keys', { endpoints: [{ ...endpoint(0, []), deviceClass: {} }] }],
    ['has a value whose class is a text', { values: [VALUE, { ...VALUE, commandClass: '98' }] }],
    ['has no list of values', { values: { 0: { ...VALUE, commandClass: 98 } } }]
  ])('gets no command for a node that %s, since it may be a lock', (_what, more) => {
    expect(isLockNode(v.parse(nodeSchema, plug(2, more)))).toBe(true);
  });

  it('gets commands for a node with much that is never read', () => {
    const settings = many(700, (n) => ({ ...VALUE, commandClass: 112, property: n }));
    const endpoints = many(128, (n) => endpoint(n, SWITCHES));
    expect(isLockNode(v.parse(nodeSchema, plug(2, { values: [...settings, VALUE], endpoints })))).toBe(false);
  });

  it('is tried again after 4 s, then 8 s, while it sends more than a home can have', async () => {
    const clock = new FakeClock();
    const { states, sockets } = await sourceOf(
      houseOf(() => many(5_000, () => ({}))),
      { clock }
    );
    expect(states).toEqual(['lost The home of this server is too large.']);
    for (const [attempt, waitMs] of [4_000, 8_000].entries()) {
      // A connection that is still open has timers of its own.
      await soon(() => expect(sockets[attempt]?.readyState).toBe(WebSocket.CLOSED));
      await soon(() => expect(clock.waiting).toBeGreaterThan(1));
      clock.pass(waitMs - 500);
      for (let turn = 0; turn < 20; turn += 1) await settle();
      expect(sockets).toHaveLength(attempt + 1);
      clock.pass(500);
      await soon(() => expect(sockets).toHaveLength(attempt + 2));
    }
  });

  it('is left if its nodes grow to more than a home can have', async () => {
    let length = 36;
    const states = () => Object.fromEntries(many(99, (n) => [n, 'x'.repeat(length)]));
    const { states: told } = await sourceOf(
      houseOf(() => many(12, (n) => sensors(n + 2, 90, {}, () => ({ states: states() }))))
    );
    expect(told).toEqual(['live ']);
    length = 90;
    await soon(() => expect(told.at(-1)).toBe('lost The home of this server is too large.'));
  });

  it('has at most 10,000 values, of however many nodes', async () => {
    const nodes = many(2_600, (index) => sensors(index + 2, 4));
    const { source } = await sourceOf(houseOf(() => nodes));
    const devices = [...(source.home()?.devices.values() ?? [])];
    expect(devices.filter(({ type }) => type !== 'DevUnknown')).toHaveLength(10_000);
  });

  it('reaches no prototype by the names of its values, rooms and colours', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'prototype'];
    const values = names.flatMap((name) => [
      { endpoint: 0, commandClass: 113, property: name, propertyKey: name, propertyName: name, value: 1 },
      { endpoint: 0, commandClass: 49, property: name, propertyName: name, value: 7 }
    ]);
    const states = '{"__proto__":"idle","0":"idle","constructor":"x"}';
    const color = `{"endpoint":0,"commandClass":51,"property":"currentColor","value":{"__proto__":{"red":1},"red":7}}`;
    const {
      source,
      seen,
      states: told,
      sockets
    } = await sourceOf(
      houseBut('start_listening', (socket, message) => {
        const node = plug(2, { location: '__proto__/constructor', name: '__proto__', values: ['VALUES'] });
        const list = values.map(
          (value) => `${JSON.stringify(value).slice(0, -1)},"metadata":{"states":${states}}}`
        );
        const state = { controller: { homeId: 7, ownNodeId: 1 }, nodes: [node] };
        socket.send(answerTo(message, { state }).replace('"VALUES"', [...list, color].join(',')));
      })
    );
    const rooms = [...(source.home()?.rooms.values() ?? [])].map(({ name }) => name);
    expect({ rooms, deviceCount: source.home()?.devices.size }).toEqual({
      rooms: ['constructor'],
      deviceCount: 8
    });
    for (const name of names) say(sockets[0], updated(8, { commandClass: 49, property: name }));
    await soon(() => {
      const changed = seen.filter(({ params }) => params['Value'] === 8);
      expect(new Set(changed.map(({ id }) => id)).size).toBe(4);
    });
    expect(told).toEqual(['live ']);
    expect([Reflect.get({}, 'red'), Reflect.get({}, 'Tripped')]).toEqual([undefined, undefined]);
  });

  it('makes the devices of a home again at most ten times a second, however often values change their types', async () => {
    const nodes = many(232, (index) => sensors(index + 2, 20));
    const { source, seen, sockets } = await sourceOf(houseOf(() => nodes));
    let lists = 0;
    source.onLists(() => (lists += 1));
    const started = performance.now();
    const types = [null, 5, 'text', true, [], {}, 1e300];
    for (let index = 0; index < 1_900; index += 1)
      say(sockets[0], {
        ...updated(types[index % types.length], { commandClass: 49, property: 'Sensor 0' }),
        nodeId: 2 + (index % 232)
      });
    say(sockets[0], updated(77, { commandClass: 49, property: 'Sensor 1' }));
    await soon(() => expect(seen.map(({ params }) => params['Value'])).toContain(77));
    await soon(() => expect(lists).toBeGreaterThan(0));
    expect(lists).toBeLessThanOrEqual(1 + (performance.now() - started) / 100);
  });

  it('gets no request for nodes that it cannot have', async () => {
    const { seen, sockets, received } = await sourceOf(onePlug);
    for (const nodeId of [-1, 0, 4_001, 1.5, 2 ** 53, 1e308, null, '2', {}])
      for (const event of ['ready', 'value updated', 'sleep'])
        say(sockets[0], { ...updated(true), event, nodeId });
    say(sockets[0], updated(true));
    await soon(() => expect(seen.map(({ params }) => params['Status'])).toContain(true));
    await soon(() => expect(received.filter(({ command }) => command === 'node.get_state')).not.toEqual([]));
    const asked = received.filter(({ nodeId }) => nodeId !== undefined && nodeId !== 2);
    expect(asked).toEqual([]);
  });

  it('moves no answer to another command by numbers that were never used, twice or in another order', async () => {
    const waiting: Record<string, unknown>[] = [];
    const { source, sockets, received } = await sourceOf(
      houseBut(
        'node.set_value',
        (_socket, message) => void waiting.push(message),
        () => [plug(2), plug(3)]
      )
    );
    const [first, second] = source.home()?.devices.values() ?? [];
    if (!first || !second) throw new Error('There are two plugs.');
    const outcomes = [source.run(first, switchOn), source.run(second, switchOn)];
    await soon(() => expect(waiting).toHaveLength(2));
    const answer = (messageId: unknown, status: number) =>
      sockets[0]?.send(answerTo({ messageId }, { result: { status } }));
    for (const never of ['0', '999', '-1', '__proto__', 'constructor']) answer(never, 255);
    answer(waiting[1]?.['messageId'], 2);
    answer(waiting[1]?.['messageId'], 255);
    answer(waiting[0]?.['messageId'], 255);
    answer(waiting[0]?.['messageId'], 2);
    expect(await Promise.all(outcomes)).toMatchObject([{ status: 'done' }, { status: 'failed' }]);
    expect(received.filter(({ command }) => command === 'node.set_value')).toHaveLength(2);
  });
});

const VALUE = { endpoint: 0, commandClass: 37, property: 'currentValue', propertyName: 'currentValue' };
const many = <T>(count: number, of: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => of(n));
const endpoint = (index: number, commandClasses: readonly object[]) => ({
  index,
  commandClasses,
  deviceClass: null
});

/** The classes of an endpoint of which no more are read. */
const SWITCHES = many(256, () => ({ id: 37 }));

/** A message, with what is nested deep in place of its mark. */
const deep = (text: string) => text.replaceAll('"DEEP"', DEEP);

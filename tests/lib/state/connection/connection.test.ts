import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PROTOCOL } from '#shared/live-protocol';
import { ANSWER_TIMEOUT_MS, Connection } from '../../../../src/lib/state/connection/connection';
import { createTestEnvironment } from '../test-environment';

let world: ReturnType<typeof createTestEnvironment>;
let connection: Connection;
const listener = { opened: vi.fn(), received: vi.fn(), closed: vi.fn(), silent: vi.fn() };

beforeEach(() => {
  world = createTestEnvironment();
  for (const heard of Object.values(listener)) heard.mockReset();
  connection = new Connection(world.environment, listener);
  connection.open('0123456789ab', {});
  world.sockets.last.open();
});

const frame = (id: string) => ({ type: 'commands' as const, id, commands: [{ device: 1, method: 'pulse' }] });
const send = (id: string) => connection.send(frame(id));
const aBatch = (id: string) => ({ id, by: null, at: 1, expiresAt: 2 });
const taken = (id: string) => ({ type: 'taken', id, batch: aBatch(id), entries: [] });

it('the time of a frame is unknown before the first beat of its connection, so that nothing is sent', () => {
  expect({ sent: send('a'), frames: world.sockets.last.frames }).toEqual({ sent: null, frames: [] });
  world.sockets.last.beat(5_000);
  expect(send('a')).toBe(5_000);
  connection.open('0123456789ab', {});
  world.sockets.last.open();
  expect({ sent: send('b'), frames: world.sockets.last.frames }).toEqual({ sent: null, frames: [] });
});

it('the time of a frame follows the quickest beat: a delayed one never makes it later, and none makes it later than the truth', () => {
  let truth = 70_000;
  const pass = (ms: number) => {
    world.clock.pass(ms);
    truth += ms;
  };
  for (const delay of [900, 20, 400, 3_000, 60]) {
    const sentAt = truth;
    pass(delay);
    world.sockets.last.beat(sentAt);
  }
  expect(send('a')).toBe(truth - 20);
  expect(world.sockets.last.frames).toEqual([{ ...frame('a'), at: truth - 20 }]);
});

it('the time of a frame is in no frame that cancels', () => {
  world.sockets.last.beat(5_000);
  connection.send({ type: 'cancel', id: 'a' });
  expect(world.sockets.last.frames).toEqual([{ type: 'cancel', id: 'a' }]);
});

describe('a frame that is not answered', () => {
  beforeEach(() => world.sockets.last.beat(5_000));

  it('makes the connection silent after 3 s, counted from the oldest', () => {
    send('a');
    world.clock.pass(2_000);
    send('b');
    world.sockets.last.say(taken('a'));
    world.clock.pass(1_000);
    expect(listener.silent).not.toHaveBeenCalled();
    world.clock.pass(2_000);
    expect(listener.silent).toHaveBeenCalledOnce();
  });

  it('makes nothing silent once it is taken or refused, and leaves no timer of its own', () => {
    send('a');
    send('b');
    world.sockets.last.say(taken('a'));
    world.sockets.last.say({ type: 'refused', id: 'b', error: { code: 'not-sent', message: 'late' } });
    world.clock.pass(ANSWER_TIMEOUT_MS * 2);
    expect(listener.silent).not.toHaveBeenCalled();
    expect(world.clock.waiting).toBe(1);
  });

  it('waits while the parts of a home arrive', () => {
    world.sockets.last.say({ type: 'parts', bytes: 1_000 });
    send('a');
    for (let part = 0; part < 10; part++) {
      world.clock.pass(2_000);
      world.sockets.last.sendPart('x');
    }
    expect(listener.silent).not.toHaveBeenCalled();
    world.clock.pass(3_000);
    expect(listener.silent).toHaveBeenCalledOnce();
  });
});

const text = JSON.stringify({ type: 'beat', at: 7, protocol: PROTOCOL, note: 'Küche' });

it('a home in parts is one message once all its parts are there, with other messages between them', () => {
  const bytes = new TextEncoder().encode(text);
  world.sockets.last.say({ type: 'parts', bytes: bytes.length });
  for (const [at, byte] of bytes.entries()) {
    if (at === 5) world.sockets.last.say({ type: 'activity', unseen: [] });
    world.sockets.last.sendBytes(Uint8Array.of(byte));
  }
  const types = listener.received.mock.calls.map(([message]) => (message as { type: string }).type);
  expect(types).toEqual(['parts', 'activity', 'beat']);
});

it('a home in parts is dropped if more arrives than was announced, or a new connection begins', () => {
  world.sockets.last.say({ type: 'parts', bytes: 3 });
  world.sockets.last.sendPart('four');
  connection.open('0123456789ab', {});
  world.sockets.last.open();
  world.sockets.last.sendPart(text);
  expect(listener.received).toHaveBeenCalledOnce();
});

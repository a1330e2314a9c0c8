import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/** What a client does on its live connection; `tcp` is the socket below it. */
export interface FrameCase {
  readonly misbehave: (socket: WebSocket, tcp: Socket) => void;
  /** The code with which the proxy closes the connection; null if it stays open. */
  readonly code: number | null;
  /** Whether so much is on its way that the proxy may cut the connection (1006) before the client's own close arrives. */
  readonly mayBeCut?: true;
}

const MASK = [1, 2, 3, 4] as const;

/** A masked frame (RFC 6455 §5.2): its first byte and a payload of at most 125 bytes. */
function frame(first: number, payload: readonly number[] = []): Buffer {
  const masked = payload.map((byte, at) => byte ^ (MASK[at % 4] ?? 0));
  return Buffer.from([first, 0x80 | payload.length, ...MASK, ...masked]);
}

const TEXT = 0x81;

/** All malformed or excessive input of WebSocket clients. */
export const FRAMES: Readonly<Record<string, FrameCase>> = {
  'a binary frame': { misbehave: (socket) => socket.send(Buffer.from([1, 2, 3])), code: 1003 },
  'a frame of 70 kB': { misbehave: (socket) => socket.send('x'.repeat(70_000)), code: 1009 },
  '70 kB in fragments': {
    misbehave: (socket) => {
      for (let part = 0; part < 7; part++) socket.send('x'.repeat(10_000), { fin: part === 6 });
    },
    code: 1009
  },
  'a message in a hundred fragments': {
    misbehave: (socket) => {
      for (let part = 0; part < 100; part++) socket.send('x', { fin: part === 99 });
    },
    code: 1008
  },
  'a flood of messages': {
    misbehave: (socket) => {
      for (let message = 0; message < 1_000; message++) socket.send('{}');
    },
    code: 4002
  },
  'a flood of pings': {
    misbehave: (socket) => {
      for (let ping = 0; ping < 1_000; ping++) socket.ping();
    },
    code: 4002,
    mayBeCut: true
  },
  'invalid UTF-8': { misbehave: (_socket, tcp) => tcp.write(frame(TEXT, [0xff, 0xfe])), code: 1007 },
  'a frame without a mask': { misbehave: (socket) => socket.send('{}', { mask: false }), code: 1002 },
  'a frame of a reserved kind': { misbehave: (_socket, tcp) => tcp.write(frame(0x83)), code: 1002 },
  'a reserved bit': { misbehave: (_socket, tcp) => tcp.write(frame(TEXT | 0x40, [0x7b, 0x7d])), code: 1002 },
  'a fragment that continues nothing': { misbehave: (_socket, tcp) => tcp.write(frame(0x80)), code: 1002 },
  'a length of 2^63': {
    misbehave: (_socket, tcp) =>
      tcp.write(Buffer.from([TEXT, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, ...MASK])),
    code: 1009
  },
  'half a frame': {
    misbehave: (_socket, tcp) => tcp.write(frame(TEXT, [0x7b, 0x7d]).subarray(0, 4)),
    code: null
  },
  'unknown messages': {
    misbehave: (socket) => {
      for (const text of ['', '{', 'null', '[]', '{"type":"unknown"}', '{"type":"home","home":{}}'])
        socket.send(text);
    },
    code: null
  }
};

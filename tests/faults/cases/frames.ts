import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/** What a client does on its live connection; `tcp` is the socket below it. */
export interface FrameCase {
  readonly misbehave: (socket: WebSocket, tcp: Socket) => void;
  /** The code with which the proxy closes the connection; null if it stays open. */
  readonly code: number | null;
}

const MASK = [1, 2, 3, 4] as const;

/** A masked frame (RFC 6455 §5.2): its first byte and a payload of at most 125 bytes. */
function frame(first: number, payload: readonly number[] = []): Buffer {
  const masked = payload.map((byte, at) => byte ^ (MASK[at % 4] ?? 0));
  return Buffer.from([first, 0x80 | payload.length, ...MASK, ...masked]);
}

const TEXT = 0x81;

/** What a client does, and the code with which the proxy closes the connection. */
const closes = (code: FrameCase['code'], misbehave: FrameCase['misbehave']) => ({ misbehave, code });

/** All malformed or excessive input of WebSocket clients. */
export const FRAMES: Readonly<Record<string, FrameCase>> = {
  'a binary frame': closes(1003, (socket) => socket.send(Buffer.from([1, 2, 3]))),
  'a frame of 70 kB': closes(1009, (socket) => socket.send('x'.repeat(70_000))),
  '70 kB in fragments': closes(1009, (socket) => {
    for (let part = 0; part < 7; part++) socket.send('x'.repeat(10_000), { fin: part === 6 });
  }),
  'a message in a hundred fragments': closes(1008, (socket) => {
    for (let part = 0; part < 100; part++) socket.send('x', { fin: part === 99 });
  }),
  'a flood of messages': closes(4002, (socket) => {
    for (let message = 0; message < 1_000; message++) socket.send('{}');
  }),
  'invalid UTF-8': closes(1007, (_socket, tcp) => tcp.write(frame(TEXT, [0xff, 0xfe]))),
  'a frame without a mask': closes(1002, (socket) => socket.send('{}', { mask: false })),
  'a frame of a reserved kind': closes(1002, (_socket, tcp) => tcp.write(frame(0x83))),
  'a reserved bit': closes(1002, (_socket, tcp) => tcp.write(frame(TEXT | 0x40, [0x7b, 0x7d]))),
  'a fragment that continues nothing': closes(1002, (_socket, tcp) => tcp.write(frame(0x80))),
  'a length of 2^63': closes(1009, (_socket, tcp) =>
    tcp.write(Buffer.from([TEXT, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, ...MASK]))
  ),
  'half a frame': closes(null, (_socket, tcp) => tcp.write(frame(TEXT, [0x7b, 0x7d]).subarray(0, 4)))
};

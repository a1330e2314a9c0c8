import { expect, it } from 'vitest';
import type { Faults, TcpFaultProxy } from '../../../tools/support/network/tcp-fault-proxy';
import { FAULT_COMMANDS, parseFaultCommand } from '../../../tools/faults/fault-commands';

/** The effect of a command on a network. */
function doneBy(name: string, ...said: string[]): unknown {
  const done: unknown[] = [];
  const network: Pick<TcpFaultProxy, 'set' | 'cut' | 'cutOn'> = {
    set: (faults: Partial<Faults>) => void done.push(faults),
    cut: (way) => void done.push(way),
    cutOn: async (cut) => void done.push(cut)
  };
  const read = parseFaultCommand(name, said);
  if (!read.ok) return read.error.code;
  read.value(network as TcpFaultProxy);
  return done[0];
}

const matching = (shape: RegExp): unknown => expect.stringMatching(shape);

it.each<[string, unknown]>([
  ['latency 200', { latencyMs: 200 }],
  ['bandwidth 9600', { bytesPerSecond: 9600 }],
  ['bandwidth 0', { bytesPerSecond: Infinity }],
  ['slice 3', { sliceBytes: 3 }],
  ['half-open on', { isHalfOpen: true }],
  ['refuse off', { isRefusing: false }],
  ['busy 503 5', { answer: matching(/^HTTP\/1.1 503 .*\r\nRetry-After: 5\r\n/) }],
  ['busy 0 0', { answer: null }],
  ['cut', 'end'],
  ['reset', 'reset'],
  ['cut-on /devices/21 before-reply end', { on: '/devices/21', point: 'before-reply', way: 'end' }],
  [
    'heal',
    {
      latencyMs: 0,
      bytesPerSecond: Infinity,
      sliceBytes: Infinity,
      isHalfOpen: false,
      isRefusing: false,
      answer: null
    }
  ]
])('"%s" has its effect', (line, done) => {
  const [name = '', ...said] = line.split(' ');
  expect(doneBy(name, ...said)).toEqual(done);
});

it.each([
  '',
  'toString',
  'latency',
  'latency -1',
  'latency 1 2',
  'half-open maybe',
  'busy 503',
  'cut now',
  'cut-on x sometime end'
])('"%s" is refused', (line) => {
  const [name = '', ...said] = line.split(' ');
  expect(doneBy(name, ...said)).toBe('bad-command');
});

it('every command has a description', () => {
  expect(Object.values(FAULT_COMMANDS).filter(({ about }) => about === '')).toEqual([]);
});

import { fail, succeed, type Result } from '#shared/errors';
import { CUT_POINTS, type CutPoint, type CutWay } from './cut';
import { busyAnswer, NO_FAULTS, type Faults, type TcpFaultProxy } from './tcp-fault-proxy';

/** A change of a network's faults, from an option or a line of input. */
export type Deed = (network: TcpFaultProxy) => void;

interface Word {
  /** Its arguments; empty if it has none. */
  readonly takes: string;
  readonly about: string;
  read(said: readonly string[]): Deed | undefined;
}

const WAYS: readonly CutWay[] = ['end', 'reset'];

const figure = (takes: string, about: string, faults: (figure: number) => Partial<Faults>): Word => ({
  takes,
  about,
  read([text = '', ...more]) {
    const value = /^\d{1,9}$/.test(text) && more.length === 0 ? Number(text) : undefined;
    return value === undefined ? undefined : (network) => network.set(faults(value));
  }
});
const truth = (about: string, faults: (isOn: boolean) => Partial<Faults>): Word => ({
  takes: 'on|off',
  about,
  read: ([text = '', ...more]) =>
    ['on', 'off'].includes(text) && more.length === 0
      ? (network) => network.set(faults(text === 'on'))
      : undefined
});
const deed = (about: string, does: Deed): Word => ({
  takes: '',
  about,
  read: (said) => (said.length === 0 ? does : undefined)
});

/** All commands, as `latency 200`. */
export const FAULT_WORDS: Readonly<Record<string, Word>> = {
  latency: figure('<ms>', 'delay every byte, one way', (latencyMs) => ({ latencyMs })),
  bandwidth: figure('<bytes>', 'limit the bytes per second; 0 for no limit', (bytes) => ({
    bytesPerSecond: bytes || Infinity
  })),
  slice: figure('<bytes>', 'split data into slices of this size; 0 for no slices', (bytes) => ({
    sliceBytes: bytes || Infinity
  })),
  'half-open': truth('drop all data silently', (isHalfOpen) => ({ isHalfOpen })),
  refuse: truth('reset new connections', (isRefusing) => ({ isRefusing })),
  busy: {
    takes: '<status> <seconds>',
    about: 'answer new connections with this status and Retry-After; 0 0 to stop',
    read([status = '', seconds = '', ...more]) {
      if (!/^\d{1,3}$/.test(status) || !/^\d{1,9}$/.test(seconds) || more.length > 0) return undefined;
      const answer = status === '0' ? null : busyAnswer(Number(status), Number(seconds));
      return (network) => network.set({ answer });
    }
  },
  'cut-on': {
    takes: '<text> <point> <end|reset>',
    about: `break the connection of the next request with this text: ${CUT_POINTS.join(', ')}`,
    read([on = '', point = '', way = '', ...more]) {
      const chosenPoint = CUT_POINTS.find((each): each is CutPoint => each === point);
      const chosenWay = WAYS.find((each) => each === way);
      if (on === '' || !chosenPoint || !chosenWay || more.length > 0) return undefined;
      return (network) => void network.cutOn({ on, point: chosenPoint, way: chosenWay });
    }
  },
  cut: deed('close all connections', (network) => network.cut('end')),
  reset: deed('reset all connections', (network) => network.cut('reset')),
  heal: deed('remove all faults', (network) => network.set(NO_FAULTS))
};

/** Reads a command and its arguments. Fails with `bad-word` and a sentence if they are invalid. */
export function readFault(name: string, said: readonly string[]): Result<Deed, 'bad-word'> {
  const word = Object.hasOwn(FAULT_WORDS, name) ? FAULT_WORDS[name] : undefined;
  if (!word) return fail('bad-word', `"${name}" is none of ${Object.keys(FAULT_WORDS).join(', ')}`);
  const does = word.read(said);
  return does ? succeed(does) : fail('bad-word', `${name} takes ${word.takes || 'nothing'}`);
}

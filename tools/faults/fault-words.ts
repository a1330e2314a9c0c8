import { fail, succeed, type Result } from '#shared/errors';
import { CUT_POINTS, type CutPoint, type CutWay } from './cut';
import { busyAnswer, NO_FAULTS, type Faults, type TcpFaultProxy } from './tcp-fault-proxy';

/** What a hand does to a network: by an option at its start, or by a line while it runs. */
export type Deed = (network: TcpFaultProxy) => void;

interface Word {
  /** What follows it; empty where nothing does. */
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

/** Every word that is understood, as `latency 200`. */
export const FAULT_WORDS: Readonly<Record<string, Word>> = {
  latency: figure('<ms>', 'delay every byte, one way', (latencyMs) => ({ latencyMs })),
  bandwidth: figure('<bytes>', 'let so many bytes a second through; 0 for all', (bytes) => ({
    bytesPerSecond: bytes || Infinity
  })),
  slice: figure('<bytes>', 'tear what is sent into slices; 0 for none', (bytes) => ({
    sliceBytes: bytes || Infinity
  })),
  'half-open': truth('swallow everything and tell nobody', (isHalfOpen) => ({ isHalfOpen })),
  refuse: truth('reset whoever connects', (isRefusing) => ({ isRefusing })),
  busy: {
    takes: '<status> <seconds>',
    about: 'answer whoever connects with this status and Retry-After; 0 0 for nobody',
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
  cut: deed('end every connection', (network) => network.cut('end')),
  reset: deed('reset every connection', (network) => network.cut('reset')),
  heal: deed('stop doing anything', (network) => network.set(NO_FAULTS))
};

/** Reads a word and what follows it; `bad-word` with a sentence where it is none. */
export function readFault(name: string, said: readonly string[]): Result<Deed, 'bad-word'> {
  const word = Object.hasOwn(FAULT_WORDS, name) ? FAULT_WORDS[name] : undefined;
  if (!word) return fail('bad-word', `"${name}" is none of ${Object.keys(FAULT_WORDS).join(', ')}`);
  const does = word.read(said);
  return does ? succeed(does) : fail('bad-word', `${name} takes ${word.takes || 'nothing'}`);
}

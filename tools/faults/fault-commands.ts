import { fail, succeed, type Result } from '#shared/errors';
import { CUT_POINTS, type CutPoint, type CutWay } from '../support/network/cut';
import { busyAnswer, NO_FAULTS, type Faults, type TcpFaultProxy } from '../support/network/tcp-fault-proxy';

/** A change of a network's faults, from an option or a line of input. */
export type FaultChange = (network: TcpFaultProxy) => void;

interface FaultCommand {
  /** Its arguments; empty if it has none. */
  readonly takes: string;
  readonly about: string;
  read(args: readonly string[]): FaultChange | undefined;
}

const CUT_WAYS: readonly CutWay[] = ['end', 'reset'];

const numberCommand = (
  takes: string,
  about: string,
  faults: (numberCommand: number) => Partial<Faults>
): FaultCommand => ({
  takes,
  about,
  read([text = '', ...more]) {
    const value = /^\d{1,9}$/.test(text) && more.length === 0 ? Number(text) : undefined;
    return value === undefined ? undefined : (network) => network.set(faults(value));
  }
});
const switchCommand = (about: string, faults: (isOn: boolean) => Partial<Faults>): FaultCommand => ({
  takes: 'on|off',
  about,
  read: ([text = '', ...more]) =>
    ['on', 'off'].includes(text) && more.length === 0
      ? (network) => network.set(faults(text === 'on'))
      : undefined
});
const plainCommand = (about: string, change: FaultChange): FaultCommand => ({
  takes: '',
  about,
  read: (args) => (args.length === 0 ? change : undefined)
});

/** All commands, as `latency 200`. */
export const FAULT_COMMANDS: Readonly<Record<string, FaultCommand>> = {
  latency: numberCommand('<ms>', 'delay every byte, one way', (latencyMs) => ({ latencyMs })),
  bandwidth: numberCommand('<bytes>', 'limit the bytes per second; 0 for no limit', (bytes) => ({
    bytesPerSecond: bytes || Infinity
  })),
  slice: numberCommand('<bytes>', 'split data into slices of this size; 0 for no slices', (bytes) => ({
    sliceBytes: bytes || Infinity
  })),
  'half-open': switchCommand('drop all data silently', (isHalfOpen) => ({ isHalfOpen })),
  refuse: switchCommand('reset new connections', (isRefusing) => ({ isRefusing })),
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
      const chosenWay = CUT_WAYS.find((each) => each === way);
      if (on === '' || !chosenPoint || !chosenWay || more.length > 0) return undefined;
      return (network) => void network.cutOn({ on, point: chosenPoint, way: chosenWay });
    }
  },
  cut: plainCommand('close all connections', (network) => network.cut('end')),
  reset: plainCommand('reset all connections', (network) => network.cut('reset')),
  heal: plainCommand('remove all faults', (network) => network.set(NO_FAULTS))
};

/** Reads a command and its arguments. Fails with `bad-command` and a sentence for the user if they are invalid. */
export function parseFaultCommand(name: string, args: readonly string[]): Result<FaultChange, 'bad-command'> {
  const command = Object.hasOwn(FAULT_COMMANDS, name) ? FAULT_COMMANDS[name] : undefined;
  if (!command)
    return fail('bad-command', `"${name}" is not one of ${Object.keys(FAULT_COMMANDS).join(', ')}`);
  const change = command.read(args);
  return change ? succeed(change) : fail('bad-command', `${name} takes ${command.takes || 'nothing'}`);
}

import { onTestFinished } from 'vitest';
import type { WebSocket } from 'ws';
import { systemClock, type Clock } from '#shared/clock';
import type { Device } from '#shared/home';
import { Ids, NO_IDS } from '../../../../proxy/sources/zwave-js/ids';
import { ZWaveJsSource } from '../../../../proxy/sources/zwave-js/zwave-js-source';
import { fakeServer, greet } from './fake-server';

/** Opens a source of a server on loopback, with ids that outlive it. It is stopped with the test. A fake clock lets it read no node again. */
export async function openSource(port: number, stored = { ids: NO_IDS }, clock: Clock = systemClock) {
  const states: string[] = [];
  const source = new ZWaveJsSource({
    address: { host: '127.0.0.1', port, path: '/', fingerprint: null },
    homeId: 7,
    ids: new Ids(stored.ids, (ids) => void (stored.ids = ids)),
    clock,
    onState: (state, reason) => states.push(`${state} ${reason}`)
  });
  /** All devices as they were after a change. A server that is read again, in turns, may change them back. */
  const seen: Device[] = [];
  source.onChange(({ after }) => seen.push(after));
  await source.start();
  const stop = () => source.stop();
  onTestFinished(stop);
  const names = () => [...(source.home()?.devices.values() ?? [])].map(({ id, name }) => `${id} ${name}`);
  return { source, states, seen, names, stop, stored };
}

/** Opens a source of a server that answers so. */
export async function sourceOf(
  onMessage: Parameters<typeof fakeServer>[0],
  { onOpen = greet(), clock = systemClock }: { onOpen?: (socket: WebSocket) => void; clock?: Clock } = {}
) {
  const server = await fakeServer(onMessage, onOpen);
  return { ...server, ...(await openSource(server.port, undefined, clock)) };
}

/** A message that reports an event. */
export const eventOf = (event: unknown) => JSON.stringify({ type: 'event', event });

/** Lets a server report an event. */
export const say = (socket: WebSocket | undefined, event: object) => socket?.send(eventOf(event));

/** The event of a new value, by default of the switch of node 2. */
export const updated = (newValue: unknown, more: object = {}) => ({
  source: 'node',
  event: 'value updated',
  nodeId: 2,
  args: { endpoint: 0, commandClass: 37, property: 'currentValue', newValue, ...more }
});

/** The first device of a home. */
export function deviceOf(source: ZWaveJsSource) {
  const device = source.home()?.devices.get(1);
  if (!device) throw new Error('There is no device.');
  return device;
}

/** A command that switches on. */
const call = { method: 'setStatus', params: { status: true } };
export const switchOn = { call, sets: [], apply: () => ({}), expect: () => null };

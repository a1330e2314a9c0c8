import { Agent } from 'node:http';
import { atMost, reported } from '../../support/figures';
import type { Grant } from '../../support/join';
import type { Scenario } from '../scenario';
import type { AttackResponse } from './dial';
import { LIGHTS, nthOf, SHUTTERS } from './prepared-homes';
import { withSetup, type AttackSetup } from './setup';

const LASTS_MS = 10_000;
const AT_ONCE = 60;

/** The connection limit of one screen. */
const MAX_CONNECTIONS = 32;

/** Sends the request of a number as a screen. */
type Send = (setup: AttackSetup, at: number, cookie: string, agent: Agent) => Promise<AttackResponse>;

/**
 * Sends requests of a guest of one room for a while, `AT_ONCE` at a time. Returns the number of responses by
 * status.
 */
async function flood(setup: AttackSetup, { cookie }: Grant, send: Send) {
  const counts = new Map<number, number>();
  const agent = new Agent({ maxSockets: MAX_CONNECTIONS, keepAlive: true });
  const begun = performance.now();
  let at = 0;
  const worker = async () => {
    while (performance.now() - begun < LASTS_MS) {
      const { status } = await send(setup, at++, cookie, agent);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  agent.destroy();
  return counts;
}

const byStatus = (counts: ReadonlyMap<number, number>) =>
  [...counts].map(([status, found]) => reported(`Commands of the flood with status ${status}`, found));

/**
 * The most calls that the controller may receive from the flood and the owner: the rate limit of stops plus
 * that of other commands.
 */
const MAX_CALLS = ((10 + 10) * LASTS_MS) / 1000 + 40;

const floodsWith = (
  about: string,
  room: number,
  send: Send,
  prepare: (setup: AttackSetup) => Promise<unknown> = async () => undefined
): Scenario => ({
  about: `A guest of one room floods the controller with ${about}`,
  run: () =>
    withSetup({}, async (setup) => {
      await prepare(setup);
      const guest = await setup.pair({ rooms: [room], commands: true });
      return setup.measureWaits(async () => {
        const before = setup.controller.count('POST /devices');
        const counts = await flood(setup, guest, send);
        const calls = setup.controller.count('POST /devices') - before;
        return [
          ...byStatus(counts),
          atMost(MAX_CALLS, `Calls to the controller in ${LASTS_MS / 1000} s`, calls, '')
        ];
      });
    })
});

/** A flood of single commands. */
const floods = (
  about: string,
  room: number,
  next: (at: number) => [device: number, body: object]
): Scenario =>
  floodsWith(about, room, (setup, at, cookie, agent) => {
    const [device, body] = next(at);
    return setup.call({ ...setup.owner, cookie }, 'POST', `/v2/devices/${device}/actions`, body, agent);
  });

const commandsOf = (count: number, isOn: (n: number) => boolean) =>
  Array.from({ length: count }, (_, n) => ({
    device: nthOf(LIGHTS, n),
    method: 'setStatus',
    params: { status: isOn(n) }
  }));

/** Floods of commands. */
export const COMMANDS: Readonly<Record<string, Scenario>> = {
  'stop-flood': floods('stops', 2, (at) => [nthOf(SHUTTERS, at), { method: 'stop' }]),
  'unknown-methods': floods('unknown methods and new parameters', 1, (at) => [
    nthOf(LIGHTS, at),
    { method: `method${at}`, params: { [`p${at}`]: at } }
  ]),
  'batch-flood': floodsWith('batches of 200 commands', 1, (setup, at, cookie) =>
    setup.say(cookie, { what: 'flood', commands: commandsOf(200, (n) => (at + n) % 2 === 0) })
  ),
  'scene-flood': floodsWith(
    'runs of a scene of all its lights',
    1,
    (setup, _at, cookie) => setup.say(cookie, { scene: 'all' }),
    (setup) =>
      setup.call(setup.owner, 'PUT', '/scenes/all', {
        name: 'All',
        icon: 'night',
        commands: commandsOf(LIGHTS.length, () => true)
      })
  )
};

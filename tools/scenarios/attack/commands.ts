import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ERROR_STATUS } from '#shared/error-codes';
import { json } from '../../support/misbehaving-controller';
import type { Grant } from '../../support/join';
import type { Scenario } from '../scenario';
import { countOf, type AttackResponse } from './dial';
import { atMost, none, reported, type Finding } from '../../support/figures';
import { withSetup, type AttackSetup } from './setup';
import { LIGHTS, nthOf, OWNERS_LIGHT, SHUTTERS } from './prepared-homes';

const LASTS_MS = 10_000;
const AT_ONCE = 60;

/** The connection limit of one screen. */
const MAX_CONNECTIONS = 32;

/** How long a real controller takes to acknowledge a shutter's stop, in ms. */
const STOP_TAKES_MS = 300;

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

const floodsWith = (about: string, room: number, send: Send): Scenario => ({
  about: `A guest of one room floods the controller with ${about}`,
  run: () =>
    withSetup({}, async (setup) => {
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
  floodsWith(about, room, (setup, at, cookie, agent) => setup.command(...next(at), cookie, agent));

/** The number of queued commands, from the program's metrics. */
async function waitingOf(setup: AttackSetup): Promise<number> {
  const { text } = await setup.ask({ path: '/metrics' });
  return Number(/^mantel_commands_waiting (\d+)$/m.exec(text)?.[1]);
}

function refusedOf(answers: readonly AttackResponse[]): readonly Finding[] {
  const [first, ...more] = answers.filter(({ status }) => status !== 200);
  const words = first ? ` (${first.status}: ${first.text.slice(0, 80)})` : '';
  return [none(`Commands without status 200${words}`, first ? more.length + 1 : 0)];
}

/** Attempts with commands, and what they do to those of others. */
export const COMMANDS: Readonly<Record<string, Scenario>> = {
  'stop-flood': floods('stops', 2, (at) => [nthOf(SHUTTERS, at), { method: 'stop' }]),
  'unknown-methods': floods('unknown methods and new parameters', 1, (at) => [
    nthOf(LIGHTS, at),
    { method: `method${at}`, params: { [`p${at}`]: at } }
  ]),
  'new-parameters': floods('commands with new parameters', 1, (at) => [
    nthOf(LIGHTS, at),
    { method: 'setStatus', params: { [`p${at}`]: at } }
  ]),
  'batch-flood': floodsWith('batches of 200 commands', 1, async (setup, at, cookie) => {
    const commands = Array.from({ length: 200 }, (_, n) => ({
      device: nthOf(LIGHTS, n),
      method: 'setStatus',
      params: { status: (at + n) % 2 === 0 }
    }));
    try {
      const speaker = await setup.speaker(cookie);
      const answer = await speaker.say({ what: 'flood', commands });
      speaker.close();
      const status = answer.type === 'taken' ? 202 : ERROR_STATUS[answer.error.code];
      return { status, headers: {}, text: '' };
    } catch {
      return { status: 0, headers: {}, text: '' };
    }
  }),
  'forty-lights': {
    about: 'One tap on 40 lights, then a tap on another screen',
    run: () =>
      withSetup({}, async (setup) => {
        const other = await setup.pair({ rooms: [3], commands: true });
        const count = () => setup.controller.count('POST /devices');
        const body = { method: 'setStatus', params: { status: true } };
        const agent = new Agent({ maxSockets: MAX_CONNECTIONS, keepAlive: true });
        const taps = LIGHTS.map((id) => setup.command(id, body, setup.owner.cookie, agent));
        // The rate limit lets ten through at once; the others wait in the queue.
        while (count() < 10) await setup.ask({ path: '/healthz' });
        const tap = setup.command(OWNERS_LIGHT, body, other.cookie);
        // The tap has arrived once all commands are sent or queued.
        while (count() + (await waitingOf(setup)) <= LIGHTS.length) await sleep(5);
        const before = count();
        const answers = await Promise.all([...taps, tap]);
        agent.destroy();
        const calls = setup.controller.seen
          .filter(({ method }) => method === 'POST')
          .filter(({ url }) => url.endsWith('/actions'));
        const position =
          calls.findIndex(({ url }) => url.startsWith(`/devices/${OWNERS_LIGHT}/`)) + 1 - before;
        return [
          none('Commands with status 429', countOf(answers, 429)),
          ...refusedOf(answers),
          // The other screen's command is the second to leave the queue at the latest. Commands that leave at
          // once use different connections, so they can arrive in another order.
          atMost(3, 'Position of the other screen’s tap after its arrival', position, '')
        ];
      })
  },
  'shutter-stops': {
    about: 'Two people stop 10 shutters at once',
    run: () => {
      const answer = json({});
      const slowly = SHUTTERS.map(
        (id) =>
          [
            `POST /devices/${id}/actions`,
            (...call: Parameters<typeof answer>) => void setTimeout(() => answer(...call), STOP_TAKES_MS)
          ] as const
      );
      return withSetup({ behaviours: Object.fromEntries(slowly) }, async (setup) => {
        const other = await setup.pair({ rooms: [2], commands: true });
        const people = [setup.owner, other];
        const answers = await Promise.all(
          SHUTTERS.flatMap((id) => people.map(({ cookie }) => setup.command(id, { method: 'stop' }, cookie)))
        );
        const calls = setup.controller.count('POST /devices');
        return [
          ...refusedOf(answers),
          atMost(SHUTTERS.length, 'Calls to the controller', calls, ''),
          none('Shutters that did not stop', SHUTTERS.length - calls)
        ];
      });
    }
  }
};

import type { CommandBatch, CommandEntry } from '#shared/commands/command-entry';
import type { FrameAnswer } from '#shared/commands/command-schema';
import type { Happening } from '#shared/happenings';
import { FULL_RIGHTS, type Rights } from '#shared/rights';
import type { Scene } from '#shared/scenes';
import type { DeviceTimer } from '#shared/timers';
import { FakeClock, settle } from './fake-clock';
import { lampHouse } from './lamp-house';
import { ask, withMisbehavingController } from './upstream-test';

/** The rights of a screen of room 1 alone. */
export const GUEST: Rights = { ...FULL_RIGHTS, rooms: [1] };

/** The command that switches a lamp off. */
export const OFF = { method: 'setStatus', params: { status: false } };
/** Commands that switch these lamps off. */
export const off = (...devices: readonly number[]) => devices.map((device) => ({ device, ...OFF }));
/** A command that sets the level of a lamp. */
export const level = (device: number, to: number) => ({ device, method: 'setLevel', params: { level: to } });

/** Everything that a screen sees of commands. */
export interface SeenCommands {
  readonly entries: readonly CommandEntry[];
  readonly batches: readonly CommandBatch[];
  readonly remembered: readonly string[];
  readonly since: number;
}

/** A proxy beside a house of lamps, on a fake clock. Each screen speaks on one live connection of the page `page`. */
export async function besideLamps(count: number, options: Parameters<typeof lampHouse>[1] = {}) {
  const clock = new FakeClock();
  const house = lampHouse(count, options);
  const { upstream, controller, connect } = await withMisbehavingController(house.behaviours, clock);

  function as({ headers }: { headers: Record<string, string> }) {
    let connection = 0;
    const open = () => connect({ headers, page: 'page', connection: String(connection++) });
    let client = open();
    const send = (method: string, path: string, body?: object) =>
      ask(upstream, `/api/controllers/${upstream.controller}${path}`, { method, headers, body });
    const read = async <Json>(path: string) => (await send('GET', path)).json as Json;
    return {
      headers,
      client: () => client,
      /** Sends a request below the controller's path, with its body as JSON. */
      send,
      /** Keeps a scene. Resolves with the status. */
      async putScene(id: string, commands: readonly object[], more: object = {}) {
        const scene = { name: 'Evening', icon: 'evening', commands, ...more };
        return (await send('PUT', `/scenes/${id}`, scene)).status;
      },
      scenes: async () => (await read<{ scenes: Scene[] }>('/scenes')).scenes,
      timers: async () => (await read<{ timers: DeviceTimer[] }>('/timers')).timers,
      happened: (query = '') => read<{ since: number; happenings: Happening[] }>(`/happened${query}`),
      /** Begins a batch. */
      post: (frame: Readonly<Record<string, unknown>>) => client.say(frame),
      /** Cancels a batch. Resolves with the number of its commands that are cancelled. */
      async cancel(id: string) {
        const answer = await client.say({ type: 'cancel', id });
        return { answer, cancelled: statesOf(answer).filter((state) => state === 'cancelled').length };
      },
      /** Connects again, and reads everything that the first list says. */
      async list(): Promise<SeenCommands> {
        client.close();
        client = open();
        await client.next('commands', ({ hasMore }) => !hasMore);
        const messages = client.messages.filter((message) => message.type === 'commands');
        const all = messages.slice(0, messages.findIndex(({ hasMore }) => !hasMore) + 1);
        const [first] = all;
        return {
          entries: all.flatMap(({ entries }) => entries),
          batches: all.flatMap(({ batches }) => batches),
          remembered: first?.remembered ?? [],
          since: first?.since ?? 0
        };
      }
    };
  }
  function addScreen(rights: Rights = FULL_RIGHTS) {
    const { screen, headers } = upstream.addScreen();
    upstream.screens.change(screen.id, { rights });
    return { id: screen.id, ...as({ headers }) };
  }
  /** Advances time in steps of 100 ms, with real time for the network between them. */
  async function pass(ms: number) {
    for (let passed = 0; passed < ms; passed += 100) {
      for (let turn = 0; turn < 20; turn++) await settle();
      await clock.advance(100);
    }
  }
  /** The time until a timer is due, in steps that its watcher's polls survive. */
  async function wait(ms: number) {
    await clock.advance(Math.max(0, ms - 500));
    await pass(1_500);
  }
  return { clock, house, upstream, controller, connect, addScreen, pass, wait, ...as(upstream) };
}

/** A batch that switches these lamps off. */
export const allOff = (count: number) => ({
  what: 'lights-off',
  scope: 'home',
  commands: off(...Array.from({ length: count }, (_, at) => at + 1))
});
/** The states of entries. */
export const statesOf = (seen: FrameAnswer | SeenCommands) =>
  'entries' in seen ? seen.entries.map(({ state }) => state) : [];
/** The code of a refusal; `taken` for none. */
export const codeOf = (answer: FrameAnswer) => (answer.type === 'refused' ? answer.error.code : answer.type);

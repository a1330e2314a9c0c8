import type { CommandBatch, CommandEntry } from '#shared/commands/command-entry';
import type { FrameAnswer } from '#shared/commands/command-schema';
import { FULL_RIGHTS, type Rights } from '#shared/rights';
import { FakeClock, settle } from './fake-clock';
import { lampHouse } from './lamp-house';
import { withMisbehavingController } from './upstream-test';

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
    return {
      headers,
      client: () => client,
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
  function addScreen(rights: Rights = FULL_RIGHTS, user = 'demo') {
    const { screen, headers } = upstream.addScreen(user);
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
  return { clock, house, upstream, controller, connect, addScreen, pass, ...as(upstream) };
}

/** A batch that switches these lamps off. */
export const allOff = (count: number) => ({
  what: 'lights-off',
  scope: 'home',
  commands: Array.from({ length: count }, (_, at) => ({
    device: at + 1,
    method: 'setStatus',
    params: { status: false }
  }))
});
/** The states of entries. */
export const statesOf = (seen: FrameAnswer | SeenCommands) =>
  'entries' in seen ? seen.entries.map(({ state }) => state) : [];
/** The code of a refusal; `taken` for none. */
export const codeOf = (answer: FrameAnswer) => (answer.type === 'refused' ? answer.error.code : answer.type);

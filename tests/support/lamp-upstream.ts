import type { CommandBatch, CommandEntry } from '#shared/commands/command-entry';
import { FULL_RIGHTS, type Rights } from '#shared/rights';
import { FakeClock, settle } from './fake-clock';
import { lampHouse } from './lamp-house';
import { withMisbehavingController } from './upstream-test';

/** An answer of the routes of commands. */
interface Posted {
  readonly batch: CommandBatch;
  readonly entries: CommandEntry[];
}

/** A proxy beside a house of lamps, on a fake clock. */
export async function besideLamps(count: number, options: Parameters<typeof lampHouse>[1] = {}) {
  const clock = new FakeClock();
  const house = lampHouse(count, options);
  const { upstream, controller, connect } = await withMisbehavingController(house.behaviours, clock);

  /** A screen's calls to the routes of commands. */
  function as({ headers }: { headers: Record<string, string> }) {
    const call = async (method: string, path = '', body?: unknown) => {
      const response = await upstream.call(`/commands${path}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) })
      });
      const text = await response.text();
      return { status: response.status, json: (text === '' ? null : JSON.parse(text)) as never };
    };
    return {
      headers,
      post: (body: unknown): Promise<{ status: number; json: Posted }> => call('POST', '', body),
      list: async (): Promise<Posted & { batches: CommandBatch[]; ended: string[] }> =>
        (await call('GET')).json,
      cancel: (batch: string): Promise<{ status: number; json: { cancelled: number } }> =>
        call('DELETE', `/${batch}`)
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
export const statesOf = ({ entries }: Posted) => entries.map(({ state }) => state);
/** The code of a refusal. */
export const codeOf = ({ json: body }: { json: unknown }) =>
  (body as { error?: { code: string } }).error?.code;

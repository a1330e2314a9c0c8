import { expect, it } from 'vitest';
import type { ControllerState } from '#shared/wire-fields';
import { WatchedHome } from '../../../../proxy/server/home/live/watched-home';
import { ControllerStates } from '../../../../proxy/server/operations/controller-states';
import { FakeClock } from '../../../support/fake-clock';
import { LogCapture } from '../../../support/log-capture';

/** The states of a controller called Loft, and what its watchers report. */
function statesOfLoft() {
  const clock = new FakeClock();
  const log = new LogCapture();
  const known = { get: (id: string) => (id === 'a' ? { name: 'Loft' } : undefined) };
  const accounts = { client: (id: string) => ({ lastHeard: id === 'a' ? 9 : 5 }) };
  const states = new ControllerStates({ clock, log, known, accounts } as never);
  const home = new WatchedHome(clock);
  const note = (controller: string, state: ControllerState) =>
    states.receive({ type: 'status', controller, status: { state, since: 0 }, home });
  const unwatch = (controller: string) => states.receive({ type: 'unwatched', controller, home });
  return { clock, log, states, note, unwatch };
}

it('each change of a controller is one line with how long the state before lasted', () => {
  const { clock, log, states, note } = statesOfLoft();
  note('a', 'online');
  clock.pass(90_000);
  note('a', 'unreachable');
  note('a', 'unreachable');
  clock.pass(12_400);
  note('a', 'online');
  expect(log.entries).toMatchObject([
    { level: 'info', msg: 'Controller online.', controller: 'Loft' },
    { level: 'warn', msg: 'Controller unreachable.', before: 'online', seconds: 90 },
    { level: 'info', msg: 'Controller online.', before: 'unreachable', seconds: 12 }
  ]);
  expect(log.entries[0]).not.toHaveProperty('seconds');
  expect(states.reconnects).toBe(1);
});

it('controllers are told apart, and one that is not known any more is named by its id', () => {
  const { log, note } = statesOfLoft();
  note('a', 'online');
  note('b', 'changed');
  expect(log.entries).toMatchObject([{ controller: 'Loft' }, { level: 'warn', controller: 'b' }]);
});

it('each watched controller is listed with its state and when it last answered', () => {
  const { states, note, unwatch } = statesOfLoft();
  note('a', 'online');
  note('a', 'signed-out');
  note('b', 'unreachable');
  note('c', 'online');
  unwatch('c');
  expect(states.list()).toEqual([
    { id: 'a', state: 'signed-out', lastHeard: 9 },
    { id: 'b', state: 'unreachable', lastHeard: 5 }
  ]);
});

import { expect, it } from 'vitest';
import { ControllerStates } from '../../../proxy/operations/controller-states';
import { FakeClock } from '../../support/fake-clock';
import { LogCapture } from '../../support/log-capture';

/** The states of a controller called Loft, with these watchers. */
function statesOf(watched: ReturnType<ConstructorParameters<typeof ControllerStates>[0]['watched']> = []) {
  const clock = new FakeClock();
  const log = new LogCapture();
  const nameOf = (id: string) => (id === 'a' ? 'Loft' : undefined);
  return { clock, log, states: new ControllerStates({ clock, log, nameOf, watched: () => watched }) };
}

it('each change of a controller is one line with how long the state before lasted', () => {
  const { clock, log, states } = statesOf();
  states.note('a', 'online');
  clock.pass(90_000);
  states.note('a', 'unreachable');
  states.note('a', 'unreachable');
  clock.pass(12_400);
  states.note('a', 'online');
  expect(log.entries).toMatchObject([
    { level: 'info', msg: 'Controller online.', controller: 'Loft' },
    { level: 'warn', msg: 'Controller unreachable.', before: 'online', seconds: 90 },
    { level: 'info', msg: 'Controller online.', before: 'unreachable', seconds: 12 }
  ]);
  expect(log.entries[0]).not.toHaveProperty('seconds');
  expect(states.reconnects).toBe(1);
});

it('controllers are told apart, and one that is not known any more is named by its id', () => {
  const { log, states } = statesOf();
  states.note('a', 'online');
  states.note('b', 'changed');
  expect(log.entries).toMatchObject([{ controller: 'Loft' }, { level: 'warn', controller: 'b' }]);
});

it('a controller with several users is online if it is for one of them, with its newest answer', () => {
  const { states } = statesOf([
    { id: 'a', state: 'signed-out', lastHeard: 5 },
    { id: 'a', state: 'online', lastHeard: 7 },
    { id: 'a', state: null, lastHeard: -Infinity },
    { id: 'b', state: null, lastHeard: -Infinity }
  ]);
  expect(states.list()).toEqual([
    { id: 'a', state: 'online', lastHeard: 7 },
    { id: 'b', state: null, lastHeard: -Infinity }
  ]);
});

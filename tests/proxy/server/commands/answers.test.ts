import { expect, it } from 'vitest';
import { succeed } from '#shared/errors';
import { EMPTY_HOME } from '#shared/home';
import { setSetpoint } from '#shared/interfaces/thermostat-setpoint';
import { FULL_RIGHTS } from '#shared/rights';
import { CommandExecutors } from '../../../../proxy/server/commands/commands';
import type { Job } from '../../../../proxy/server/commands/job';
import { decodePollReply } from '../../../../proxy/server/home/live/poll-reply';
import { WatchedHome } from '../../../../proxy/server/home/live/watched-home';
import { changeEvent } from '../../../../proxy/sources/served/events';
import { aDevice } from '../../../lib/kinds/test-home';
import { ACCEPTED } from '../../../support/executor-bench';
import { FakeClock, settle } from '../../../support/fake-clock';

const THERMOSTAT = aDevice({
  id: 1,
  type: 'DevThermostat',
  interfaces: ['ThermostatSetpoint'],
  params: { currentSetpoints: { Heat: 21 }, Value: 19 }
});

it.each([
  ['its setpoint again', ['currentSetpoints'], 'confirmed'],
  ['its temperature again', ['Value'], 'unconfirmed'],
  ['nothing', undefined, 'unconfirmed']
])(
  'a thermostat that has the setpoint to which it rounds a new one, and reports %s',
  async (_, repeated, state) => {
    const clock = new FakeClock();
    const home = new WatchedHome(clock);
    home.applySnapshot({ ...EMPTY_HOME, devices: [THERMOSTAT] }, clock.monotonic());
    const screen = { id: 's', controller: 'box', rights: FULL_RIGHTS };
    const client = {
      send: async ({ onSent }: { onSent: () => void }) => {
        onSent();
        return ACCEPTED;
      }
    };
    const states: string[] = [];
    const commandLog = { update: (_: string, { state: now }: Job) => void states.push(now) };
    const executors = new CommandExecutors({
      clock,
      commandLog,
      accounts: { client: () => client },
      screens: { admit: () => succeed(screen) },
      touch: { isShowOnly: () => false },
      homes: { lease: () => ({ watcher: { home, readBack: null }, release: () => undefined }) }
    } as never);
    const call = setSetpoint.call({ setpoint: 21.3, setpointType: 'Heat' });
    const prepared = setSetpoint.prepare(call.params) ?? expect.fail();
    const of = { screen: 's', screenName: 'Phone', device: 1, batch: '', isUrgent: false };
    executors.of('box').post([{ ...of, id: 'warm', prepared, expiresAt: Infinity }]);
    await settle();
    const event = changeEvent({ before: THERMOSTAT, after: THERMOSTAT, ...(repeated && { repeated }) });
    const reply = decodePollReply({ last: 2, events: event ? [event] : [] });
    // A thermostat may report again each second.
    for (let second = 0; second < 10; second++) {
      if (reply.ok) home.append(reply.value.changes);
      await clock.advance(1_000);
    }
    expect(states.at(-1)).toBe(state);
  }
);

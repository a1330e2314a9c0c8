import { expect, it } from 'vitest';
import type { Happening } from '#shared/happenings';
import type { Params } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { readLevel } from '#shared/interfaces/level';
import { readThermostatSetpoint } from '#shared/interfaces/readings';
import { HappeningFeed } from '../../../../proxy/server/chronicle/happening-feed';
import { WatchedHome } from '../../../../proxy/server/home/live/watched-home';
import { aHome } from '../../../lib/kinds/test-home';
import { executorEachTest } from '../../../support/executor-bench';
import { aScreen } from '../../../support/screens';

const ANN = aScreen({ controller: 'box' });
const DARK = { Status: false, Level: 0 };
const COLD = { currentSetpoints: { Heat: 20 } };
/** The interfaces and the values of the devices. */
const DEVICES: Readonly<Record<string, readonly [interfaces: string, params: Params]>> = {
  switch: ['SwitchBinary', { Status: false, pulseable: true }],
  dimmer: ['SwitchBinary SwitchMultilevel', DARK],
  lit: ['SwitchBinary SwitchMultilevel', { Status: true, Level: 80 }],
  shutter: ['SwitchMultilevel Shutter', DARK],
  thermostat: ['ThermostatSetpoint', COLD],
  valve: ['ThermostatSetpoint Battery', COLD],
  heater: ['SwitchBinary ThermostatSetpoint', { Status: false, ...COLD }],
  smoke: ['SensorBinary', { Tripped: true, ackable: true }]
};

const call = (method: string, params = {}) => ({ method, params });
/** The commands, in capitals. `QUIET` is what a room's off sends to a lamp that is dark. Those of a scene are joined by `&`. */
const COMMANDS: Readonly<Record<string, (value: number) => CommandCall>> = {
  ON: () => call('setStatus', { status: true }),
  OFF: () => call('setStatus', { status: false }),
  QUIET: () => call('setStatus', { status: false }),
  DIM: (level) => call('setLevel', { level }),
  HEAT: (setpoint) => call('setSetpoint', { setpoint, setpointType: 'Heat' }),
  UP: () => call('startLevelChange', { direction: 'up' }),
  STOP: () => call('stop'),
  PULSE: () => call('pulse'),
  ACK: () => call('ack')
};
/** The reports. */
const REPORTS: Readonly<Record<string, (value: number) => Params>> = {
  on: () => ({ Status: true }),
  off: () => ({ Status: false }),
  level: (Level) => ({ Level, Status: Level > 0 }),
  heat: (Heat) => ({ currentSetpoints: { Heat } }),
  tripped: () => ({ Tripped: true }),
  clear: () => ({ Tripped: false })
};

/** The word of a row. */
function wordOf(row: Happening): string {
  if (row.kind !== 'changed') return row.kind;
  const { Level, Status, Tripped, currentSetpoints } = row.params;
  if (Level !== undefined) return `level ${readLevel(row.params)}`;
  if (currentSetpoints) return `heat ${readThermostatSetpoint(row.params).setpoints['Heat']}`;
  if (Status !== undefined) return Status ? 'on' : 'off';
  return Tripped ? 'tripped' : 'clear';
}

const { bench, command, answer, report, addDevice } = executorEachTest();

/** The rows of a device after commands and reports at seconds. */
async function rowsAfter(device: string, steps: string) {
  const { clock, log } = bench;
  const [words = '', params = {}] = DEVICES[device] ?? [];
  const interfaces = words.split(' ');
  const feed = new HappeningFeed(bench, log);
  const home: WatchedHome = new WatchedHome(clock, (event) =>
    feed.receive({ ...event, controller: 'box', home })
  );
  home.applySnapshot(aHome({ devices: [{ id: 1, interfaces, params }] }), clock.monotonic());
  log.onChange(({ entries }) => log.eventsOf(entries).forEach((event) => feed.receive(event)));
  addDevice(1, interfaces, params);
  let now = 0;
  for (const step of steps.split(', ')) {
    const [, at, text = ''] = /(\S+) (.+)/.exec(step) ?? [];
    await clock.advance(Number(at) * 1_000 - now);
    now = Number(at) * 1_000;
    const calls = text.split(' & ').map((each) => each.split(' '));
    if (calls.length > 1)
      log.addBatch(ANN, 'page', { id: step, by: null, at: clock.now(), expiresAt: Infinity });
    for (const [index, [word = '', value]] of calls.entries()) {
      const sent = COMMANDS[word]?.(Number(value));
      const id = `${index} ${step}`;
      const order = { batch: step, ...(word === 'QUIET' && { isQuiet: true as const }) };
      if (sent) command(id, 1, sent.method, sent.params, order);
      if (sent) await answer(id);
    }
    const [word = '', value] = text.split(' ');
    const reported = REPORTS[word]?.(Number(value));
    if (reported) report(1, reported);
    if (reported) home.append([{ device: 1, params: reported }]);
  }
  await clock.advance(120_000);
  const { texts } = feed.of('box').read(0, 0, ({ happening }) => happening);
  return texts.map((text) => wordOf(JSON.parse(text) as Happening)).join(', ');
}

/** Whose hand is at the device, the device, the steps and the rows. */
const TABLE = `
nobody                                          | switch     | 0 ON, 0.2 on                                        | commanded
4 s after a switch                              | switch     | 0 ON, 0.2 on, 4 off                                 | commanded, off
15 s after a switch                             | switch     | 0 ON, 0.2 on, 15 off                                | commanded, off
who does again what was commanded               | switch     | 0 ON, 0.2 on, 4 off, 6 on                           | commanded, off, on
nobody, on a radio that takes 8 s               | switch     | 0 ON, 1 off, 8 on                                   | commanded
nobody, on a radio later than the verdict       | switch     | 0 ON, 30 on                                         | commanded
before a radio that takes 8 s                   | lit        | 0 OFF, 4 level 90, 8 level 0                        | commanded, level 90
nobody, at commands that replace each other     | switch     | 0 ON, 0.3 OFF, 0.6 ON, 1 on, 1.5 off, 2 on          | commanded, commanded, commanded
nobody, in a ramp                               | dimmer     | 0 DIM 80, 0.5 on, 1 level 20, 2 level 50, 3 level 80 | commanded
nobody, in a ramp to off                        | lit        | 0 OFF, 1 level 50, 2 level 20, 3 level 0            | commanded
nobody, in a ramp that a shorter one replaces   | dimmer     | 0 DIM 80, 1 level 20, 2 DIM 10, 2.5 level 40, 3 level 20, 4 level 10 | commanded, commanded
in the middle of a ramp                         | dimmer     | 0 DIM 80, 1 level 20, 2 level 40, 3 level 0         | commanded, level 0
who turns in the middle of a ramp, and back     | dimmer     | 0 DIM 80, 1 level 40, 2 level 20, 3 level 50        | commanded, level 50
who dims                                        | dimmer     | 0 level 45, 0.5 level 50, 1 level 60, 1.5 level 70  | level 70
who dims before and after a command             | dimmer     | 0 level 30, 1 level 40, 2 DIM 80, 3 level 80, 5 level 20 | level 40, commanded, level 20
4 s after a ramp                                | dimmer     | 0 DIM 80, 1 level 40, 2 level 80, 6 level 30        | commanded, level 30
15 s after a ramp, within its tolerance         | dimmer     | 0 DIM 80, 1 level 40, 2 level 80, 17 level 81       | commanded, level 81
nobody, at a shutter that is stopped            | shutter    | 0 UP, 5 level 20, 7 STOP, 9 level 33                | commanded, commanded
15 s after a stop                               | shutter    | 0 UP, 5 level 20, 7 STOP, 22 level 0                | commanded, commanded, level 0
nobody, at a shutter that settles near its end  | shutter    | 0 UP, 40 level 60, 50 level 95, 57 level 94          | commanded
4 s after a shutter that stays near its end     | shutter    | 0 UP, 40 level 60, 50 level 95, 59 level 60         | commanded, level 60
nobody, at a pulse                              | switch     | 0 PULSE, 1 on, 4 off                                | commanded
15 s after a pulse                              | switch     | 0 PULSE, 15 on                                      | commanded, on
4 s after a setpoint                            | thermostat | 0 HEAT 22, 1 heat 22, 5 heat 19                     | commanded, heat 19
15 s after a setpoint                           | thermostat | 0 HEAT 22, 1 heat 22, 16 heat 19                    | commanded, heat 19
while a valve sleeps                            | valve      | 0 HEAT 22, 60 heat 24, 100 heat 22                  | commanded, heat 24
nobody, at an old value between replaced ones   | valve      | 0 HEAT 24, 1 HEAT 22, 2 heat 24, 3 heat 20, 4 heat 22 | commanded, commanded
at another control of a commanded device        | heater     | 0 ON, 1 on, 4 heat 21                               | commanded, heat 21
who lights what the room’s off found dark       | dimmer     | 0 OFF, 4 level 50                                   | commanded, level 50
nobody, at what a room’s off found dark         | dimmer     | 0 QUIET, 1 level 0                                  |
at a lamp that a room’s off found dark          | switch     | 0 QUIET, 0.5 off, 4 on                              | on
15 s after it                                   | dimmer     | 0 QUIET, 15 level 50                                | level 50
nobody, at a scene of two commands for it       | heater     | 0 ON & HEAT 22, 1 heat 22, 1.5 on                   | commanded
4 s after such a scene                          | heater     | 0 ON & HEAT 22, 1 heat 22, 1.5 on, 4 heat 19, 5 off | commanded, heat 19, off
15 s after a scene that a scene replaced        | dimmer     | 0 ON & DIM 80, 0.5 OFF & DIM 0, 1 level 30, 3 level 0, 18 level 80 | commanded, commanded, level 80
nobody, but smoke after its alarm was ended     | smoke      | 0 ACK, 1 clear, 4 tripped                           | commanded, clear, tripped
`;

it.each(
  TABLE.trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()))
)('what happened has a hand at the device: %s', async (_, device = '', steps = '', rows) => {
  expect(await rowsAfter(device, steps)).toBe(rows);
});

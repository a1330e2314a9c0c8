import { expect, it } from 'vitest';
import { EMPTY_HOME } from '#shared/home';
import { WatchedHome } from '../../../../../proxy/server/home/live/watched-home';
import { aDevice } from '../../../../lib/kinds/test-home';
import { FakeClock } from '../../../../support/fake-clock';

const MINUTE = 60_000;

/** What happens to a thermometer: a report, a reading of the home (`read`) or of it alone (`alone`), or time that passes (`wait`). */
type Step =
  | number
  | string
  | { readonly read: number | string }
  | { readonly alone: number }
  | { readonly wait: number };

/** A home with a thermometer, and the values that it has had. */
function aThermometer(unit: string) {
  const clock = new FakeClock();
  const home = new WatchedHome(clock);
  const device = (Value: number | string) =>
    aDevice({
      id: 1,
      type: 'DevTemperatureSensor',
      interfaces: ['SensorMultilevel'],
      params: { Value, valueUnit: unit, sensorType: 'Temperature' }
    });
  const shown: unknown[] = [];
  home.subscribe(() => {
    const value = home.journal.device(1)?.params['Value'];
    if (value !== shown.at(-1)) shown.push(value);
  });
  const read = (value: number | string) =>
    home.applySnapshot({ ...EMPTY_HOME, devices: [device(value)] }, clock.monotonic());
  const run = (step: Step) => {
    if (typeof step !== 'object') home.append([{ device: 1, params: { Value: step } }]);
    else if ('wait' in step) clock.pass(step.wait);
    else if ('alone' in step) home.applyDevice(device(step.alone));
    else read(step.read);
  };
  return { clock, home, shown, run };
}

it.each<[string, string, readonly Step[], readonly unknown[]]>([
  ['is never seen if the next report is another one', '°C', [{ read: 21 }, 85, 21.2], [21, 21.2]],
  ['is never seen if the next report is as before', '°C', [{ read: 21 }, 85, 21], [21]],
  ['counts if it is reported again', '°C', [{ read: 21 }, 85, 85], [21, 85]],
  ['counts after five minutes', '°C', [{ read: 21 }, 85, { wait: 5 * MINUTE }], [21, 85]],
  ['waits for less than five minutes', '°C', [{ read: 21 }, 85, { wait: 5 * MINUTE - 1 }], [21]],
  ['is held back as −127, too', '°C', [{ read: 21 }, -127, 21.2], [21, 21.2]],
  ['is held back as a text', '°C', [{ read: '21 °C' }, '85.0 °C', '21.2 °C'], ['21 °C', '21.2 °C']],
  ['is held back in °F', '°F', [{ read: 70 }, 185, -196.6, 70.2], [70, 70.2]],
  ['is not doubted if it comes from nearby', '°C', [{ read: 66 }, 85], [66, 85]],
  ['is not doubted if it was near before', '°C', [{ read: 21 }, 70, 30, 85], [21, 70, 30, 85]],
  ['is not doubted if it was near when it was read first', '°C', [{ read: 66 }, 30, 85], [66, 30, 85]],
  ['is doubted as −127, however warm it was', '°C', [{ read: 70 }, -127, 71], [70, 71]],
  ['is doubted again after it was taken once', '°C', [{ read: 21 }, 85, 85, 22, 85, 21], [21, 85, 22, 21]],
  ['is not doubted as the first value', '°C', [{ read: 85 }], [85]],
  ['is another value', '°C', [{ read: 21 }, 84.9], [21, 84.9]],
  ['does not count because it is read again', '°C', [{ read: 21 }, 85, { read: 85 }, { alone: 85 }], [21]],
  ['is held back if it is read', '°C', [{ read: 21 }, { read: 85 }, { read: 21.5 }], [21, 21.5]],
  ['is held back if it is read alone', '°C', [{ read: 21 }, { alone: 85 }, { alone: 21 }], [21]],
  [
    'waits for five minutes at most, whatever else is doubtful',
    '°C',
    [{ read: 21 }, 85, { wait: 4 * MINUTE }, -127, { wait: MINUTE }],
    [21, -127]
  ]
])('a lone reading of a sensor without a value %s', (_, unit, steps, expected) => {
  const { run, shown } = aThermometer(unit);
  for (const step of steps) run(step);
  expect(shown).toEqual(expected);
});

it('the other values of a report with a doubtful reading count, and an end of the home forgets it', () => {
  const { run, home, clock, shown } = aThermometer('°C');
  run({ read: 21 });
  home.append([{ device: 1, params: { Value: 85, batteryLevel: 50 } }]);
  expect(home.journal.device(1)?.params).toMatchObject({ Value: 21, batteryLevel: 50 });
  home.stop();
  clock.pass(10 * MINUTE);
  expect([shown, clock.waiting]).toEqual([[21], 0]);
});

it('a removed thermometer leaves nothing that waits', () => {
  const { run, home, clock } = aThermometer('°C');
  run({ read: 21 });
  run(85);
  home.applySnapshot(EMPTY_HOME, clock.monotonic());
  expect(clock.waiting).toBe(0);
});

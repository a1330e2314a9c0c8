import { expect, it } from 'vitest';
import { bucketsOfParam, bucketsOfRows, joined, plotsOf, spanText, textAt } from '$lib/kinds/history-buckets';
import { historySeriesOf, type HistorySeries } from '$lib/kinds/history-series';
import { aDevice } from './test-home';

const SPAN = { from: 0, until: 400, count: 4 };

function seriesOf(interfaces: string[], param: HistorySeries['param'], params = {}): HistorySeries {
  const device = aDevice({ id: 1, interfaces, params });
  const series = historySeriesOf(device).find((each) => each.param === param);
  if (!series) throw new Error('no such series');
  return series;
}
const humidity = seriesOf(['SensorMultilevel'], 'Value', { sensorType: 'Humidity' });
const lamp = seriesOf(['SwitchBinary'], 'Status');
const dimmer = seriesOf(['SwitchMultilevel'], 'Level');
const mode = seriesOf(['ThermostatMode'], 'currentMode', { currentMode: 'Heat' });
const targets = seriesOf(['ThermostatSetpoint'], 'currentSetpoints', { currentSetpoints: { Heat: 21 } });

it.each([
  ['no value', humidity, {}, {}, ''],
  ['one value', humidity, { 100: 20 }, { Value: [null, [20, 20, 20], [20, 20, 20], null] }, '20 %'],
  [
    'readings that are none',
    humidity,
    { 0: 20, 100: 'x', 200: 254, 250: '30' },
    { Value: [[20, 20, 20], null, [30, 30, 30], null] },
    '25 % (20 % – 30 %)'
  ],
  [
    'a switch',
    lamp,
    { 0: true, 125: 'false', 200: false },
    { Status: [{ true: 1 }, { true: 0.25, false: 0.75 }, { false: 1 }, null] },
    'On 42 % of the time'
  ],
  [
    'a level',
    dimmer,
    { 0: 0, 50: 99 },
    { Level: [[0, 49.5, 99], [99, 99, 99], [99, 99, 99], null] },
    '83 % (Off – 100 %)'
  ],
  [
    'modes',
    mode,
    { 0: 'Heat', 150: 'Off', 200: null },
    { currentMode: [{ '"Heat"': 1 }, { '"Heat"': 0.5, '"Off"': 0.5 }, null, null] },
    'Heat 75 % of the time · Off 25 % of the time'
  ],
  [
    'two setpoints',
    targets,
    { 0: { Heat: 21, Cool: 25 }, 100: { Heat: 18, Cool: 25 } },
    {
      'currentSetpoints.Heat': [[21, 21, 21], [18, 18, 18], [18, 18, 18], null],
      'currentSetpoints.Cool': [[25, 25, 25], [25, 25, 25], [25, 25, 25], null]
    },
    'Heat 19° (18° – 21°) · Cool 25°'
  ]
])('the parts and the words of %s', (_, series, values, buckets, words) => {
  const rows = Object.entries(values).map(([at, value]) => ({ at: Number(at), value }));
  const known = bucketsOfRows(rows, series, 300, SPAN);
  expect(known).toEqual(buckets);
  expect(spanText(series, known)).toBe(words);
});

it('a part is read with its range, or the share of its states', () => {
  expect(textAt(humidity, { Value: [[20, 24, 30]] }, 0)).toBe('24 % (20 % – 30 %)');
  expect(textAt(humidity, { Value: [null] }, 0)).toBe('No reading');
  expect(textAt(lamp, { Status: [{ true: 0.004, false: 0.996 }] }, 0)).toBe('On < 1 % of the time');
  expect(textAt(lamp, { Status: [{ false: 1 }] }, 0)).toBe('Off');
});

it('what a record does not know comes from the controller, whatever the unit', () => {
  const recorded = bucketsOfParam({ 'Value %': [null, [2, 2, 2]], Status: [{ true: 1 }, null] }, 'Value');
  const reported = { Value: [[1, 1, 1] as const, null] };
  expect(joined(recorded, reported)).toEqual({ Value: [...reported.Value.slice(0, 1), [2, 2, 2]] });
});

it('values are one diagram, and states a strip each; what is off is the rest of the time', () => {
  const strips = plotsOf(mode, { currentMode: [{ '"Heat"': 0.5, '"Off"': 0.5 }, { '"Heat"': 1 }, null] });
  expect(strips.map(({ label, series }) => [label, series[0]?.bands])).toEqual([
    ['Heat', [[0, 0.5, 1], [1, 1, 1], null]],
    ['Off', [[0, 0.5, 1], [0, 0, 0], null]]
  ]);
  expect(plotsOf(lamp, { Status: [{ false: 1 }] }).map(({ label }) => label)).toEqual(['On']);
  expect(plotsOf(dimmer, { Level: [[0, 5, 9]] })).toMatchObject([{ label: '100 %', range: [0, 99] }]);
  expect(plotsOf(humidity, { Value: [[1, 2, 4]] })).toMatchObject([{ range: [1, 4], scale: ['4 %', '1 %'] }]);
});

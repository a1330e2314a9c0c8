import { expect, it } from 'vitest';
import { changesOf, historySeriesOf, type HistorySeries } from '$lib/kinds/history-series';
import { aDevice } from './test-home';

const device = (interfaces: string[], params = {}, fields = {}) =>
  aDevice({ id: 1, interfaces, params, ...fields });

/** The only history of a device. */
function seriesOf(...of: Parameters<typeof device>): HistorySeries {
  const [series, ...others] = historySeriesOf(device(...of));
  if (!series || others.length > 0) throw new Error('not one past');
  return series;
}

/** Consecutive rows, at this interval in seconds. */
const rowsOf = (values: unknown[], seconds = 60) =>
  values.map((value, index) => ({ at: index * seconds * 1000, value }));

const wordsIn = (series: HistorySeries, values: unknown[], seconds = 60) =>
  changesOf(rowsOf(values, seconds), series).map(({ text }) => text);

it.each([
  [['SensorMultilevel'], ['Value']],
  [['SensorBinary'], ['Tripped']],
  [['SwitchBinary'], ['Status']],
  [['SwitchMultilevel', 'SwitchBinary'], ['Level']],
  [['SwitchMultilevel', 'SwitchBinary', 'Shutter'], ['Level']],
  [['DoorLock'], ['Status']],
  [
    ['SwitchBinary', 'SensorMultilevel'],
    ['Value', 'Status']
  ],
  [['Gateway', 'ZWaveDevice'], []]
])('the parameters with a history, %j: %j', (interfaces, params) => {
  expect(historySeriesOf(device(interfaces)).map(({ param }) => param)).toEqual(params);
});

it('the list of changes contains only real changes', () => {
  expect(changesOf(rowsOf([true, true, 'true', false]), seriesOf(['SwitchBinary']))).toEqual([
    { at: 180_000, text: 'Off' },
    { at: 0, text: 'On' }
  ]);
});

it('what a sensor does not guard now is no word about the past', () => {
  const now = { Tripped: true, Armed: true };
  const series = seriesOf(['SensorBinary'], now, { role: 'BinaryDoorSensor', isUnguarded: true });
  expect(wordsIn(series, [true, false])).toEqual(['Closed', 'Open']);
});

it("the list of changes leaves out a shutter's levels on the way", () => {
  const shutter = seriesOf(['SwitchMultilevel', 'Shutter']);
  expect(wordsIn(shutter, [99, 90, 80, 0], 5)).toEqual(['Closed']);
  expect(wordsIn(shutter, [99, 50, 0])).toEqual(['Closed', '50 % open', 'Open']);
});

it('the list of changes merges the steps of dimming within a minute, and keeps each time that a lamp was off', () => {
  const dimmer = seriesOf(['SwitchMultilevel']);
  expect(wordsIn(dimmer, [0, 28, 11, 28, 17], 30)).toEqual(['17 %', 'Off']);
  expect(wordsIn(dimmer, [28, 17], 60)).toEqual(['17 %', '28 %']);
  expect(wordsIn(dimmer, [0, 50, 0, 50], 30)).toEqual(['50 %', 'Off', '50 %', 'Off']);
});

it('the list of changes begins with the present state, which the controller may not have recorded', () => {
  const dimmer = seriesOf(['SwitchMultilevel']);
  const wordsWith = (values: number[], seconds: number, present: unknown) =>
    changesOf(rowsOf(values, seconds), dimmer, present).map(({ at, text }) => [text, at]);
  expect(wordsWith([0, 99], 60, 99), 'which it has').toEqual([
    ['100 %', 60_000],
    ['Off', 0]
  ]);
  expect(wordsWith([0, 99], 60, 30)).toEqual([
    ['30 %', null],
    ['100 %', 60_000],
    ['Off', 0]
  ]);
  expect(wordsWith([0, 40, 83], 5, 99), 'one dimming').toEqual([['100 %', 10_000]]);
  expect(changesOf([], dimmer, 99), 'no history').toEqual([]);
});

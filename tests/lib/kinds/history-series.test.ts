import { describe, expect, it } from 'vitest';
import { changesOf, pastsOf, pointsOf, type Past } from '$lib/kinds/history-series';
import { aDevice } from './a-home';

const device = (interfaces: string[], params = {}, fields = {}) =>
  aDevice({ id: 1, interfaces, params, ...fields });

/** The only past of a device. */
function pastOf(...of: Parameters<typeof device>): Past {
  const [past, ...others] = pastsOf(device(...of));
  if (!past || others.length > 0) throw new Error('not one past');
  return past;
}

/** Rows that follow each other, so many seconds apart. */
const rowsOf = (values: unknown[], seconds = 60) =>
  values.map((value, index) => ({ at: index * seconds * 1000, value }));

const wordsIn = (past: Past, values: unknown[], seconds = 60) =>
  changesOf(rowsOf(values, seconds), past).map(({ words }) => words);

describe('what of a device has a past', () => {
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
  ])('%j: %j', (interfaces, params) => {
    expect(pastsOf(device(interfaces)).map(({ param }) => param)).toEqual(params);
  });
});

describe('changes', () => {
  it('are said as the device’s state is, newest first', () => {
    expect(wordsIn(pastOf(['SwitchBinary']), [false, true])).toEqual(['On', 'Off']);
    expect(wordsIn(pastOf(['SwitchMultilevel', 'Shutter']), [0, 45, 99])).toEqual([
      'Open',
      'Open 45 %',
      'Closed'
    ]);
    const door = pastOf(['SensorBinary'], { Armed: true }, { role: 'BinaryDoorSensor' });
    expect(wordsIn(door, [true, false]), 'armed or not').toEqual(['Closed', 'Open']);
  });

  it('are only what did change', () => {
    expect(changesOf(rowsOf([true, true, 'true', false]), pastOf(['SwitchBinary']))).toEqual([
      { at: 180_000, words: 'Off' },
      { at: 0, words: 'On' }
    ]);
  });

  it('leave out the levels that a shutter passed through', () => {
    const shutter = pastOf(['SwitchMultilevel', 'Shutter']);
    expect(wordsIn(shutter, [99, 90, 80, 0], 5)).toEqual(['Closed']);
    expect(wordsIn(shutter, [99, 50, 0])).toEqual(['Closed', 'Open 50 %', 'Open']);
  });

  it('say of what cannot be read that it is unknown', () => {
    expect(wordsIn(pastOf(['SwitchBinary']), [{}, true])).toEqual(['On', 'Unknown']);
  });
});

it('a curve has no place for what is no number', () => {
  expect(pointsOf(rowsOf([20, 'x', null, '21.5']))).toEqual([
    { at: 0, value: 20 },
    { at: 180_000, value: 21.5 }
  ]);
});

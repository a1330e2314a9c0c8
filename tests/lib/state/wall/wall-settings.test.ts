import { describe, expect, it } from 'vitest';
import { parseRecord } from '../../../../src/lib/state/preferences/persisted.svelte';
import { decodeWallSettings, isNight } from '../../../../src/lib/state/wall/wall-settings';

const DEFAULTS = {
  ...{ isOn: false, hasNight: true, nightFrom: 22 * 60, nightTo: 6 * 60, hasEvents: true, roomId: null },
  ...{ hasPhotos: false, wakesOnMotion: true, home: null }
};

describe('wall settings', () => {
  it.each([null, '', 'null', '[]', '7', '{"isOn":"yes","nightFrom":-1,"nightTo":1440,"roomId":"7"}'])(
    'reads %j as no choice',
    (stored) => {
      expect(decodeWallSettings(parseRecord(stored))).toEqual(DEFAULTS);
    }
  );

  it('reads back what was stored', () => {
    const settings = {
      ...{ isOn: true, hasNight: false, nightFrom: 0, nightTo: 1439, hasEvents: false, roomId: 12 },
      ...{ hasPhotos: true, wakesOnMotion: false, home: '0123456789ab' }
    };
    expect(decodeWallSettings(parseRecord(JSON.stringify(settings)))).toEqual(settings);
  });
});

describe('the night hours', () => {
  const settings = { ...DEFAULTS, isOn: true };
  const timeAt = (hours: number, minutes: number) => new Date(2026, 10, 22, hours, minutes).getTime();

  it.each([
    [21, 59, false],
    [22, 0, true],
    [0, 0, true],
    [5, 59, true],
    [6, 0, false]
  ])('include %i:%i if they include midnight: %j', (hours, minutes, expected) => {
    expect(isNight(settings, timeAt(hours, minutes))).toBe(expected);
  });

  it.each([
    [12, 59, false],
    [13, 0, true],
    [14, 59, true],
    [15, 0, false]
  ])('include %i:%i if they are within a day: %j', (hours, minutes, expected) => {
    expect(isNight({ ...settings, nightFrom: 13 * 60, nightTo: 15 * 60 }, timeAt(hours, minutes))).toBe(expected);
  });

  it('are never if they are off, or as long as nothing', () => {
    expect(isNight({ ...settings, hasNight: false }, timeAt(23, 0))).toBe(false);
    expect(isNight({ ...settings, nightTo: settings.nightFrom }, timeAt(22, 0))).toBe(false);
  });
});

import { expect, it } from 'vitest';
import { parseRecord } from '../../../../src/lib/state/preferences/persisted.svelte';
import { decodeWallSettings, isNight } from '../../../../src/lib/state/wall/wall-settings';

const DEFAULTS = {
  isOn: false,
  hasNight: true,
  nightFrom: 22 * 60,
  nightTo: 6 * 60,
  hasEvents: true,
  roomId: null,
  hasPhotos: false,
  wakesOnMotion: true,
  home: null
};

it.each([null, '', 'null', '[]', '7', '{"isOn":"yes","nightFrom":-1,"nightTo":1440,"roomId":"7"}'])(
  'wall settings read %j as no choice',
  (stored) => {
    expect(decodeWallSettings(parseRecord(stored))).toEqual(DEFAULTS);
  }
);

it('wall settings read back what was stored', () => {
  const settings = {
    isOn: true,
    hasNight: false,
    nightFrom: 0,
    nightTo: 1439,
    hasEvents: false,
    roomId: 12,
    hasPhotos: true,
    wakesOnMotion: false,
    home: '0123456789ab'
  };
  expect(decodeWallSettings(parseRecord(JSON.stringify(settings)))).toEqual(settings);
});

const settings = { ...DEFAULTS, isOn: true };
const timeAt = (hours: number, minutes: number) => new Date(2026, 10, 22, hours, minutes).getTime();
const NIGHT = {};
const NAP = { nightFrom: 13 * 60, nightTo: 15 * 60 };

it.each([
  [21, 59, NIGHT, false],
  [22, 0, NIGHT, true],
  [0, 0, NIGHT, true],
  [5, 59, NIGHT, true],
  [6, 0, NIGHT, false],
  [12, 59, NAP, false],
  [13, 0, NAP, true],
  [14, 59, NAP, true],
  [15, 0, NAP, false],
  [23, 0, { hasNight: false }, false],
  [22, 0, { nightTo: settings.nightFrom }, false]
])('whether %i:%i is within the night hours with %j: %j', (hours, minutes, more, expected) => {
  expect(isNight({ ...settings, ...more }, timeAt(hours, minutes))).toBe(expected);
});

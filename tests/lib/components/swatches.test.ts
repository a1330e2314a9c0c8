import { expect, test } from 'vitest';
import {
  COLOUR_SWATCHES,
  isSwatch,
  isWhiteSwatch,
  WHITE_SWATCHES,
  whiteOfSwatch
} from '$lib/components/swatches';

const namesFor = (warm: number | undefined, cold: number | undefined) =>
  WHITE_SWATCHES.filter((swatch) => whiteOfSwatch(swatch, { warm, cold })).map(({ name }) => name);

test('a lamp has the white swatches that its components can show', () => {
  expect(namesFor(0, 0)).toEqual(['candle', 'WarmWhite', 'soft', 'neutral', 'ColdWhite', 'daylight']);
  expect(namesFor(9, undefined)).toEqual(['WarmWhite']);
  expect(namesFor(undefined, 9)).toEqual(['ColdWhite']);
  expect(namesFor(undefined, undefined)).toEqual([]);
});

test('a white swatch turns off the other white component', () => {
  const [candle, warm] = WHITE_SWATCHES;
  expect(candle && whiteOfSwatch(candle, { warm: 0, cold: 200 })).toEqual({ WarmWhite: 255, ColdWhite: 0 });
  expect(warm && whiteOfSwatch(warm, { warm: 0, cold: undefined })).toEqual({ WarmWhite: 255 });
});

test('each swatch is told from the others, at any brightness', () => {
  const all = [...COLOUR_SWATCHES, ...WHITE_SWATCHES];
  for (const { name, rgb } of all)
    expect(all.filter((swatch) => isSwatch(swatch.rgb, rgb)).map((swatch) => swatch.name)).toEqual([name]);
  expect(isSwatch({ red: 255, green: 0, blue: 0 }, { red: 40, green: 0, blue: 0 })).toBe(true);
  expect(isSwatch({ red: 255, green: 0, blue: 0 }, { red: 0, green: 0, blue: 0 }), 'dark').toBe(false);
  const shown = (warm: number, cold: number) =>
    WHITE_SWATCHES.filter((swatch) => isWhiteSwatch(swatch, { warm, cold })).map(({ name }) => name);
  expect([shown(100, 0), shown(90, 90), shown(0, 255), shown(0, 0)]).toEqual([
    ['candle'],
    ['neutral'],
    ['daylight'],
    []
  ]);
});

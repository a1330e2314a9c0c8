import { toColdness, toHsv, toWhite, type Components, type Rgb } from './colour';

/** A colour that is chosen with one touch. */
export interface Swatch {
  readonly name:
    | ('Red' | 'orange' | 'yellow' | 'Green' | 'Blue' | 'violet')
    | ('candle' | 'WarmWhite' | 'soft' | 'neutral' | 'ColdWhite' | 'daylight');
  readonly rgb: Rgb;
}

const mix = (name: Swatch['name'], red: number, green: number, blue: number): Swatch => ({
  name,
  rgb: { red, green, blue }
});

/** Six colours, in the order of their hues. */
export const COLOUR_SWATCHES: readonly Swatch[] = [
  mix('Red', 255, 0, 0),
  mix('orange', 255, 110, 0),
  mix('yellow', 255, 210, 0),
  mix('Green', 0, 220, 60),
  mix('Blue', 0, 80, 255),
  mix('violet', 160, 0, 255)
];

/** Six whites, from warm to cool. A lamp without white components mixes them. */
export const WHITE_SWATCHES: readonly Swatch[] = [
  mix('candle', 255, 147, 41),
  mix('WarmWhite', 255, 176, 97),
  mix('soft', 255, 205, 150),
  mix('neutral', 255, 228, 206),
  mix('ColdWhite', 220, 235, 255),
  mix('daylight', 190, 215, 255)
];

/** The components of a lamp's white, 0–255; undefined if the lamp does not have it. */
export interface WhiteComponents {
  readonly warm: number | undefined;
  readonly cold: number | undefined;
}

/** The difference of coldness between two white swatches of a lamp with two whites, whose coldness is 0–100. */
const COLDNESS_STEP = 20;
const stepOf = ({ name }: Swatch): number => WHITE_SWATCHES.findIndex((white) => white.name === name);

/** Returns the values of a swatch in a lamp's white components; undefined if they cannot show it. */
export function whiteOfSwatch(swatch: Swatch, { warm, cold }: WhiteComponents): Components | undefined {
  if (warm !== undefined && cold !== undefined) {
    const white = toWhite(stepOf(swatch) * COLDNESS_STEP, { warm: 255, cold: 255 });
    return { WarmWhite: white.warm, ColdWhite: white.cold };
  }
  if (swatch.name === 'WarmWhite' && warm !== undefined) return { WarmWhite: 255 };
  return swatch.name === 'ColdWhite' && cold !== undefined ? { ColdWhite: 255 } : undefined;
}

/** Whether the white components of a lamp show a swatch, at any brightness. */
export function isWhiteSwatch(swatch: Swatch, { warm, cold }: WhiteComponents): boolean {
  if ((warm ?? 0) + (cold ?? 0) === 0 || !whiteOfSwatch(swatch, { warm, cold })) return false;
  if (warm === undefined || cold === undefined) return true;
  return stepOf(swatch) === Math.round(toColdness({ warm, cold }) / COLDNESS_STEP);
}

/** The differences of hue (°) and saturation (%) up to which a lamp shows a swatch. */
const HUE_TOLERANCE = 6;
const SATURATION_TOLERANCE = 8;

/** Whether a lamp's colour is that of a swatch, at any brightness. */
export function isSwatch(swatch: Rgb, rgb: Rgb): boolean {
  const one = toHsv(swatch);
  const other = toHsv(rgb);
  if (other.value === 0) return false;
  const turn = Math.abs(one.hue - other.hue);
  return (
    Math.min(turn, 360 - turn) <= HUE_TOLERANCE &&
    Math.abs(one.saturation - other.saturation) <= SATURATION_TOLERANCE
  );
}

import { toHsv, type Components, type Rgb } from './colour';

/** A colour that is chosen with one touch. */
export interface Swatch {
  readonly name: 'red' | 'orange' | 'yellow' | 'green' | 'blue' | 'violet' | 'warm' | 'neutral' | 'cool';
  readonly rgb: Rgb;
}

const mix = (name: Swatch['name'], red: number, green: number, blue: number): Swatch => ({
  name,
  rgb: { red, green, blue }
});

/** Six colours, in the order of their hues. */
export const COLOUR_SWATCHES: readonly Swatch[] = [
  mix('red', 255, 0, 0),
  mix('orange', 255, 110, 0),
  mix('yellow', 255, 210, 0),
  mix('green', 0, 220, 60),
  mix('blue', 0, 80, 255),
  mix('violet', 160, 0, 255)
];

/** Three whites, from warm to cool. A lamp without white components mixes them. */
export const WHITE_SWATCHES: readonly Swatch[] = [
  mix('warm', 255, 176, 97),
  mix('neutral', 255, 228, 206),
  mix('cool', 220, 235, 255)
];

/** The components of a lamp's white, 0–255; undefined if the lamp does not have it. */
export interface WhiteComponents {
  readonly warm: number | undefined;
  readonly cold: number | undefined;
}

/** Returns the component values of a white swatch; undefined if the lamp cannot show it. */
export function whiteOfSwatch({ name }: Swatch, { warm, cold }: WhiteComponents): Components | undefined {
  const isMixed = warm !== undefined && cold !== undefined;
  if (name === 'warm' && warm !== undefined) return { WarmWhite: 255, ...(isMixed && { ColdWhite: 0 }) };
  if (name === 'cool' && cold !== undefined) return { ColdWhite: 255, ...(isMixed && { WarmWhite: 0 }) };
  return name === 'neutral' && isMixed ? { WarmWhite: 255, ColdWhite: 255 } : undefined;
}

/** The differences of hue (°) and saturation (%) up to which a lamp shows a swatch. */
const HUE_TOLERANCE = 6;
const SATURATION_TOLERANCE = 8;

/** Whether a lamp's colour is that of a swatch, at any brightness. */
export function isSwatch(swatch: Rgb, rgb: Rgb): boolean {
  const [one, other] = [toHsv(swatch), toHsv(rgb)];
  if (other.value === 0) return false;
  const turn = Math.abs(one.hue - other.hue);
  return (
    Math.min(turn, 360 - turn) <= HUE_TOLERANCE &&
    Math.abs(one.saturation - other.saturation) <= SATURATION_TOLERANCE
  );
}

import type { ColorComponent } from '#shared/interfaces/switch-color';

/** A colour as a lamp uses it: each component 0–255 (the Z-Wave range [A]). */
export interface Rgb {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** A colour as the user chooses it: hue in degrees 0–359, saturation and value in % 0–100. */
export interface Hsv {
  readonly hue: number;
  readonly saturation: number;
  readonly value: number;
}

/** Converts RGB to HSV; a grey has hue 0. */
export function toHsv({ red, green, blue }: Rgb): Hsv {
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue);
  const sector =
    span === 0
      ? 0
      : most === red
        ? ((green - blue) / span + 6) % 6
        : most === green
          ? (blue - red) / span + 2
          : (red - green) / span + 4;
  return {
    hue: Math.round(sector * 60) % 360,
    saturation: most === 0 ? 0 : Math.round((span / most) * 100),
    value: Math.round((most / 255) * 100)
  };
}

/** Converts HSV to RGB. */
export function toRgb({ hue, saturation, value }: Hsv): Rgb {
  const component = (offset: number): number => {
    const position = (offset + hue / 60) % 6;
    const share = Math.max(0, Math.min(position, 4 - position, 1));
    return Math.round((value / 100) * (1 - (saturation / 100) * share) * 255);
  };
  return { red: component(5), green: component(3), blue: component(1) };
}

/** Formats a colour for CSS, `rgb(255 140 0)`. */
export function toCss({ red, green, blue }: Rgb): string {
  return `rgb(${red} ${green} ${blue})`;
}

/** The white of a lamp with a warm and a cold component: each 0–255 (the Z-Wave range [A]). */
export interface White {
  readonly warm: number;
  readonly cold: number;
}

/** Returns how cold a white is, 0–100. It is 50 if both components are equal, also if both are 0. */
export function toColdness({ warm, cold }: White): number {
  if (warm === cold) return 50;
  return Math.round(warm > cold ? (cold / warm) * 50 : 100 - (warm / cold) * 50);
}

/**
 * Returns the white of a coldness with the brightness of `before`: the stronger component stays the same. From black it
 * is full brightness.
 */
export function toWhite(coldness: number, before: White): White {
  const most = Math.max(before.warm, before.cold) || 255;
  const weaker = Math.round((most * Math.min(coldness, 100 - coldness)) / 50);
  return coldness > 50 ? { warm: weaker, cold: most } : { warm: most, cold: weaker };
}

/** Returns black or white, whichever is legible on the colour, by the relative luminance of WCAG 2. */
export function inkOn({ red, green, blue }: Rgb): string {
  const [r, g, b] = [red, green, blue].map((component) => {
    const share = component / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
  return luminance > 0.179 ? '#000' : '#fff';
}

/** Chosen values of components, each 0–255. */
export type Components = Readonly<Partial<Record<ColorComponent, number>>>;

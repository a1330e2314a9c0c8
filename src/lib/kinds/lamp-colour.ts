import type { Device, Params } from '#shared/home';
import { readSwitchBinary } from '#shared/interfaces/switch-binary';
import { readSwitchColor, type ColorComponent } from '#shared/interfaces/switch-color';
import type { Components, Rgb, White } from '$lib/components/colour';

const MIXED: readonly ColorComponent[] = ['Red', 'Green', 'Blue'];

/** Whether a lamp has red, green and blue. */
const mixes = (components: readonly ColorComponent[]): boolean =>
  MIXED.every((component) => components.includes(component));

/**
 * Returns the mixed colour of a lamp, each component 0–255; undefined if the lamp has no red, green and blue. Unknown
 * components count as 0.
 */
export function rgbOf(params: Params): Rgb | undefined {
  const { components, values } = readSwitchColor(params);
  if (!mixes(components)) return undefined;
  return { red: values['Red'] ?? 0, green: values['Green'] ?? 0, blue: values['Blue'] ?? 0 };
}

/** Returns the warm and cold white of a lamp; undefined if it mixes colours, or lacks one of them. */
export function whiteOf(params: Params): White | undefined {
  const { components, values } = readSwitchColor(params);
  if (mixes(components) || !components.includes('WarmWhite') || !components.includes('ColdWhite'))
    return undefined;
  return { warm: values['WarmWhite'] ?? 0, cold: values['ColdWhite'] ?? 0 };
}

/** Returns the components with a slider of their own: all that are not mixed. */
export function furtherComponentsOf(params: Params): readonly { name: ColorComponent; value: number }[] {
  const { components, values } = readSwitchColor(params);
  return components
    .filter((name) => !mixes(components) || !MIXED.includes(name))
    .map((name) => ({ name, value: values[name] ?? 0 }));
}

const WHITES: readonly ColorComponent[] = ['WarmWhite', 'ColdWhite'];
const COLOURS: readonly ColorComponent[] = [...MIXED, 'Amber', 'Cyan', 'Purple'];

/** Completes chosen components for a lamp: a colour puts out its whites, a white puts out its colours. */
export function completeColour(params: Params, chosen: Components): Components {
  const isLit = (names: readonly ColorComponent[]) => names.some((name) => (chosen[name] ?? 0) > 0);
  const out = [...(isLit(COLOURS) ? WHITES : []), ...(isLit(WHITES) ? COLOURS : [])];
  const { components } = readSwitchColor(params);
  const zeros = components.filter((name) => out.includes(name)).map((name) => [name, 0] as const);
  return { ...Object.fromEntries(zeros), ...chosen };
}

/** The light of a lamp that is all warm white, and of one that is all cold white. */
const WARM: Rgb = { red: 255, green: 180, blue: 107 };
const COLD: Rgb = { red: 201, green: 222, blue: 255 };

/** Returns the colour that tints a lamp's tile: its own, or the warmth of its white. Undefined if the lamp is dead, off or has none. */
export function tintOf({ alive, interfaces, params }: Device): Rgb | undefined {
  if (!alive || !interfaces.includes('SwitchColor') || readSwitchBinary(params).isOn !== true)
    return undefined;
  const rgb = rgbOf(params);
  if (rgb) return rgb.red + rgb.green + rgb.blue > 0 ? rgb : undefined;
  const white = whiteOf(params);
  return white && white.warm + white.cold > 0 ? mixWhite(white) : undefined;
}

function mixWhite({ warm, cold }: White): Rgb {
  const share = cold / (warm + cold);
  const mix = (of: keyof Rgb) => Math.round(WARM[of] * (1 - share) + COLD[of] * share);
  return { red: mix('red'), green: mix('green'), blue: mix('blue') };
}

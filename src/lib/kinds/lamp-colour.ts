import type { Rgb, White } from '$lib/components/colour';
import type { Device, Params } from '#shared/home';
import { readSwitchBinary } from '#shared/interfaces/switch-binary';
import { readSwitchColor, type ColorComponent } from '#shared/interfaces/switch-color';

const MIXED: readonly ColorComponent[] = ['Red', 'Green', 'Blue'];

/** Whether red, green and blue are all there to be mixed. */
const mixes = (components: readonly ColorComponent[]): boolean =>
  MIXED.every((component) => components.includes(component));

/** The colour that a lamp mixes, each component 0–255; undefined where it mixes none. What is not known of it counts as dark. */
export function rgbOf(params: Params): Rgb | undefined {
  const { components, values } = readSwitchColor(params);
  if (!mixes(components)) return undefined;
  return { red: values['Red'] ?? 0, green: values['Green'] ?? 0, blue: values['Blue'] ?? 0 };
}

/** The white that a lamp mixes of a warm and a cold one; undefined where it mixes colours, or lacks either. */
export function whiteOf(params: Params): White | undefined {
  const { components, values } = readSwitchColor(params);
  if (mixes(components) || !components.includes('WarmWhite') || !components.includes('ColdWhite'))
    return undefined;
  return { warm: values['WarmWhite'] ?? 0, cold: values['ColdWhite'] ?? 0 };
}

/** The components that have a slider of their own: all but those that are mixed. */
export function furtherComponentsOf(params: Params): readonly { name: ColorComponent; value: number }[] {
  const { components, values } = readSwitchColor(params);
  return components
    .filter((name) => !mixes(components) || !MIXED.includes(name))
    .map((name) => ({ name, value: values[name] ?? 0 }));
}

/** The colour that tints a lamp's tile: its own while it is alive and on; undefined where it shows none. */
export function tintOf({ alive, interfaces, params }: Device): Rgb | undefined {
  if (!alive || !interfaces.includes('SwitchColor') || readSwitchBinary(params).isOn !== true)
    return undefined;
  const rgb = rgbOf(params);
  return rgb && rgb.red + rgb.green + rgb.blue > 0 ? rgb : undefined;
}

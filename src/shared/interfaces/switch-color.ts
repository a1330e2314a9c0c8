import * as v from 'valibot';
import type { Params } from '#shared/home';
import { defineCommand } from '#shared/interfaces/interface';
import { readNumbers, readTexts } from '#shared/read';

/** The components that a colour lamp can have (document 2.5) [D]. */
export const COLOR_COMPONENTS = [
  'WarmWhite',
  'ColdWhite',
  'Red',
  'Green',
  'Blue',
  'Amber',
  'Cyan',
  'Purple',
  'Indexed'
] as const;
export type ColorComponent = (typeof COLOR_COMPONENTS)[number];

/** The maximum value of a component [A]: Z-Wave uses 0 to 255. */
const FULL_COMPONENT = 255;
/** The allowed difference between a reported and a commanded component, of 255: lamps round. */
const COMPONENT_TOLERANCE = 3;
const COLOR_DEADLINE_MS = 10_000;

/** SwitchColor (document 2.5) [D]: the lamp's components, and their known values (0 to 255 [A]). */
export function readSwitchColor(params: Params) {
  const supported = readTexts(params['supportedComponents']);
  const values = readNumbers(params['currentComponentValues']);
  return {
    components: COLOR_COMPONENTS.filter((component) => supported.includes(component)),
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        Math.min(FULL_COMPONENT, Math.max(0, Math.round(value)))
      ])
    )
  };
}

const componentValue = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(FULL_COMPONENT));

/** `setColor {components: {Red: 255, …}}` [A]. Other components stay unchanged. */
export const setColor = defineCommand({
  method: 'setColor',
  mark: 'A',
  args: v.object({
    components: v.pipe(
      v.record(v.picklist(COLOR_COMPONENTS), componentValue),
      v.check((components) => Object.keys(components).length > 0)
    )
  }),
  sets: ({ components }) =>
    Object.keys(components)
      .sort()
      .map((name) => `currentComponentValues.${name}`),
  apply: (params, { components }) => ({
    ...params,
    currentComponentValues: { ...readSwitchColor(params).values, ...components }
  }),
  expect({ components }) {
    const wanted = Object.entries(components);
    const distance = (params: Params) => {
      const { values } = readSwitchColor(params);
      return Math.max(...wanted.map(([name, value]) => Math.abs((values[name] ?? Infinity) - value)));
    };
    return {
      kind: 'moving',
      deadlineMs: COLOR_DEADLINE_MS,
      distance,
      matches: (params) => distance(params) <= COMPONENT_TOLERANCE
    };
  }
});

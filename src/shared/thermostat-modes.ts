/** A mode, its number in Z-Wave, and what controllers and drivers call it besides its name. Case, spaces and signs do not matter. */
interface NamedMode {
  readonly number: number;
  readonly name: string;
  readonly spellings?: readonly string[];
}

/**
 * The modes of a thermostat and the setpoints that they aim at: Z-Wave numbers both alike. A name is that of the controller's API
 * where it has one [O], and the key of its label: `mode.Heat`. The numbers between are reserved.
 */
export const THERMOSTAT_MODES = [
  { number: 0, name: 'Off' },
  { number: 1, name: 'Heat', spellings: ['Heating', 'Heating 1'] },
  { number: 2, name: 'Cool', spellings: ['Cooling', 'Cooling 1'] },
  { number: 3, name: 'Auto', spellings: ['Automatic'] },
  {
    number: 4,
    name: 'Auxiliary',
    spellings: ['Aux', 'Aux heat', 'Auxiliary heat', 'Auxiliary heating', 'Emergency heat']
  },
  { number: 5, name: 'Resume', spellings: ['Resume (on)'] },
  { number: 6, name: 'Fan', spellings: ['Fan only'] },
  { number: 7, name: 'Furnace' },
  { number: 8, name: 'Dry', spellings: ['Dry air'] },
  { number: 9, name: 'Moist', spellings: ['Moist air'] },
  { number: 10, name: 'AutoChangeover' },
  {
    number: 11,
    name: 'EnergySaveHeating',
    spellings: ['Energy heat', 'Energy save heat', 'Heat econ', 'Heating econ', 'Heat eco']
  },
  {
    number: 12,
    name: 'EnergySaveCooling',
    spellings: ['Energy cool', 'Energy save cool', 'Cool econ', 'Cooling econ', 'Cool eco']
  },
  { number: 13, name: 'Away', spellings: ['Away heat', 'Away heating'] },
  { number: 14, name: 'AwayCooling', spellings: ['Away cool'] },
  { number: 15, name: 'FullPower' },
  { number: 31, name: 'ManufacturerSpecific' }
] as const satisfies readonly NamedMode[];

/** The modes of a thermostat's fan. `Auto`, `On` and `Off` are those of controllers without speeds [A]: they have no number. */
export const THERMOSTAT_FAN_MODES = [
  { number: 0, name: 'AutoLow' },
  { number: 1, name: 'Low' },
  { number: 2, name: 'AutoHigh' },
  { number: 3, name: 'High' },
  { number: 4, name: 'AutoMedium' },
  { number: 5, name: 'Medium' },
  { number: 6, name: 'Circulation', spellings: ['Circulate'] },
  { number: 7, name: 'HumidityCirculation' },
  { number: 8, name: 'LeftAndRight', spellings: ['Left right'] },
  { number: 9, name: 'UpAndDown', spellings: ['Up down'] },
  { number: 10, name: 'Quiet' },
  { number: 11, name: 'ExternalCirculation' }
] as const satisfies readonly NamedMode[];

/** The name of a known mode, or of what a setpoint is for. */
export type ThermostatModeName = (typeof THERMOSTAT_MODES)[number]['name'];
/** The name of a known mode of a fan. */
export type FanModeName = (typeof THERMOSTAT_FAN_MODES)[number]['name'];

/** A name without its case, spaces and signs. */
const bare = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const bySpelling = <Mode extends NamedMode>(modes: readonly Mode[]): ReadonlyMap<string, Mode> =>
  new Map(
    modes.flatMap((mode) =>
      [mode.name, ...(mode.spellings ?? [])].map((spelling) => [bare(spelling), mode] as const)
    )
  );
const modesBySpelling = bySpelling<(typeof THERMOSTAT_MODES)[number]>(THERMOSTAT_MODES);
const fanModesBySpelling = bySpelling<(typeof THERMOSTAT_FAN_MODES)[number]>(THERMOSTAT_FAN_MODES);

/** Returns the known mode or setpoint that a controller calls so, in any spelling: its number and its name. Undefined for another one. */
export const thermostatModeOf = (spelling: string) => modesBySpelling.get(bare(spelling));

/** Returns the known mode of a fan that a controller calls so, in any spelling. Undefined for another one. */
export const thermostatFanModeOf = (spelling: string) => fanModesBySpelling.get(bare(spelling));

/** Returns the name of the mode or setpoint with a number; undefined for a reserved one. */
export const thermostatModeName = (number: number): ThermostatModeName | undefined =>
  THERMOSTAT_MODES.find((mode) => mode.number === number)?.name;

/** Returns the name of the mode of a fan with a number; undefined for a reserved one. */
export const thermostatFanModeName = (number: number): FanModeName | undefined =>
  THERMOSTAT_FAN_MODES.find((mode) => mode.number === number)?.name;

/** Whether two names are spellings of one mode, or a mode and its setpoint. */
export const isSameThermostatMode = (one: string, other: string): boolean =>
  bare(thermostatModeOf(one)?.name ?? one) === bare(thermostatModeOf(other)?.name ?? other);

/** The setpoints of modes that have not simply that of their number: the first of the lists that a thermostat has any of. */
const TARGETS: Readonly<Partial<Record<ThermostatModeName, readonly (readonly ThermostatModeName[])[]>>> = {
  Auto: [['Auto'], ['Heat', 'Cool']],
  Auxiliary: [['Auxiliary'], ['Heat']],
  Away: [['Away', 'AwayCooling']]
};

/**
 * Returns what a mode aims at, of the setpoints that a thermostat has: its own one; in `Auto` those of heating and cooling. Empty where
 * the mode has none, such as `Off`: another mode's target says nothing of it.
 * @param types what the setpoints are for, as the controller names them
 */
export function setpointTypesOfMode(mode: string, types: readonly string[]): readonly string[] {
  const known = thermostatModeOf(mode)?.name;
  const lists = (known && TARGETS[known]) ?? [[mode]];
  const found = lists.map((list) =>
    list.flatMap((wanted) => types.filter((type) => isSameThermostatMode(type, wanted)))
  );
  return found.find((each) => each.length > 0) ?? [];
}

import * as v from 'valibot';
import type { Device } from '#shared/home';
import { withFaults } from '#shared/node-faults';
import { Ids, NO_IDS } from '../../../proxy/sources/zwave-js/ids';
import { NodesHome } from '../../../proxy/sources/zwave-js/nodes-home';
import { nodeSchema } from '../../../proxy/sources/zwave-js/protocol';
import { FakeClock } from '../../support/fake-clock';

/** A value of a node as the server sends it. */
export interface Value {
  readonly endpoint?: number;
  readonly commandClass: number;
  readonly property: string;
  readonly propertyKey?: number | string;
  readonly [field: string]: unknown;
}

/** Puts values at another endpoint than the first. */
export const at = (endpoint: number, values: readonly Value[]): readonly Value[] =>
  values.map((value) => ({ ...value, endpoint }));

/** Command class 37. */
export const relay = (value = true): readonly Value[] => [
  { commandClass: 37, property: 'currentValue', value },
  { commandClass: 37, property: 'targetValue' }
];

/** Command class 38, with how it moves. */
export const levels = (value = 50): readonly Value[] => [
  { commandClass: 38, property: 'currentValue', value },
  { commandClass: 38, property: 'targetValue' },
  { commandClass: 38, property: 'Up' },
  { commandClass: 38, property: 'Down' }
];

/** Command class 51: red, green and blue. */
export const colours = (): readonly Value[] => [
  { commandClass: 51, property: 'currentColor', value: { red: 255, green: 0, blue: 0 } },
  { commandClass: 51, property: 'targetColor' },
  ...['Red', 'Green', 'Blue'].map((propertyKeyName, index) => ({
    commandClass: 51,
    property: 'currentColor',
    propertyKey: index + 2,
    propertyKeyName,
    value: 255
  }))
];

/** A measured value of command class 49. */
export const measured = (sensorType: number, name: string, value: number, unit: string): readonly Value[] => [
  {
    commandClass: 49,
    property: name,
    propertyName: name,
    value,
    metadata: { unit, ccSpecific: { sensorType } }
  }
];
export const celsius = (value: number) => measured(1, 'Air temperature', value, '°C');
export const fahrenheit = (value: number) => measured(1, 'Air temperature', value, '°F');

/** Energy in kWh and power in W of command class 50. */
export const meter = (kWh: number, watts: number): readonly Value[] =>
  [
    { scale: 0, unit: 'kWh', value: kWh, propertyKey: 65_537 },
    { scale: 2, unit: 'W', value: watts, propertyKey: 66_049 }
  ].map(({ scale, unit, value, propertyKey }) => ({
    commandClass: 50,
    property: 'value',
    propertyKey,
    propertyName: 'value',
    value,
    metadata: { label: `Electric Consumption [${unit}]`, unit, ccSpecific: { meterType: 1, scale } }
  }));

/** The names of thermostat modes as the driver writes them. */
const MODES: Readonly<Record<number, string>> = {
  0: 'Off',
  1: 'Heat',
  2: 'Cool',
  3: 'Auto',
  11: 'Energy heat',
  15: 'Full power',
  31: 'Manufacturer specific'
};

/** Command classes 64 and 67: a mode among these, and setpoints by their types. */
export const thermostat = (
  mode: number,
  modes: readonly number[],
  setpoints: Readonly<Record<number, number>>,
  unit = '°C'
): readonly Value[] => [
  {
    commandClass: 64,
    property: 'mode',
    value: mode,
    metadata: { states: Object.fromEntries(modes.map((each) => [each, MODES[each] ?? `Mode ${each}`])) }
  },
  ...Object.entries(setpoints).map(([type, value]) => ({
    commandClass: 67,
    property: 'setpoint',
    propertyKey: Number(type),
    value,
    metadata: { unit }
  }))
];

/** A variable of a notification (command class 113), calm unless a state is given. */
export const told = (
  type: number,
  name: string,
  variable: string,
  states: Readonly<Record<number, string>>,
  value = 0
): readonly Value[] => [
  {
    commandClass: 113,
    property: name,
    propertyName: name,
    propertyKey: variable,
    propertyKeyName: variable,
    value,
    metadata: { states: { 0: 'idle', ...states }, ccSpecific: { notificationType: type } }
  }
];

/** A binary sensor of command class 48. */
export const sensed = (sensorType: number, name: string, value = false): readonly Value[] => [
  {
    commandClass: 48,
    property: name,
    propertyName: name,
    value,
    metadata: { ccSpecific: { sensorType } }
  }
];

/** Command class 98. */
export const bolt = (mode: number): readonly Value[] => [
  { commandClass: 98, property: 'currentMode', value: mode },
  { commandClass: 98, property: 'targetMode' }
];

/** Command class 102: a garage door that is closed. */
export const barrier = (state = 0): readonly Value[] => [
  { commandClass: 102, property: 'currentState', value: state },
  { commandClass: 102, property: 'targetState' }
];

/** Command class 128. */
export const battery = (level: number): readonly Value[] => [
  { commandClass: 128, property: 'level', value: level },
  { commandClass: 128, property: 'isLow', value: false }
];

/** Generic and specific device class. */
export type Kind = readonly [generic: number, specific: number];

/** A product: its label and description as the driver knows them, its device class, those of its endpoints, and its values. */
export interface Product {
  readonly label: string;
  readonly description: string;
  readonly kind: Kind | null;
  readonly endpoints?: Readonly<Record<number, Kind>>;
  /** Command classes that no value shows. */
  readonly classes?: readonly number[];
  readonly values: readonly Value[];
  readonly isReady?: false;
}

const classOf = (kind: Kind | null | undefined) =>
  kind ? { generic: { key: kind[0] }, specific: { key: kind[1] } } : null;

/** The devices of a product that is in a room called "Room". */
export function devicesOf(product: Product): readonly Device[] {
  const { label, description, kind, values, classes = [], endpoints = {}, isReady = true } = product;
  const indices = [...new Set([0, ...values.map(({ endpoint = 0 }) => endpoint)])];
  const node = v.parse(nodeSchema, {
    nodeId: 2,
    status: 4,
    ready: isReady,
    interviewStage: isReady ? 'Complete' : 'ProtocolInfo',
    name: isReady ? 'It' : '',
    location: 'Room',
    label,
    deviceConfig: { label, description },
    deviceClass: classOf(kind),
    endpoints: indices.map((index) => ({
      index,
      deviceClass: classOf(endpoints[index]),
      commandClasses: index === 0 ? classes.map((id) => ({ id })) : []
    })),
    values: values.map((value) => ({ endpoint: 0, propertyName: '', metadata: {}, ...value }))
  });
  const home = new NodesHome({
    homeId: 7,
    ids: new Ids(NO_IDS, () => undefined),
    clock: new FakeClock(),
    isDoubtful: () => false
  });
  home.load([node]);
  return withFaults([...(home.served?.devices.values() ?? [])]);
}

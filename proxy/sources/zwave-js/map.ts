import type { Params } from '#shared/home';
import { CLASS, ENTRY_CONTROL, LOCK_CLASSES } from './classes';
import { isThermostatNode, loadOf } from './load';
import { barrierParts, climateParts, sensorParts } from './map-sensors';
import { commandClassesOf, deviceClassesOf } from './node-kind';
import { EndpointValues, targets, type Part } from './parts';
import type { NodeState, NodeValue } from './protocol';

const LEVEL_MAX = 99;

/** A level, 0 to 99; undefined if it is not known. */
export const levelOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= 100
    ? Math.min(LEVEL_MAX, Math.round(value))
    : undefined;

/** Whether a node may be a lock: then nothing of it is ever written. One of which anything was left out may be one. */
export function isLockNode(node: NodeState): boolean {
  return (
    node.isCut ||
    commandClassesOf(node).some((each) => LOCK_CLASSES.includes(each)) ||
    deviceClassesOf(node).some((kind) => kind?.generic.key === ENTRY_CONTROL)
  );
}

/** The parts of an endpoint, the main one first. */
export function partsOf(node: NodeState, endpoint: number): Part[] {
  const values = new EndpointValues(node.values.filter((value) => value.endpoint === endpoint));
  const main = isLockNode(node)
    ? lockParts(values)
    : [
        ...controlParts(node, endpoint, values),
        ...climateParts(values).map((part) => withValve(part, values))
      ];
  return [...main, ...barrierParts(values), ...sensorParts(values)];
}

/** A lock shows its state, and has no target. */
function lockParts(values: EndpointValues): Part[] {
  const mode = values.get(CLASS.doorLock, 'currentMode');
  const status = values.get(CLASS.binarySwitch, 'currentValue');
  const source = mode ?? status;
  if (!source) return [];
  const params = mode
    ? { ...(typeof mode.value === 'number' && { locked: mode.value === 255 }) }
    : { ...(typeof status?.value === 'boolean' && { Status: status.value }) };
  return [
    {
      key: 'lock',
      type: 'DevDoorLock',
      role: '',
      interfaces: ['DoorLock'],
      params,
      label: '',
      sources: [source],
      targets: {}
    }
  ];
}

function controlParts(node: NodeState, endpoint: number, values: EndpointValues): Part[] {
  const covers = values
    .of(CLASS.windowCovering)
    .filter(({ property, propertyKey }) => property === 'currentValue' && Number(propertyKey) % 2 === 1);
  if (covers.length > 0) return covers.map((current) => coverPart(values, current));
  const current = values.get(CLASS.multilevelSwitch, 'currentValue');
  if (current && !isThermostatNode(node)) return [multilevelPart(node, endpoint, values, current)];
  const status = values.get(CLASS.binarySwitch, 'currentValue');
  if (!status) return [];
  const target = values.get(CLASS.binarySwitch, 'targetValue');
  return [
    {
      key: 'switch',
      type: 'DevSwitch',
      role: '',
      interfaces: ['SwitchBinary'],
      label: '',
      params: typeof status.value === 'boolean' ? { Status: status.value } : {},
      sources: [status],
      targets: { ...(target && { status: target }) }
    }
  ];
}

const SHUTTER = ['SwitchBinary', 'SwitchMultilevel', 'Shutter'];

function coverPart(values: EndpointValues, current: NodeValue): Part {
  const { propertyKey } = current;
  const find = (property: string) => values.get(CLASS.windowCovering, property, propertyKey);
  return {
    key: `cover ${String(propertyKey)}`,
    type: 'DevShutter',
    role: '',
    interfaces: SHUTTER,
    label: current.propertyKeyName,
    params: levelParams(current),
    sources: [current],
    targets: targets({ level: find('targetValue'), up: find('levelChangeUp'), down: find('levelChangeDown') })
  };
}

function multilevelPart(node: NodeState, endpoint: number, values: EndpointValues, current: NodeValue): Part {
  const find = (property: string) => values.get(CLASS.multilevelSwitch, property);
  const moves = {
    level: find('targetValue'),
    up: find('Up') ?? find('Open'),
    down: find('Down') ?? find('Close')
  };
  const color = values.get(CLASS.colorSwitch, 'currentColor');
  const load = loadOf(node, endpoint, color !== undefined);
  const base = {
    key: 'level',
    role: '',
    label: '',
    sources: [current],
    params: levelParams(current),
    ...(load.icon !== undefined && { icon: load.icon })
  };
  if (load.kind === 'cover')
    return {
      ...base,
      type: 'DevShutter',
      interfaces: [...SHUTTER, ...load.interfaces],
      targets: targets(moves)
    };
  const interfaces = ['SwitchBinary', 'SwitchMultilevel', ...load.interfaces];
  const isLamp = load.kind === 'lamp';
  if (!color)
    return {
      ...base,
      type: isLamp ? 'DevDimmer' : 'DevSwitchMultilevel',
      interfaces,
      targets: targets(moves)
    };
  return {
    ...base,
    type: isLamp ? 'DecDimmerColor' : 'DevSwitchMultilevel',
    interfaces: [...interfaces, 'SwitchColor'],
    params: { ...base.params, ...colorParams(color, values) },
    sources: [current, color],
    targets: targets({ ...moves, color: values.get(CLASS.colorSwitch, 'targetColor') })
  };
}

/** A thermostat with how far its valve is open, where its node says so. It regulates that itself: nothing is written to it. */
function withValve(thermostat: Part, values: EndpointValues): Part {
  const valve = values.get(CLASS.multilevelSwitch, 'currentValue');
  if (!valve) return thermostat;
  const position = levelOf(valve.value);
  return {
    ...thermostat,
    params: { ...thermostat.params, ...(position !== undefined && { valvePosition: position }) },
    sources: [...thermostat.sources, valve]
  };
}

function levelParams({ value }: NodeValue): Params {
  const level = levelOf(value);
  return level === undefined ? {} : { Level: level, Status: level > 0 };
}

/** The components by the names of the driver, such as `warmWhite`. */
export const colorNameOf = (component: string): string =>
  component.charAt(0).toLowerCase() + component.slice(1);

function colorParams(color: NodeValue, values: EndpointValues): Params {
  const supported = values
    .of(CLASS.colorSwitch)
    .filter(({ property, propertyKey }) => property === 'currentColor' && propertyKey !== undefined)
    .map(({ propertyKeyName }) => propertyKeyName.replace(' ', ''));
  const now = new Map(typeof color.value === 'object' ? Object.entries(color.value) : []);
  const known = supported.flatMap((name) => {
    const value = now.get(colorNameOf(name));
    return value === undefined ? [] : [[name, value] as const];
  });
  return { supportedComponents: supported, currentComponentValues: Object.fromEntries(known) };
}

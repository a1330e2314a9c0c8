import { isRecord } from '#shared/home';
import type { PreparedCommand } from '#shared/interfaces/interface';
import { setColor } from '#shared/interfaces/switch-color';
import { shutter, stop } from '#shared/interfaces/shutter';
import { setStatus } from '#shared/interfaces/switch-binary';
import { setLevel, startLevelChange, stopLevelChange } from '#shared/interfaces/switch-multilevel';
import { setFanMode } from '#shared/interfaces/thermostat-fan-mode';
import { setMode } from '#shared/interfaces/thermostat-mode';
import { setSetpoint } from '#shared/interfaces/thermostat-setpoint';
import { CLASS, LOCK_CLASSES } from './classes';
import { colorNameOf } from './map';
import type { Part } from './parts';
import { modeNameOf } from './map-sensors';
import type { NodeState, NodeValue, ValueId } from './protocol';

/** A value to write. */
export interface Write {
  readonly target: ValueId;
  readonly value: unknown;
  /** Whether it stops a movement. The position is polled then. */
  readonly isStop: boolean;
}

const MAX_LEVEL = 99;
/** "On, at the last level". */
const LAST_LEVEL = 255;

/** What a command writes to a part of a node; null if the part has no target for it. */
export function writeOf(part: Part, { call }: PreparedCommand, node: NodeState): Write | null {
  const { method, params } = call;
  const chosen = choose(part, method, params, node);
  // The last gate: whatever a map says, these are never written.
  if (!chosen?.target || LOCK_CLASSES.includes(chosen.target.commandClass)) return null;
  const { endpoint, commandClass, property, propertyKey } = chosen.target;
  return {
    target: { endpoint, commandClass, property, ...(propertyKey !== undefined && { propertyKey }) },
    value: chosen.value,
    isStop: method === stop.method || method === stopLevelChange.method
  };
}

interface Choice {
  readonly target: ValueId | undefined;
  readonly value: unknown;
}

function choose(
  { targets, interfaces }: Part,
  method: string,
  params: Readonly<Record<string, unknown>>,
  node: NodeState
): Choice | null {
  switch (method) {
    case setStatus.method: {
      const isOn = params['status'] === true;
      if (targets['status']) return { target: targets['status'], value: isOn };
      const on = interfaces.includes(shutter.name) ? MAX_LEVEL : LAST_LEVEL;
      return { target: targets['level'], value: isOn ? on : 0 };
    }
    case setLevel.method:
      return { target: targets['level'], value: clamp(params['level']) };
    case startLevelChange.method:
      return { target: targets[params['direction'] === 'up' ? 'up' : 'down'], value: true };
    case stop.method:
    case stopLevelChange.method:
      return { target: targets['up'], value: false };
    case setColor.method:
      return { target: targets['color'], value: colorsOf(params['components']) };
    case setMode.method:
      return modeChoice(targets['mode'], params['mode'], node, CLASS.thermostatMode);
    case setFanMode.method:
      return modeChoice(targets['fan'], params['fanMode'], node, CLASS.thermostatFanMode);
    case setSetpoint.method:
      return { target: targets[`setpoint ${String(params['setpointType'])}`], value: params['setpoint'] };
    default:
      return null;
  }
}

const clamp = (level: unknown) => Math.min(MAX_LEVEL, Math.max(0, Math.round(Number(level))));

const colorsOf = (components: unknown) =>
  Object.fromEntries(
    Object.entries(isRecord(components) ? components : {}).map(([name, value]) => [colorNameOf(name), value])
  );

function modeChoice(
  target: ValueId | undefined,
  mode: unknown,
  node: NodeState,
  commandClass: number
): Choice | null {
  const states: NodeValue['metadata']['states'] =
    node.values.find(
      (value) =>
        value.commandClass === commandClass &&
        value.endpoint === target?.endpoint &&
        value.property === 'mode'
    )?.metadata.states ?? {};
  const [number] = Object.entries(states).find(([key, label]) => modeNameOf(key, label) === mode) ?? [];
  return number === undefined ? null : { target, value: Number(number) };
}

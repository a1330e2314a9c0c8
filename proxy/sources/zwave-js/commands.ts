import { isRecord } from '#shared/home';
import type { CommandCall, PreparedCommand } from '#shared/interfaces/interface';
import { stop } from '#shared/interfaces/shutter';
import { setStatus } from '#shared/interfaces/switch-binary';
import { setColor } from '#shared/interfaces/switch-color';
import { setLevel, startLevelChange, stopLevelChange } from '#shared/interfaces/switch-multilevel';
import { setFanMode } from '#shared/interfaces/thermostat-fan-mode';
import { setMode } from '#shared/interfaces/thermostat-mode';
import { setSetpoint } from '#shared/interfaces/thermostat-setpoint';
import { LOCK_CLASSES } from './classes';
import { colorNameOf } from './map';
import { modeNumberOf } from './mode-names';
import type { Part } from './parts';
import { valueIdOf, type NodeValue, type ValueId } from './protocol';

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
export function writeOf(part: Part, { call }: PreparedCommand): Write | null {
  const { target, value } = choose(part, call);
  // The last gate: whatever a map says, these are never written.
  if (!target || LOCK_CLASSES.includes(target.commandClass)) return null;
  const isStop = call.method === stop.method || call.method === stopLevelChange.method;
  return { target: valueIdOf(target), value, isStop };
}

/** A value of a part, if it has it, and what to write. */
interface Choice {
  readonly target: NodeValue | undefined;
  readonly value?: unknown;
}

function choose({ targets, interfaces }: Part, { method, params }: CommandCall): Choice {
  switch (method) {
    case setStatus.method: {
      const isOn = params['status'] === true;
      if (targets['status']) return { target: targets['status'], value: isOn };
      const on = interfaces.includes('Shutter') ? MAX_LEVEL : LAST_LEVEL;
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
      return modeChoice(targets['mode'], params['mode']);
    case setFanMode.method:
      return modeChoice(targets['fan'], params['fanMode']);
    case setSetpoint.method:
      return { target: targets[`setpoint ${String(params['setpointType'])}`], value: params['setpoint'] };
    default:
      return { target: undefined };
  }
}

const clamp = (level: unknown) => Math.min(MAX_LEVEL, Math.max(0, Math.round(Number(level))));

const colorsOf = (components: unknown) =>
  Object.fromEntries(
    Object.entries(isRecord(components) ? components : {}).map(([name, value]) => [colorNameOf(name), value])
  );

function modeChoice(target: NodeValue | undefined, mode: unknown): Choice {
  const number = target && modeNumberOf(target, mode);
  return { target: number === undefined ? undefined : target, value: number };
}

import type { Command, CommandTarget } from '#shared/interfaces/interface';
import { ack, setArmed } from '#shared/interfaces/sensor-binary';
import { stop } from '#shared/interfaces/shutter';
import { pulse, setStatus } from '#shared/interfaces/switch-binary';
import { setColor } from '#shared/interfaces/switch-color';
import { setLevel, startLevelChange, stopLevelChange } from '#shared/interfaces/switch-multilevel';
import { setFanMode } from '#shared/interfaces/thermostat-fan-mode';
import { setMode } from '#shared/interfaces/thermostat-mode';
import { setSetpoint } from '#shared/interfaces/thermostat-setpoint';

/** The interfaces that have readings or no parameters at all, and no commands. */
const WITHOUT_COMMANDS = [
  'SensorMultilevel',
  'ThermostatOperatingState',
  'WakeUp',
  'DoorLock',
  'Battery',
  'ZWaveDevice',
  'MultichannelEndpoint',
  'Version',
  'Association',
  'Gateway',
  'MultichannelRoot',
  'ParentDevice',
  'ChildDevice'
];

/** The commands of every interface that this build knows (document 2.5), by the interface’s name without spaces. */
export const INTERFACES: ReadonlyMap<string, readonly Command[]> = new Map<string, readonly Command[]>([
  ['SwitchBinary', [setStatus, pulse]],
  ['SwitchMultilevel', [setLevel, startLevelChange, stopLevelChange]],
  ['Shutter', [startLevelChange, stop]],
  ['SwitchColor', [setColor]],
  ['SensorBinary', [setArmed, ack]],
  ['ThermostatMode', [setMode]],
  ['ThermostatSetpoint', [setSetpoint]],
  ['ThermostatFanMode', [setFanMode]],
  ...WITHOUT_COMMANDS.map((name) => [name, []] as const)
]);

/**
 * The commands that a device offers by its interfaces and parameters, without duplicates, in the order of its
 * interfaces.
 */
export function offeredCommands(target: CommandTarget): Command[] {
  const commands = target.interfaces.flatMap((name) => INTERFACES.get(name) ?? []);
  return [...new Set(commands)].filter((command) => command.isOffered(target));
}

/** Finds a command by its method among those that a device offers. */
export function findCommand(target: CommandTarget, method: string): Command | undefined {
  return offeredCommands(target).find((command) => command.method === method);
}

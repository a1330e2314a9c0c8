import { doorLock } from '#shared/interfaces/door-lock';
import { facts } from '#shared/interfaces/facts';
import type { Command, CommandTarget, Interface } from '#shared/interfaces/interface';
import { sensorBinary } from '#shared/interfaces/sensor-binary';
import { sensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { shutter } from '#shared/interfaces/shutter';
import { switchBinary } from '#shared/interfaces/switch-binary';
import { switchColor } from '#shared/interfaces/switch-color';
import { switchMultilevel } from '#shared/interfaces/switch-multilevel';
import { thermostatFanMode } from '#shared/interfaces/thermostat-fan-mode';
import { thermostatMode } from '#shared/interfaces/thermostat-mode';
import { thermostatOperatingState } from '#shared/interfaces/thermostat-operating-state';
import { thermostatSetpoint } from '#shared/interfaces/thermostat-setpoint';
import { wakeUp } from '#shared/interfaces/wake-up';

/** All interfaces that this build knows, by name. A new one is one file and one line here. */
export const INTERFACES: ReadonlyMap<string, Interface> = new Map(
  [
    switchBinary,
    switchMultilevel,
    shutter,
    switchColor,
    sensorBinary,
    sensorMultilevel,
    thermostatMode,
    thermostatSetpoint,
    thermostatOperatingState,
    thermostatFanMode,
    wakeUp,
    doorLock,
    ...facts
  ].map((known) => [known.name, known])
);

/**
 * The commands that a device offers by its interfaces and parameters, without duplicates, in the order of its
 * interfaces.
 */
export function offeredCommands(target: CommandTarget): Command[] {
  const commands = target.interfaces.flatMap((name) => INTERFACES.get(name)?.commands ?? []);
  return [...new Set(commands)].filter((command) => command.isOffered(target));
}

/** Finds a command by its method among those that a device offers. */
export function findCommand(target: CommandTarget, method: string): Command | undefined {
  return offeredCommands(target).find((command) => command.method === method);
}

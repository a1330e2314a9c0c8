import type { CommandState } from '#shared/commands/command-entry';
import type { Device, Params } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { readLevel } from '#shared/interfaces/level';
import { readSwitchBinary, readThermostatMode, readThermostatSetpoint } from '#shared/interfaces/readings';
import { findCommand } from '#shared/interfaces/registry';
import { setStatus } from '#shared/interfaces/switch-binary';
import { COLOR_COMPONENTS, readSwitchColor, setColor } from '#shared/interfaces/switch-color';
import { setLevel } from '#shared/interfaces/switch-multilevel';
import { readThermostatFanMode, setFanMode } from '#shared/interfaces/thermostat-fan-mode';
import { setMode } from '#shared/interfaces/thermostat-mode';
import { setSetpoint } from '#shared/interfaces/thermostat-setpoint';
import { isLock } from '#shared/lock';
import { isMatched, type Job } from './job';

/** The states of commands that have or may have taken effect, and that no newer command replaced. */
const DONE: readonly CommandState[] = ['sending', 'accepted', 'confirmed', 'unconfirmed'];

/**
 * The calls that undo commands: each device goes back to its level, colour, modes and setpoints, or to on or off, as it was before. Left
 * out are devices that were there already, that were used since or never followed, or that cannot go back.
 * @param device a device as it is reported now
 */
export function undoCalls(
  commands: readonly Pick<Job, 'device' | 'state' | 'before' | 'expectation' | 'prepared'>[],
  device: (id: number) => Device | undefined
): (CommandCall & { readonly device: number })[] {
  return commands.flatMap((command) => {
    const target = device(command.device);
    if (!target || !command.before || !DONE.includes(command.state)) return [];
    const isDone = (params: Params) =>
      isMatched(command, params) || command.expectation?.rest?.matches(params) === true;
    // What was never confirmed may not have happened at all: then there is nothing to bring back.
    const isSettled = command.state === 'confirmed' || command.state === 'unconfirmed';
    const wasUsed = isSettled && !isDone(target.params);
    const calls =
      isDone(command.before) || wasUsed ? [] : callsBack(target, command.before, command.prepared.sets);
    return calls.map((call) => ({ device: target.id, ...call }));
  });
}

/** The calls that bring a device back to these values. `sets`: the values that the undone command sets, as in `PreparedCommand`. */
function callsBack(device: Device, before: Params, sets: readonly string[]): readonly CommandCall[] {
  if (isLock(device)) return [];
  const calls = [levelBack(device, before), colourBack(before), ...climateBack(device, before, sets)];
  return calls.flatMap((call) =>
    call && findCommand(device, call.method)?.prepare(call.params) ? [call] : []
  );
}

function levelBack(device: Device, before: Params): CommandCall | null {
  const level = readLevel(before);
  if (level !== undefined && findCommand(device, setLevel.method)) return setLevel.call({ level });
  const { isOn } = readSwitchBinary(before);
  return isOn === undefined ? null : setStatus.call({ status: isOn });
}

function colourBack(before: Params): CommandCall | null {
  const { values } = readSwitchColor(before);
  const components = Object.fromEntries(
    COLOR_COMPONENTS.flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value]];
    })
  );
  return Object.keys(components).length > 0 ? setColor.call({ components }) : null;
}

/**
 * The modes that the command sets, and the setpoints that it sets or that differ now: a device that sleeps still reports the value of before,
 * and would take the undone one when it wakes up.
 */
function climateBack(
  { params }: Device,
  before: Params,
  sets: readonly string[]
): readonly (CommandCall | null)[] {
  const { mode } = readThermostatMode(before);
  const { fanMode } = readThermostatFanMode(before);
  const now = readThermostatSetpoint(params).setpoints;
  const setpoints = Object.entries(readThermostatSetpoint(before).setpoints);
  return [
    mode === undefined || !sets.includes('currentMode') ? null : setMode.call({ mode }),
    fanMode === undefined || !sets.includes('currentFanMode') ? null : setFanMode.call({ fanMode }),
    ...setpoints.map(([setpointType, setpoint]) =>
      now[setpointType] === setpoint && !sets.includes(`currentSetpoints.${setpointType}`)
        ? null
        : setSetpoint.call({ setpoint, setpointType })
    )
  ];
}

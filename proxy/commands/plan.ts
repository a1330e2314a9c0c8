import { prepareCommand } from '#shared/commands/prepare-command';
import { fail, succeed, type Result } from '#shared/errors';
import type { CommandCall, PreparedCommand } from '#shared/interfaces/interface';
import { readSwitchBinary } from '#shared/interfaces/readings';
import type { CommandViewer } from '../live/command-messages';

/** A command for a device. */
export type DeviceCommand = CommandCall & { readonly device: number; readonly isQuiet?: true };

/** A command that is ready to be sent. */
export interface Planned {
  readonly device: number;
  readonly prepared: PreparedCommand;
  readonly isQuiet?: true;
}

/** Prepares one command for a device that the screen sees. */
export function planOne(
  { device: id, isQuiet, ...call }: DeviceCommand,
  { screen, device: find }: CommandViewer
): Result<Planned> {
  const device = find(id);
  if (!device)
    return screen.rights.rooms === null
      ? fail('not-found', 'The home has no such device.')
      : fail('limited-screen', 'This screen does not see that.');
  const prepared = prepareCommand(device, call);
  if (!prepared.ok) return prepared;
  // Quiet is what changes nothing: off for a device that is reported off.
  const isSilent =
    isQuiet && switchesOff(prepared.value.call) && readSwitchBinary(device.params).isOn === false;
  return succeed({ device: id, prepared: prepared.value, ...(isSilent && { isQuiet }) });
}

/** Prepares all commands. The detail of a refusal names the first one that cannot be sent. */
export function planAll(commands: readonly DeviceCommand[], viewer: CommandViewer): Result<Planned[]> {
  const planned: Planned[] = [];
  for (const [index, command] of commands.entries()) {
    const result = planOne(command, viewer);
    if (!result.ok)
      return { ok: false, error: { ...result.error, detail: { index, device: command.device } } };
    planned.push(result.value);
  }
  return succeed(planned);
}

/** Whether a command switches something off. */
export const switchesOff = ({ method, params }: CommandCall): boolean =>
  (method === 'setStatus' && params['status'] === false) || (method === 'setLevel' && params['level'] === 0);

import { switchesOff } from '#shared/commands/command-entry';
import { prepareCommand } from '#shared/commands/prepare-command';
import { fail, succeed, type Failure, type Result } from '#shared/errors';
import type { Device, NodeFault } from '#shared/home';
import type { CommandCall, PreparedCommand } from '#shared/interfaces/interface';
import { readSwitchBinary } from '#shared/interfaces/readings';
import { isModelOf } from '#shared/model';
import { faultAgainst } from '#shared/node-faults';
import type { Scene } from '#shared/scenes';
import type { ControllerState } from '#shared/wire-fields';
import { SIGNED_OUT } from '../controllers/renewal';
import type { CommandViewer } from '../home/live/viewer';
import type { TouchRules } from '../home/touch/touch-rules';
import type { Screen } from '../household/screens/screen';

/** A command for a device. */
export type DeviceCommand = CommandCall & { readonly device: number; readonly isQuiet?: true };

/** A command that is ready to be sent. */
export interface PlannedCommand {
  readonly device: number;
  readonly prepared: PreparedCommand;
  readonly isQuiet?: true;
}

/** Why a device does not take a call. */
interface Refusal {
  readonly ok: false;
  readonly error: Failure;
}

/** The devices that take no command. */
type ShowOnly = Pick<TouchRules, 'isShowOnly'>;

/** Why a device takes no call from anybody now: it only shows its state, or has a fault; undefined if it may take it. */
export function refusalOf(
  device: Device,
  call: CommandCall,
  { controller }: Pick<Screen, 'controller'>,
  touch: ShowOnly
): Refusal | undefined {
  if (touch.isShowOnly(controller, device)) return SHOW_ONLY;
  const fault = faultAgainst(device, call);
  return fault && FAULTY[fault];
}

/** Prepares one command for a device that the screen sees. One that only shows its state takes none, and one with a fault few. */
export function planOne(
  { device: id, isQuiet, ...call }: DeviceCommand,
  { screen, device: find }: CommandViewer,
  touch: ShowOnly
): Result<PlannedCommand> {
  const device = find(id);
  if (!device)
    return screen.rights.rooms === null
      ? fail('not-found', 'The home has no such device.')
      : fail('limited-screen', 'This screen does not see that.');
  const refusal = refusalOf(device, call, screen, touch);
  if (refusal) return refusal;
  const prepared = prepareCommand(device, call);
  if (!prepared.ok) return prepared;
  // Quiet is what changes nothing: off for a device that is reported off.
  const isSilent =
    isQuiet && switchesOff(prepared.value.call) && readSwitchBinary(device.params).isOn === false;
  return succeed({ device: id, prepared: prepared.value, ...(isSilent && { isQuiet }) });
}

/** Prepares all commands. The detail of a refusal names the first one that cannot be sent. */
export function planAll(
  commands: readonly DeviceCommand[],
  viewer: CommandViewer,
  touch: ShowOnly
): Result<PlannedCommand[]> {
  const planned: PlannedCommand[] = [];
  for (const [index, command] of commands.entries()) {
    const result = planOne(command, viewer, touch);
    if (!result.ok)
      return { ok: false, error: { ...result.error, detail: { index, device: command.device } } };
    planned.push(result.value);
  }
  return succeed(planned);
}

/** Prepares the commands of a scene, without those whose devices have gone, are other ones now, or don't take them: see `refusalOf`. */
export const planScene = (
  { commands }: Pick<Scene, 'commands'>,
  viewer: CommandViewer,
  touch: ShowOnly
): PlannedCommand[] =>
  commands.flatMap(({ model, ...command }) => {
    if (!isModelOf(model, viewer.device(command.device))) return [];
    const planned = planOne(command, viewer, touch);
    return planned.ok ? [planned.value] : [];
  });

/** Error for a command to a device that only shows its state. */
const SHOW_ONLY = fail('show-only', 'The household lets this device only show its state.');

/** Errors for a command to a device whose node has a fault. */
const FAULTY: Readonly<Record<NodeFault, Refusal>> = {
  overheated: fail('overheated', 'The device is too hot: it only stops or switches off.'),
  overloaded: fail('overloaded', 'The device is overloaded: it only stops or switches off.')
};

/** Error for a command or a timer of a screen without the right. */
export const MAY_ONLY_LOOK = fail('limited-screen', 'This screen may only look.');

/** Error for a command or a timer while the controller does not answer. */
export const UNREACHABLE = fail('controller-unreachable', 'The controller is not online.');

/** Why a controller in this state gets no command; undefined if it may. It has none before its home was read. */
export function whyOffline(state: ControllerState | undefined) {
  if (state === 'online') return undefined;
  return state === 'signed-out' ? SIGNED_OUT : UNREACHABLE;
}

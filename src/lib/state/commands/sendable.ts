import type { Device, Params } from '#shared/home';
import type { Command, CommandCall, Expectation } from '#shared/interfaces/interface';
import { offeredCommands, findCommand } from '#shared/interfaces/registry';
import { isLock } from '#shared/lock';

/** Whether a device takes no command: it is a lock, or the household lets it only show its state. */
const takesNone = (device: Device): boolean => device.touch === 'show' || isLock(device);

/**
 * Returns the commands that the app may send to a device: those of its interfaces, if it takes any at all. The app uses
 * only this function, never the interfaces' own lists; a lint rule checks that.
 */
export const sendableCommandsOf = (device: Device): readonly Command[] =>
  takesNone(device) ? [] : offeredCommands(device);

/** Finds a command that the app may send to a device, by its method. */
export const findSendable = (device: Device, method: string): Command | undefined =>
  takesNone(device) ? undefined : findCommand(device, method);

/**
 * What a call is expected to bring about at a device; undefined or null if that cannot be seen.
 * @param before its values before the call: one of them is no rounded answer
 */
export const expectationOf = (
  device: Device,
  { method, params }: CommandCall,
  before: Params = device.params
): Expectation | null | undefined =>
  findSendable(device, method)
    ?.prepare(params)
    ?.expect({ ...device, params: before });

/** Whether a device has reached a call's target, or rests close to it. `before`: as of `expectationOf`. */
export function isReached(device: Device, call: CommandCall, before?: Params): boolean {
  const expectation = expectationOf(device, call, before);
  return expectation?.matches(device.params) === true || expectation?.rest?.matches(device.params) === true;
}

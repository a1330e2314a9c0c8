import type { Device } from '#shared/home';
import type { Command } from '#shared/interfaces/interface';
import { offeredCommands, findCommand } from '#shared/interfaces/registry';
import { isLock } from '#shared/lock';

/**
 * The commands that the app may send to a device: those of its interfaces, and none to a lock, whatever it carries. All of the app asks
 * here, never the interfaces themselves; the linter sees to that.
 */
export const sendableCommandsOf = (device: Device): readonly Command[] =>
  isLock(device) ? [] : offeredCommands(device);

/** The command that the app may send to a device under a method's name. */
export const findSendable = (device: Device, method: string): Command | undefined =>
  isLock(device) ? undefined : findCommand(device, method);

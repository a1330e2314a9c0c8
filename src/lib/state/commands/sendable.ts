import type { Device } from '#shared/home';
import type { Command } from '#shared/interfaces/interface';
import { offeredCommands, findCommand } from '#shared/interfaces/registry';
import { isLock } from '#shared/lock';

/**
 * Returns the commands that the app may send to a device: those of its interfaces, and none for a lock. The app uses
 * only this function, never the interfaces' own lists; a lint rule checks that.
 */
export const sendableCommandsOf = (device: Device): readonly Command[] =>
  isLock(device) ? [] : offeredCommands(device);

/** Finds a command that the app may send to a device, by its method. */
export const findSendable = (device: Device, method: string): Command | undefined =>
  isLock(device) ? undefined : findCommand(device, method);

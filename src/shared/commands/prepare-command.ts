import { isWithinLimits } from '#shared/commands/limits';
import { fail, succeed, type Result } from '#shared/errors';
import type { Device } from '#shared/home';
import type { CommandCall, PreparedCommand } from '#shared/interfaces/interface';
import { findCommand } from '#shared/interfaces/registry';
import { isLock } from '#shared/lock';

/** Why a call to a device is refused, whichever screen sends it. */
type CallRefusal = 'lock-refused' | 'unknown-method' | 'invalid-params';

/**
 * Prepares a call for a device: it passes on the method's own parameters and no others. Every call to a lock is refused, and so is a value
 * that the device does not have.
 */
export function prepareCommand(
  device: Device,
  { method, params }: CommandCall
): Result<PreparedCommand, CallRefusal> {
  if (isLock(device)) return fail('lock-refused', 'A lock takes no command here.');
  const command = findCommand(device, method);
  if (!command) return fail('unknown-method', 'The device does not offer this method.');
  const prepared = command.prepare(params);
  if (!prepared) return fail('invalid-params', 'The method does not take these parameters.');
  return isWithinLimits(device, prepared.call)
    ? succeed(prepared)
    : fail('invalid-params', 'The device has no such mode, setpoint or colour.');
}

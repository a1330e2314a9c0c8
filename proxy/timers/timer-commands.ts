import type { Failure } from '#shared/errors';
import type { Device } from '#shared/home';
import { findCommand } from '#shared/interfaces/registry';
import { isModelOf } from '#shared/model';
import type { MissReason } from '#shared/timers';
import type { StoredCommand } from './stored-timers';

/** Whether the device of a command is there, and not another one with its id. */
export const isThere = ({ model }: StoredCommand, device: Device | undefined): device is Device =>
  isModelOf(model, device);

/** Whether a device is as a command wants it. Never, if that cannot be seen. */
export function isReached(command: StoredCommand, device: Device | undefined): boolean {
  if (!isThere(command, device)) return false;
  const expectation = findCommand(device, command.method)?.prepare(command.params)?.expect(device);
  return expectation?.matches(device.params) === true || expectation?.rest?.matches(device.params) === true;
}

/** Whether a command switches something off. */
export const switchesOff = ({ method, params }: StoredCommand): boolean =>
  (method === 'setStatus' && params['status'] === false) || (method === 'setLevel' && params['level'] === 0);

/** The reason why a timer did not act, if its commands were refused. */
export function reasonOf({ code }: Failure): MissReason {
  if (code === 'controller-unreachable') return 'unreachable';
  if (['limited-screen', 'not-signed-in', 'screen-locked', 'signed-out'].includes(code)) return 'not-allowed';
  return code === 'not-found' ? 'gone' : 'failed';
}

import type { Params } from '#shared/home';
import { readFlag } from '#shared/read';

/**
 * Reads a lock's parameters, whatever its interfaces are. `isLocked` is the parameter `locked` [O]. `reportsOn` is
 * `Status` [O]: some clients take it for locked, others for unlocked, so it must not be taken for either. Undefined if
 * unknown.
 */
export function readDoorLock(params: Params) {
  const { locked } = params;
  return {
    isLocked: typeof locked === 'boolean' ? locked : undefined,
    reportsOn: readFlag(params['Status'])
  };
}

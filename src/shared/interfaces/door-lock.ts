import type { Params } from '#shared/home';
import type { Interface } from '#shared/interfaces/interface';
import { readFlag } from '#shared/read';

/**
 * What a lock tells, whatever its interfaces. `isLocked` is its own plain word, `locked` [O]. `reportsOn` is `Status` [O], which means
 * locked to some clients and unlocked to others: it must not be taken for either. Undefined where unknown.
 */
export function readDoorLock(params: Params) {
  const { locked } = params;
  return {
    isLocked: typeof locked === 'boolean' ? locked : undefined,
    reportsOn: readFlag(params['Status'])
  };
}

/** DoorLock [A]: a state, and no command. */
export const doorLock: Interface = { name: 'DoorLock', read: readDoorLock, commands: [] };

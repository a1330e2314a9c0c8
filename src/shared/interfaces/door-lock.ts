import type { Params } from '#shared/home';
import type { Interface } from '#shared/interfaces/interface';
import { readFlag } from '#shared/read';

/** DoorLock [O]: locked where `Status` is true [A]. Shown, never commanded: its clients disagree about it. */
export function readDoorLock(params: Params) {
  return { isLocked: readFlag(params['Status']) };
}

/** DoorLock: a state, and no command. */
export const doorLock: Interface = { name: 'DoorLock', read: readDoorLock, commands: [] };

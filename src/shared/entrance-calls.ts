// Apart from what is an entrance: the first screen sends no command.

import type { CommandCall } from '#shared/interfaces/interface';

/**
 * Whether a call may open an entrance: it pulses it, switches it on, or moves it up or to any level but closed. What is
 * reported does not matter: it may have moved since. Closing and stopping never open.
 */
export function opens({ method, params }: CommandCall): boolean {
  switch (method) {
    case 'pulse':
      return true;
    case 'setStatus':
      return params['status'] !== false;
    case 'startLevelChange':
      return params['direction'] !== 'down';
    case 'setLevel':
      return Number(params['level']) > 0;
    default:
      return false;
  }
}

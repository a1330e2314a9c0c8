// Apart from `sensitive`: the first screen sends no command.

import type { CommandCall } from '#shared/interfaces/interface';

/**
 * Whether a call may open an entrance or a valve, or sound a siren: it pulses it, switches it on, or moves it up or to any level but
 * zero. What is reported does not matter: it may have changed since. Closing, silencing and stopping never do.
 */
export function opensOrSounds({ method, params }: CommandCall): boolean {
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

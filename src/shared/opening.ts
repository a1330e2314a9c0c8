import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { readLevel } from '#shared/interfaces/level';

/** Whether a call may open an entrance: it pulses it, switches it on, or moves it up. Closing and stopping never do. */
export function opens({ method, params: given }: CommandCall, { params }: Pick<Device, 'params'>): boolean {
  switch (method) {
    case 'pulse':
      return true;
    case 'setStatus':
      return given['status'] !== false;
    case 'startLevelChange':
      return given['direction'] !== 'down';
    case 'setLevel':
      return Number(given['level']) > (readLevel(params) ?? 0);
    default:
      return false;
  }
}

import type { Command, CommandCall } from '#shared/interfaces/interface';
import { FULL_LEVEL } from '#shared/interfaces/level';
import { stop } from '#shared/interfaces/shutter';
import { setLevel, startLevelChange, stopLevelChange } from '#shared/interfaces/switch-multilevel';

/** The commands that move a shutter, or stop it. */
export const SHUTTER_COMMANDS: readonly Command[] = [startLevelChange, setLevel, stop, stopLevelChange];

/**
 * Returns the calls of a shutter's three buttons; undefined if the shutter takes no command for it. To open or close it has its own
 * command, or the level of the end. To stop it has its own command, or that of a level.
 */
export function shutterCallsOf(offers: (command: Command) => boolean) {
  const moveTo = (direction: 'up' | 'down'): CommandCall | undefined => {
    if (offers(startLevelChange)) return startLevelChange.call({ direction });
    return offers(setLevel) ? setLevel.call({ level: direction === 'up' ? FULL_LEVEL : 0 }) : undefined;
  };
  const stopping = [stop, stopLevelChange].find(offers);
  return { open: moveTo('up'), stop: stopping?.call({}), close: moveTo('down') };
}

import type { Command, CommandCall } from '#shared/interfaces/interface';
import { FULL_LEVEL } from '#shared/interfaces/level';
import { stop } from '#shared/interfaces/shutter';
import { setLevel, startLevelChange, stopLevelChange } from '#shared/interfaces/switch-multilevel';

/** What a shutter's three buttons send; undefined where the shutter takes nothing that does it. */
export interface ShutterCalls {
  readonly open: CommandCall | undefined;
  readonly stop: CommandCall | undefined;
  readonly close: CommandCall | undefined;
}

/** The commands that move a shutter, or stop it. */
export const SHUTTER_COMMANDS: readonly Command[] = [startLevelChange, setLevel, stop, stopLevelChange];

/** A shutter moves to its ends by their own command, else by the level of each; it stops by its own, else as any level does. */
export function shutterCallsOf(offers: (command: Command) => boolean): ShutterCalls {
  const moveTo = (direction: 'up' | 'down'): CommandCall | undefined => {
    if (offers(startLevelChange)) return startLevelChange.call({ direction });
    return offers(setLevel) ? setLevel.call({ level: direction === 'up' ? FULL_LEVEL : 0 }) : undefined;
  };
  const stopping = [stop, stopLevelChange].find(offers);
  return { open: moveTo('up'), stop: stopping?.call({}), close: moveTo('down') };
}

import type { Notable, Notables } from './room-summary';
import type { Device } from '#shared/home';

/** What stands out in several rooms together, in the rooms' order. */
export function mergeNotables(rooms: readonly Notables[]): Notables {
  const all = (name: Notable): readonly Device[] => rooms.flatMap((notables) => notables[name]);
  return {
    alarms: all('alarms'),
    openings: all('openings'),
    lights: all('lights'),
    switches: all('switches'),
    shutters: all('shutters'),
    unreachable: all('unreachable')
  };
}

import type { HighlightKind, Highlights } from './room-summary';
import type { Device } from '#shared/home';

/** Merges the highlights of several rooms, in their order. */
export function mergeHighlights(rooms: readonly Highlights[]): Highlights {
  const all = (name: HighlightKind): readonly Device[] => rooms.flatMap((highlights) => highlights[name]);
  return {
    alarms: all('alarms'),
    tripped: all('tripped'),
    openings: all('openings'),
    lights: all('lights'),
    switches: all('switches'),
    shutters: all('shutters'),
    batteries: all('batteries'),
    unreachable: all('unreachable')
  };
}

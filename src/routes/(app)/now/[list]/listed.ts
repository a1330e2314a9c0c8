import { hasBattery } from '$lib/kinds/battery';
import { isOpening, type HighlightKind } from '$lib/kinds/room-summary';
import type { RoomView } from '$features/view-models/room-view.svelte';
import type { Device } from '#shared/home';

/**
 * Returns a room's devices of a list's kind, whatever their state is: also closed doors, and lights that are off. Of
 * alarms and dead devices it returns the present ones.
 */
export function listedOf(room: RoomView, list: HighlightKind): readonly Device[] {
  switch (list) {
    case 'openings':
      return room.devices.filter(isOpening);
    case 'batteries':
      return room.devices.filter(hasBattery);
    case 'alarms':
    case 'unreachable':
      return room.highlights[list];
    case 'lights':
    case 'switches':
    case 'shutters':
      return room.devicesOf(list);
  }
}

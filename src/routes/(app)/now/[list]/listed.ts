import { hasBattery } from '$lib/kinds/battery';
import { isListed, isOpening, isOtherSensor, type HighlightKind } from '$lib/kinds/room-summary';
import type { RoomView } from '$features/room/room-view.svelte';
import type { Device } from '#shared/home';

/** A room's devices that lists have: those that are shown, and hidden sensors of hazards. */
export const listedDevicesOf = ({ all }: RoomView): readonly Device[] => all.filter(isListed);

/**
 * Returns a room's devices of a list's kind, whatever their state is: also closed doors, and lights that are off. Of
 * alarms and dead devices it returns the present ones.
 */
export function listedOf(room: RoomView, list: HighlightKind): readonly Device[] {
  switch (list) {
    case 'openings':
      return room.devices.filter(isOpening);
    case 'batteries':
      return listedDevicesOf(room).filter(hasBattery);
    case 'tripped':
      return room.devices.filter(isOtherSensor);
    case 'alarms':
    case 'unreachable':
      return room.highlights[list];
    case 'lights':
    case 'switches':
    case 'shutters':
      return room.devicesOf(list);
  }
}

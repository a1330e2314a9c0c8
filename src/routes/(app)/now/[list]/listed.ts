import type { Device } from '#shared/home';
import type { RoomView } from '$features/view-models/room-view.svelte';
import { isOpening, isOtherSensor, type LISTS } from '$lib/kinds/room-summary';

/** A kind of device that has a list of its own. */
export type ListName = (typeof LISTS)[number];

/**
 * Returns a room's devices of a list's kind, whatever their state is: also closed doors, and lights that are off. Of
 * alarms it returns the present ones.
 */
export function listedOf(room: RoomView, list: ListName): readonly Device[] {
  switch (list) {
    case 'openings':
      return room.devices.filter(isOpening);
    case 'tripped':
      return room.devices.filter(isOtherSensor);
    case 'alarms':
      return room.highlights.alarms;
    case 'lights':
    case 'switches':
    case 'shutters':
      return room.devicesOf(list);
  }
}

import { LAST_ROOM, type Settings } from '$lib/state/preferences/settings';

/** Keeps which room was opened last on this screen, by its id or `none`. */
export function keepLastRoom(settings: Settings, id: string): void {
  settings.write(LAST_ROOM, id);
}

/** The address of the room that was opened last on this screen; the home's where there was none. */
export function lastRoomUrl(settings: Settings): string {
  const id = settings.read(LAST_ROOM);
  return id !== null && /^(?:\d+|none)$/.test(id) ? `/rooms/${id}` : '/';
}

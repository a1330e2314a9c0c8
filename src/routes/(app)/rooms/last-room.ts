import { LAST_ROOM, type Settings } from '$lib/state/preferences/settings';

/** Stores the last opened room of this screen: its id or `none`. */
export function keepLastRoom(settings: Settings, id: string): void {
  settings.write(LAST_ROOM, id);
}

/** Returns the path of the last opened room of this screen, or the home's if there is none. */
export function lastRoomPath(settings: Settings): `/${string}` {
  const id = settings.read(LAST_ROOM);
  return id !== null && /^(?:\d+|none)$/.test(id) ? `/rooms/${id}` : '/';
}

import type { Settings } from '$lib/state/settings';

const NAME = 'room';

/** Keeps which room was opened last on this screen, by its id or `none`. */
export function keepLastRoom(settings: Settings, id: string): void {
  settings.write(NAME, id);
}

/** The address of the room that was opened last on this screen; the home's where there was none. */
export function lastRoomAddress(settings: Settings): string {
  const id = settings.read(NAME);
  return id !== null && /^(?:\d+|none)$/.test(id) ? `/rooms/${id}` : '/';
}

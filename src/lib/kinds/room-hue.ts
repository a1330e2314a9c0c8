import type { Room } from '#shared/home';

/** FNV-1a, 32 bits: the same text is the same number on every screen. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/**
 * The hue of a room's tile, 0–359: its own, from the name of its background image, else from its name. The images themselves are not
 * shown by the document (2.2), and nothing is ever asked of the internet. Undefined for the place without a room.
 */
export function roomHueOf(room: Pick<Room, 'background_image' | 'name'> | null): number | undefined {
  return room ? hashOf(room.background_image || room.name) % 360 : undefined;
}

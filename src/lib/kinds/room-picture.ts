import type { Room } from '#shared/home';

/** FNV-1a, 32 bits: the same text is the same number on every screen. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/**
 * A room's picture: a calm gradient of its own, made from the name of its background image. The images themselves are not shown by
 * the document (2.2), and nothing is ever asked of the internet. Undefined where the room names none.
 * @returns a `data:` address. However light the colours, the tile's veil keeps its words legible.
 */
export function roomPictureOf(room: Pick<Room, 'background_image'> | null): string | undefined {
  if (!room?.background_image) return undefined;
  const hash = hashOf(room.background_image);
  const hue = hash % 360;
  const turn = 24 + ((hash >>> 9) % 36);
  const stop = (offset: number, degrees: number, lightness: number) =>
    `<stop offset="${offset}" stop-color="hsl(${degrees % 360},60%,${lightness}%)"/>`;
  const gradient = `<linearGradient id="g" x2="1" y2="1">${stop(0, hue, 66)}${stop(1, hue + turn, 42)}</linearGradient>`;
  const image = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">${gradient}<rect width="8" height="8" fill="url(#g)"/></svg>`;
  return `data:image/svg+xml;base64,${btoa(image)}`;
}

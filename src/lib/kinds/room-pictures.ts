import type { Room } from '#shared/home';
import { findByName } from './icon-name';
import { CALM, SCENES, type PictureScene } from './pictures/scenes';

/** A picture as `components/RoomPicture` draws it: a hue, and layers of path data from back to front. */
export interface RoomPicture {
  readonly hue: number;
  readonly layers: readonly { readonly depth: keyof Omit<PictureScene, 'hue'>; readonly path: string }[];
}

const DEPTHS = ['glow', 'far', 'mid', 'near'] as const;

/** FNV-1a, 32 bits. The hash of a text is the same on every device. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Returns the scene for a name: by its words, or an abstract one with a hue derived from the name. */
export function sceneOf(name: string): PictureScene {
  const hash = hashOf(name);
  return (
    findByName(SCENES, name) ?? { ...CALM[hash % CALM.length], hue: Math.floor(hash / CALM.length) % 360 }
  );
}

const pictures = new Map<string, RoomPicture>();

/**
 * Returns a room's picture: by the name of its background image, or by its own name. The document does not describe the
 * controller's images (2.2). Undefined for "No room".
 */
export function roomPictureOf(room: Pick<Room, 'background_image' | 'name'> | null): RoomPicture | undefined {
  return room ? pictureOf(room.background_image || room.name) : undefined;
}

/** Returns the picture for a name, always the same object. */
export function pictureOf(name: string): RoomPicture {
  const picture = pictures.get(name) ?? draw(sceneOf(name));
  pictures.set(name, picture);
  return picture;
}

function draw({ hue, ...shapes }: PictureScene): RoomPicture {
  const layers = DEPTHS.flatMap((depth) => {
    const path = shapes[depth]?.join('') ?? '';
    return path === '' ? [] : [{ depth, path }];
  });
  return { hue, layers };
}

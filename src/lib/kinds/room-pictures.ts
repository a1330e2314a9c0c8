import type { Room } from '#shared/home';
import { findByName } from './icon-name';

/** A picture as `components/RoomPicture` draws it: a hue, and layers of path data from back to front. */
export interface RoomPicture {
  /** The hue, 0–359. */
  readonly hue: number;
  readonly layers: readonly { readonly depth: string; readonly path: string }[];
}

/**
 * The drawings, 200 × 136, as text: their shapes become part of the page. The class of a layer is its depth, whose shade the
 * theme sets, or `glow` for a source of light. Most have a hue.
 */
const FILES = import.meta.glob<string>('./pictures/*.svg', { query: '?raw', import: 'default', eager: true });

/**
 * The pictures that a user can choose, each with further words in a background image's name that mean it. The document has
 * the field but not its values (2.2) [D]. The words are common names of rooms, and those of the virtual controller [A].
 */
const PICTURES = [
  ['living', 'livingroom', 'lounge', 'sofa'],
  ['kitchen'],
  ['dining'],
  ['bedroom', 'bed', 'sleeping'],
  ['children', 'childrens', 'kids', 'nursery'],
  ['guest'],
  ['bathroom', 'bath', 'shower', 'sauna'],
  ['toilet', 'wc'],
  ['hall', 'hallway', 'corridor', 'entrance', 'wardrobe'],
  ['stairs', 'landing'],
  ['office', 'study', 'studio', 'cabinet', 'library'],
  ['cinema', 'media', 'tv'],
  ['laundry', 'utility'],
  ['workshop'],
  ['gym'],
  ['pool'],
  ['garden', 'yard', 'outside', 'outdoor'],
  ['terrace', 'balcony'],
  ['garage', 'parking'],
  ['cellar', 'basement'],
  ['attic', 'loft', 'roof']
] as const;

/** The pictures for other names, without a hue. */
const CALM = ['hills', 'waves', 'arches'];

/** The names of the pictures that a user can choose, as the controller would name its images. */
export const PICTURE_NAMES = PICTURES.map(([name]) => name);

const byWord: ReadonlyMap<string, (typeof PICTURE_NAMES)[number]> = new Map(
  PICTURES.flatMap((words) => words.map((word) => [word, words[0]] as const))
);

/** Returns the name of the picture that a background image's name means; undefined if it means none. */
export const pictureNameOf = (image: string): (typeof PICTURE_NAMES)[number] | undefined =>
  findByName(byWord, image);

/** FNV-1a, 32 bits. The hash of a text is the same on every device. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

const pictures = new Map<string, RoomPicture>();

/**
 * Returns a room's picture: by the name of its background image, or by its own name. The document does not describe the
 * controller's images (2.2). Undefined for "No room".
 */
export function roomPictureOf(room: Pick<Room, 'background_image' | 'name'> | null): RoomPicture | undefined {
  return room ? pictureOf(room.background_image || room.name) : undefined;
}

/** Returns the picture for a name, always the same object. A name without one has an abstract picture and hue of its own. */
export function pictureOf(name: string): RoomPicture {
  const hash = hashOf(name);
  const picture =
    pictures.get(name) ??
    read(pictureNameOf(name) ?? CALM[hash % CALM.length] ?? '', Math.floor(hash / CALM.length) % 360);
  pictures.set(name, picture);
  return picture;
}

/** Reads a file's layers, and its hue if it has one. */
function read(file: string, otherHue: number): RoomPicture {
  const svg = FILES[`./pictures/${file}.svg`] ?? '';
  const layers = [...svg.matchAll(/class="(\w+)" d="([^"]+)"/g)];
  return {
    hue: Number(/--hue: (\d+)/.exec(svg)?.[1] ?? otherHue),
    layers: layers.map(([, depth = '', path = '']) => ({ depth, path }))
  };
}

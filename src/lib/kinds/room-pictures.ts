import type { Room } from '#shared/home';
import { findByName } from './icon-name';
import { CALM, SCENES, type Scene } from './pictures/scenes';
import type { Shape } from './pictures/shapes';

/** The data URL of a picture in each theme. It needs no network. */
export interface RoomPicture {
  readonly light: string;
  readonly dark: string;
}

/** The themes of a picture. */
export type PictureTheme = keyof RoomPicture;

/** A shade: a hue offset in degrees, saturation and lightness in %. */
type Shade = readonly [turn: number, saturation: number, lightness: number];

/** Lightness decides whether text is legible on a picture. Light shades are above 72 %, dark ones below 32 %. */
const SHADES: Readonly<
  Record<PictureTheme, Readonly<Record<'top' | 'foot' | keyof Omit<Scene, 'hue'>, Shade>>>
> = {
  light: {
    top: [0, 58, 94],
    foot: [24, 46, 88],
    glow: [34, 92, 91],
    far: [14, 42, 85],
    mid: [6, 40, 80],
    near: [0, 36, 75]
  },
  dark: {
    top: [0, 26, 19],
    foot: [24, 30, 13],
    glow: [34, 38, 30],
    far: [14, 24, 17],
    mid: [6, 24, 22],
    near: [0, 24, 27]
  }
};

/** FNV-1a, 32 bits. The hash of a text is the same on every device. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Returns the scene for a name: by its words, or an abstract one with a hue derived from the name. */
export function sceneOf(name: string): Scene {
  const hash = hashOf(name);
  return (
    findByName(SCENES, name) ?? { ...CALM[hash % CALM.length], hue: Math.floor(hash / CALM.length) % 360 }
  );
}

/** Draws a scene as SVG in a theme's shades. The SVG has no text, scripts or links. */
export function draw({ hue, ...layers }: Scene, theme: PictureTheme): string {
  const shades = SHADES[theme];
  const colour = ([turn, saturation, lightness]: Shade) =>
    `hsl(${(hue + turn) % 360} ${saturation}% ${lightness}%)`;
  const paint = (shade: Shade, shapes: readonly Shape[] = []) =>
    shapes.length === 0 ? '' : `<path fill='${colour(shade)}' d='${shapes.join('')}'/>`;
  return (
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 136' preserveAspectRatio='xMaxYMax slice'>` +
    `<linearGradient id='g' x2='.6' y2='1'><stop stop-color='${colour(shades.top)}'/>` +
    `<stop offset='1' stop-color='${colour(shades.foot)}'/></linearGradient><path fill='url(#g)' d='M0 0h200v136H0z'/>` +
    `${paint(shades.glow, layers.glow)}${paint(shades.far, layers.far)}${paint(shades.mid, layers.mid)}${paint(shades.near, layers.near)}</svg>`
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

/** Returns the picture for a name. It is drawn once. */
export function pictureOf(name: string): RoomPicture {
  const scene = sceneOf(name);
  const picture = pictures.get(name) ?? {
    light: addressOf(draw(scene, 'light')),
    dark: addressOf(draw(scene, 'dark'))
  };
  pictures.set(name, picture);
  return picture;
}

/** Makes a data URL. Only characters that would end the URL or change its meaning are encoded, to keep it short. */
function addressOf(svg: string): string {
  return `data:image/svg+xml,${svg.replace(/[%#<>"]/g, encodeURIComponent)}`;
}

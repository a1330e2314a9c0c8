import { describe, expect, test } from 'vitest';
import { SCENES } from '$lib/kinds/pictures/scenes';
import { draw, roomPictureOf, sceneOf } from '$lib/kinds/room-pictures';
import { HOUSE } from '../../../proxy/virtual/house/house';

const themes = ['light', 'dark'] as const;
const pictureOf = (background_image: string, name = '') => roomPictureOf({ background_image, name });

describe('a room’s picture', () => {
  test('exists for every room of the virtual house', () => {
    const drawn = [...SCENES.values()];
    const images = HOUSE.sections.flatMap(({ rooms }) => rooms.map(({ image }) => image));
    expect(images.length).toBeGreaterThan(10);
    for (const image of images) expect(drawn, image).toContain(sceneOf(image));
  });

  test.each(['living-room', 'LivingRoom', 'living_room2', 'Living'])(
    'is found by the name %s too',
    (name) => {
      expect(sceneOf(name)).toBe(SCENES.get('living'));
    }
  );

  test('is the same on every screen for an unknown name, and different for another name', () => {
    expect(pictureOf('orangery', 'Orangery')).toEqual(pictureOf('orangery', 'Wintergarten'));
    expect(pictureOf('orangery')).not.toEqual(pictureOf('bunker'));
    expect(pictureOf('', 'Orangery')).not.toEqual(pictureOf('', 'Bunker'));
  });

  test('does not exist for the place without a room', () => {
    expect(roomPictureOf(null)).toBeUndefined();
  });

  test.each([...SCENES.keys(), 'orangery', 'bunker', 'tower', ''])(
    'of %j takes a few hundred bytes',
    (name) => {
      for (const theme of themes) expect(draw(sceneOf(name), theme).length).toBeLessThan(1100);
    }
  );

  test.each(['"><script>😀', "');}", '\\'])("does not contain the room's name: %j", (name) => {
    const { light = '', dark = '' } = pictureOf(name) ?? {};
    for (const address of [light, dark]) {
      expect(address).toMatch(/^data:image\/svg\+xml,%3Csvg [^"<>#\n]*%3C\/svg%3E$/);
      expect(address).not.toContain('NaN');
      expect(decodeURIComponent(address)).not.toContain(name);
    }
  });
});

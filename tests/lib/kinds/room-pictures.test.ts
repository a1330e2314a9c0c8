import { expect, test } from 'vitest';
import { languages, i18n, t } from '$lib/i18n/i18n.svelte';
import { PICTURE_NAMES, pictureNameOf, pictureOf, roomPictureOf } from '$lib/kinds/room-pictures';
import { HOUSE } from '../../../proxy/sources/virtual/house/house';

test('a room’s picture exists for every room of the virtual house', () => {
  const images = HOUSE.sections.flatMap(({ rooms }) => rooms.map((room) => room.background_image));
  expect(images.length).toBeGreaterThan(10);
  for (const image of images) expect(PICTURE_NAMES, image).toContain(pictureNameOf(image));
});

test.each(['living-room', 'LivingRoom', 'living_room2', 'Living'])('%s names the room’s picture', (name) => {
  expect(pictureNameOf(name)).toBe('living');
  expect(pictureOf(name)).toEqual(pictureOf('living'));
});

test('a room’s picture is the same on every screen for an unknown name, and different for another name', () => {
  const picture = (background_image: string, name = '') => roomPictureOf({ background_image, name });
  expect(pictureNameOf('orangery')).toBeUndefined();
  expect(picture('orangery', 'Orangery')).toEqual(picture('orangery', 'Wintergarten'));
  expect(picture('orangery')).not.toEqual(picture('bunker'));
  expect(picture('', 'Orangery')).not.toEqual(picture('', 'Bunker'));
});

test.each([...PICTURE_NAMES, 'orangery', 'bunker', 'tower', ''])(
  'a room’s picture of %j has a hue and known layers, each once, in a few hundred bytes',
  (name) => {
    const { hue, layers } = pictureOf(name);
    const depths = layers.map(({ depth }) => depth);
    expect(hue).toBeLessThan(360);
    expect(depths).toContain('far');
    expect(depths).toEqual(['glow', 'far', 'mid', 'near'].filter((depth) => depths.includes(depth)));
    expect(JSON.stringify(layers).length).toBeLessThan(900);
  }
);

test('each picture that a user can choose is another, and is shown once it is chosen', () => {
  expect(new Set(PICTURE_NAMES.map((name) => JSON.stringify(pictureOf(name)))).size).toBe(
    PICTURE_NAMES.length
  );
  for (const name of PICTURE_NAMES) expect(pictureNameOf(name)).toBe(name);
});

test.each(languages)('each picture that a user can choose has a label of its own in %s', async (language) => {
  await Promise.all([i18n.choose(language), i18n.loadAll()]);
  const labels = PICTURE_NAMES.map((name) => t(`picture.${name}`));
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels).not.toContain('');
});

import { expect, test } from 'vitest';
import { SCENES } from '$lib/kinds/pictures/scenes';
import { roomPictureOf, sceneOf } from '$lib/kinds/room-pictures';
import { HOUSE } from '../../../proxy/sources/virtual/house/house';

const pictureOf = (background_image: string, name = '') => roomPictureOf({ background_image, name });

test('a room’s picture exists for every room of the virtual house', () => {
  const drawn = [...SCENES.values()];
  const images = HOUSE.sections.flatMap(({ rooms }) => rooms.map((room) => room.background_image));
  expect(images.length).toBeGreaterThan(10);
  for (const image of images) expect(drawn, image).toContain(sceneOf(image));
});

test.each(['living-room', 'LivingRoom', 'living_room2', 'Living'])(
  'a room’s picture is found by the name %s too',
  (name) => {
    expect(sceneOf(name)).toBe(SCENES.get('living'));
  }
);

test('a room’s picture is the same on every screen for an unknown name, and different for another name', () => {
  expect(pictureOf('orangery', 'Orangery')).toEqual(pictureOf('orangery', 'Wintergarten'));
  expect(pictureOf('orangery')).not.toEqual(pictureOf('bunker'));
  expect(pictureOf('', 'Orangery')).not.toEqual(pictureOf('', 'Bunker'));
});

test.each([...SCENES.keys(), 'orangery', 'bunker', 'tower', ''])(
  'a room’s picture of %j takes a few hundred bytes',
  (name) => {
    expect(JSON.stringify(pictureOf(name, name)).length).toBeLessThan(900);
  }
);

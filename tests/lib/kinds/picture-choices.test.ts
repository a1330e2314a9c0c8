import { describe, expect, it } from 'vitest';
import { chosenPictureOf, pictureChoices } from '$lib/kinds/picture-choices';
import { SCENES } from '$lib/kinds/pictures/scenes';
import { roomPictureOf, sceneOf } from '$lib/kinds/room-pictures';
import { languages, i18n } from '$lib/i18n/i18n.svelte';

describe('the pictures to choose from', () => {
  it('are every one that is drawn, each once', () => {
    const scenes = pictureChoices().map(({ name }) => sceneOf(name));
    expect(new Set(scenes).size).toBe(scenes.length);
    expect(new Set(scenes)).toEqual(new Set(SCENES.values()));
  });

  it('are what is shown once they are chosen', () => {
    for (const { name, picture } of pictureChoices()) {
      expect(roomPictureOf({ background_image: name, name: 'Garage' }), name).toEqual(picture);
      expect(chosenPictureOf(name)).toBe(name);
    }
  });

  it.each(languages)('have a word each in %s, and no two the same', async (language) => {
    await Promise.all([i18n.choose(language), i18n.loadAll()]);
    const labels = pictureChoices().map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels).not.toContain('');
  });
});

it('a picture is known by the controller’s own names for it, and one that nobody drew is none of the choices', () => {
  expect(chosenPictureOf('LivingRoom2')).toBe('living');
  expect(chosenPictureOf('orangery')).toBeUndefined();
});

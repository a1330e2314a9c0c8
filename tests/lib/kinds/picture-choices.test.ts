import { describe, expect, it } from 'vitest';
import { chosenPictureOf, pictureChoices } from '$lib/kinds/picture-choices';
import { SCENES } from '$lib/kinds/pictures/scenes';
import { roomPictureOf, sceneOf } from '$lib/kinds/room-pictures';
import { languages, i18n } from '$lib/i18n/i18n.svelte';

describe('the selectable room pictures', () => {
  it('are all pictures, each once', () => {
    const scenes = pictureChoices().map(({ name }) => sceneOf(name));
    expect(new Set(scenes).size).toBe(scenes.length);
    expect(new Set(scenes)).toEqual(new Set(SCENES.values()));
  });

  it('are shown once they are selected', () => {
    for (const { name, picture } of pictureChoices()) {
      expect(roomPictureOf({ background_image: name, name: 'Garage' }), name).toEqual(picture);
      expect(chosenPictureOf(name)).toBe(name);
    }
  });

  it.each(languages)('have a unique label each in %s', async (language) => {
    await Promise.all([i18n.choose(language), i18n.loadAll()]);
    const labels = pictureChoices().map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels).not.toContain('');
  });
});

it('a picture is found by the controller’s names for it, and an unknown one is not selectable', () => {
  expect(chosenPictureOf('LivingRoom2')).toBe('living');
  expect(chosenPictureOf('orangery')).toBeUndefined();
});

import { describe, expect, it } from 'vitest';
import { languages, i18n } from '$lib/i18n/i18n.svelte';
import { deviceIconChoices, devicePathOf, roomIconChoices } from '$lib/kinds/icon-choices';
import { roomIconOf } from '$lib/kinds/room-icons';

describe('the selectable icons', () => {
  it.each([deviceIconChoices, roomIconChoices])('are there once each (%o)', (choicesOf) => {
    const paths = choicesOf().map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('are shown once they are selected', () => {
    for (const { name, path } of deviceIconChoices()) expect(devicePathOf(name), name).toBe(path);
    for (const { name, path } of roomIconChoices()) expect(roomIconOf({ icon: name }), name).toBe(path);
  });

  it.each(languages)('have a unique label each in %s', async (language) => {
    await Promise.all([i18n.choose(language), i18n.loadAll()]);
    for (const choices of [deviceIconChoices(), roomIconChoices()]) {
      const labels = choices.map(({ label }) => label);
      expect(new Set(labels).size).toBe(labels.length);
      expect(labels).not.toContain('');
    }
  });
});

it('an unknown icon is not selectable', () => {
  expect(devicePathOf('zeppelin')).toBeUndefined();
});

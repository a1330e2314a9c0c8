import { describe, expect, it } from 'vitest';
import { DEVICE_ICONS_BY_NAME } from '$lib/kinds/device-icons';
import { deviceIconChoices, devicePathOf, roomIconChoices } from '$lib/kinds/icon-choices';
import { ROOM_ICONS_BY_NAME as ROOM_ICONS, roomIconOf } from '$lib/kinds/room-icons';
import { languages, i18n } from '$lib/i18n/i18n.svelte';

describe('the selectable icons', () => {
  it('are all icons for devices, each once', () => {
    const paths = deviceIconChoices().map(({ path }) => path);
    expect([...paths].sort()).toEqual(
      [...new Set([...DEVICE_ICONS_BY_NAME.values()].map(({ active }) => active))].sort()
    );
  });

  it('are all icons for rooms, each once', () => {
    const paths = roomIconChoices().map(({ path }) => path);
    expect([...paths].sort()).toEqual([...new Set(ROOM_ICONS.values())].sort());
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

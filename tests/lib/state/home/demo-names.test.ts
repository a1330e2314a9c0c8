import { afterEach, expect, it } from 'vitest';
import { DEMO_CONTROLLER_ID } from '#shared/demo';
import { NO_ROOM_NAME } from '#shared/home';
import { EMPTY_LAYOUT, type Layout } from '#shared/layout';
import { i18n } from '$lib/i18n/i18n.svelte';
import { demoNames } from '$lib/i18n/messages/lazy/uk';
import { HOUSE } from '../../../../proxy/sources/virtual/house/house';
import { DemoNames } from '../../../../src/lib/state/home/demo-names.svelte';
import { HomeState } from '../../../../src/lib/state/home/home.svelte';
import { aHome, aLamp } from '../test-home';

afterEach(() => i18n.choose('en'));

function aDemoHome(current: Layout = EMPTY_LAYOUT) {
  const names = new DemoNames();
  const home = new HomeState({ current, named: (thing) => names.named(thing) });
  const devices = [aLamp(21, { name: 'Floor lamp', room_id: 11 }), aLamp(22, { name: 'Mine', room_id: 11 })];
  const rooms = [{ id: 11, name: 'Living room', section_id: 1 }];
  home.replace(aHome({ sections: [{ id: 1, name: 'Ground floor' }], rooms, devices }), 'e.1', 1000);
  const lamps = () => [21, 22].map((id) => home.device(id)?.name);
  const read = () => [home.sections[0]?.section?.name, home.room(11)?.name, ...lamps()];
  return { names, home, read };
}

it('the demo home has its names in the language of the page, and English ones in English', async () => {
  const { names, home, read } = aDemoHome();
  await names.follow(DEMO_CONTROLLER_ID, 'uk');
  expect(read()).toEqual(['Ground floor', 'Living room', 'Floor lamp', 'Mine']);
  await i18n.choose('uk');
  expect(read()).toEqual(['Перший поверх', 'Вітальня', 'Торшер', 'Mine']);
  expect(home.reportedDevice(21)?.name, 'for the search').toBe('Floor lamp');
  await i18n.choose('en');
  expect(read()).toEqual(['Ground floor', 'Living room', 'Floor lamp', 'Mine']);
});

it('no other home is touched, even if its names are those of the demo home', async () => {
  const { names, read } = aDemoHome();
  await i18n.choose('uk');
  await names.follow(DEMO_CONTROLLER_ID, 'uk');
  await names.follow('0123456789ab', 'uk');
  expect(read()).toEqual(['Ground floor', 'Living room', 'Floor lamp', 'Mine']);
});

it('every name in the demo home has a Ukrainian one, and no two are equal', () => {
  const { sections, noRoom, orphans } = HOUSE;
  const rooms = [...sections.flatMap((section) => section.rooms), noRoom];
  const devices = [...rooms.flatMap((room) => room.devices), ...orphans.devices];
  const all = [...sections, ...rooms, ...devices].map(({ name }) => name);
  expect(all.filter((name) => name !== NO_ROOM_NAME && !demoNames.has(name))).toEqual([]);
  expect(new Set(demoNames.values()).size).toBe(demoNames.size);
});

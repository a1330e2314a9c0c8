import { untrack } from 'svelte';
import type { Device } from '#shared/home';
import { arrangeDevice } from '#shared/layout';
import { nameOf } from '$lib/kinds/device-name';
import type { OpenHome } from '$lib/state/open-home.svelte';

/** What names depend on. */
type NamedHome = Pick<OpenHome, 'state' | 'layout'>;

/** By the sections of a home: they are another list whenever a name, a place or the layout changes. */
const namesakes = new WeakMap<object, ReadonlySet<number>>();

/**
 * Returns a device's name. If another shown device of its room has the same one, its number follows: "Ceiling #12".
 * Reactive.
 */
export function fullNameOf(device: Device, home: NamedHome): string {
  const name = nameOf(device);
  const known = namesakes.get(home.state.sections) ?? findNamesakes(home);
  return known.has(device.id) && name === device.name ? `${name} #${device.id}` : name;
}

/** Returns the full name of the device of an id, or its number if it is not there. Reactive. */
export function nameOfId(id: number, home: NamedHome): string {
  const device = home.state.device(id);
  return device ? fullNameOf(device, home) : `#${id}`;
}

function findNamesakes({ state: home, layout }: NamedHome): ReadonlySet<number> {
  const { sections } = home;
  const rooms = [...sections.flatMap((section) => section.rooms.map(({ id }) => id)), null];
  const { current } = layout;
  // Values of the devices are not followed: their names are current in each new list of sections.
  const found = untrack(() =>
    rooms.flatMap((room) => {
      const devices = home.roomDeviceIds(room).flatMap((id) => home.reportedDevice(id) ?? []);
      return idsOfEqualNames(devices.map((device) => arrangeDevice(device, current)));
    })
  );
  const ids = new Set(found);
  namesakes.set(sections, ids);
  return ids;
}

function idsOfEqualNames(devices: readonly Device[]): number[] {
  const byName = new Map<string, number[]>();
  for (const { id, name } of devices) {
    const key = name.trim().toLowerCase();
    byName.set(key, [...(byName.get(key) ?? []), id]);
  }
  return [...byName.values()].filter((ids) => ids.length > 1).flat();
}

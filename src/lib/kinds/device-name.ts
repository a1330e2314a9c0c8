import type { Device } from '#shared/home';

/** Returns a device's name, or its number if it has none. */
export function nameOf({ name, id }: Pick<Device, 'name' | 'id'>): string {
  return name.trim() === '' ? `#${id}` : name;
}

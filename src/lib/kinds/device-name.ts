import type { Device } from '#shared/home';

/** The name that people gave a device; its number where they gave none. */
export function nameOf({ name, id }: Pick<Device, 'name' | 'id'>): string {
  return name.trim() === '' ? `#${id}` : name;
}

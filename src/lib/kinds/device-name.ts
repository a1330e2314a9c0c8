import type { Device } from '#shared/home';

/** Returns a device's name, or its number if it has none. */
export function nameOf({ name, id }: Pick<Device, 'name' | 'id'>): string {
  return name.trim() === '' ? `#${id}` : name;
}

/** Returns a device's name, with its number if the name is not unique in its room. Accessible names begin with the name. */
export function fullNameOf(device: Pick<Device, 'name' | 'id' | 'isNamesake'>): string {
  return device.isNamesake ? `${nameOf(device)} #${device.id}` : nameOf(device);
}

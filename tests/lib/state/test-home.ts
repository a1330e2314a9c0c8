import type { Device, Home } from '#shared/home';
import { decodeDevice, decodeHome } from '#shared/home-schema';

/** A home from loose JSON. */
export function aHome(home: { sections?: unknown[]; rooms?: unknown[]; devices?: unknown[] }): Home {
  const decoded = decodeHome({ sections: [], rooms: [], devices: [], ...home });
  if (!decoded) throw new Error('no home');
  return decoded;
}

/** A device from loose JSON. */
export function aDevice(device: Record<string, unknown>): Device {
  const decoded = decodeDevice(device);
  if (!decoded) throw new Error('no device');
  return decoded;
}

/** A lamp that can be switched, off by default. */
export const aLamp = (id: number, more: Record<string, unknown> = {}): Device =>
  aDevice({
    id,
    name: `Lamp ${id}`,
    room_id: 1,
    type: 'DevSwitch',
    interfaces: ['SwitchBinary'],
    params: { Status: false },
    ...more
  });

import type { Device } from '#shared/home';
import { aDevice, aHome } from '../kinds/test-home';

export { aDevice, aHome };

const SWITCH = { room_id: 1, type: 'DevSwitch', interfaces: ['SwitchBinary'], params: { Status: false } };

/** A lamp that can be switched, off by default. */
export const aLamp = (id: number, more: Record<string, unknown> = {}): Device =>
  aDevice({ id, name: `Lamp ${id}`, ...SWITCH, ...more });

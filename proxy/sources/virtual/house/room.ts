import { mainDevicesOf } from '../../served/main-devices';
import type { DevicePlan, RoomClimate, RoomPlan } from './plan';

/** A room. Its background image has its name. */
export const room = (
  id: number,
  name: string,
  icon: string,
  climate: RoomClimate,
  devices: readonly DevicePlan[]
): RoomPlan => ({
  id,
  name,
  icon,
  background_image: name.toLowerCase().replace('’', '').replaceAll(' ', '-'),
  main_devices: mainDevicesOf(devices),
  climate,
  devices
});

import type { Device, MainDevices } from '#shared/home';

/** The main devices of a room: the first sensor of each kind. */
export function mainDevicesOf(devices: readonly Pick<Device, 'id' | 'type'>[]): MainDevices {
  const first = (wanted: string) => devices.find(({ type }) => type === wanted)?.id ?? null;
  return {
    temperature_sensor: first('DevTemperature'),
    humidity_sensor: first('DevHygrometry'),
    luminosity_sensor: first('DevLuminosity')
  };
}

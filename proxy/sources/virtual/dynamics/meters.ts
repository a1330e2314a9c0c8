import type { Clock } from '#shared/clock';
import { FULL_LEVEL } from '#shared/interfaces/level';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { readSwitchBinary } from '#shared/interfaces/switch-binary';
import { readSwitchMultilevel } from '#shared/interfaces/switch-multilevel';
import type { LivingHome } from '../home/living-home';

/** Base load of the house that belongs to no device, in watts. */
const BASE_LOAD_WATTS = 240;
/** Delay from the change of a device to the report of its power meter, in ms. */
const REPORT_DELAY_MS = 1000;

/** The power that a device uses now, in watts; 0 if it is removed. */
function drawOf(home: LivingHome, id: number): number {
  const device = home.device(id);
  if (!device?.alive || !readSwitchBinary(device.params).isOn) return 0;
  const { level = FULL_LEVEL } = readSwitchMultilevel(device.params);
  return ((home.traits(id).watts ?? 0) * level) / FULL_LEVEL;
}

/** The total power of the devices of a meter, in watts. */
export function meteredDraw(home: LivingHome, meter: number): number {
  const { meters = [] } = home.traits(meter);
  return meters.reduce((sum, id) => sum + drawOf(home, id), 0);
}

/** Lets a power meter report soon after one of its devices changed, without waiting for its turn. */
export function startPowerMeters(home: LivingHome, clock: Clock): void {
  const due = new Set<number>();
  const report = (id: number) => {
    due.delete(id);
    const meter = home.device(id);
    if (meter && readSensorMultilevel(meter.params).quantity === 'power')
      home.report(id, { Value: Math.round(meteredDraw(home, id) * 10) / 10 });
  };
  home.onChange(({ after }) => {
    for (const { id } of home.devices) {
      if (!home.traits(id).meters?.includes(after.id) || due.has(id)) continue;
      due.add(id);
      clock.after(REPORT_DELAY_MS, () => report(id));
    }
  });
}

const WATT_MS_A_KWH = 3.6e9;

/** Simulates the energy meters of the house. Returns a function that adds what the house used in some ms. They report each tenth of a kWh. */
export function startEnergyMeters(home: LivingHome): (ms: number) => void {
  let used = 0;
  return (ms) => {
    const watts = home.devices.reduce((sum, { id }) => sum + drawOf(home, id), BASE_LOAD_WATTS);
    used += (watts * ms) / WATT_MS_A_KWH;
    const tenths = Math.floor(used * 10);
    if (tenths === 0) return;
    used -= tenths / 10;
    for (const { id, params } of home.devices.filter(({ type }) => type === 'DevMeter')) {
      const { value = 0 } = readSensorMultilevel(params);
      home.report(id, { Value: Math.round(value * 10 + tenths) / 10 });
    }
  };
}

import { FULL_LEVEL } from '#shared/interfaces/level';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { readSwitchBinary } from '#shared/interfaces/switch-binary';
import { readSwitchMultilevel } from '#shared/interfaces/switch-multilevel';
import type { Clock } from '#shared/clock';
import type { Fixture, LivingHome } from '../home/living-home';

/** Base load of the house that belongs to no device, in watts. */
const BASE_LOAD_WATTS = 240;
/** Delay from the change of a device to the report of its power meter, in ms. */
const REPORT_DELAY_MS = 1000;

/** The power that a device uses now, in watts. */
function drawOf({ device, traits: { watts } }: Fixture): number {
  if (watts === undefined || !device.alive) return 0;
  const { isOn } = readSwitchBinary(device.params);
  const { level = FULL_LEVEL } = readSwitchMultilevel(device.params);
  return isOn ? (watts * level) / FULL_LEVEL : 0;
}

/** The total power of the devices of a meter, in watts. */
export function meteredDraw(home: LivingHome, meter: Fixture): number {
  const measured = (meter.traits.meters ?? []).map((id) => home.fixture(id));
  return measured.reduce((sum, fixture) => sum + (fixture ? drawOf(fixture) : 0), 0);
}

/** Lets a power meter report soon after one of its devices changed, without waiting for its turn. */
export function startPowerMeters(home: LivingHome, clock: Clock): void {
  const due = new Set<number>();
  const report = (id: number) => {
    due.delete(id);
    const meter = home.fixture(id);
    if (meter && readSensorMultilevel(meter.device.params).quantity === 'power')
      home.report(id, { Value: Math.round(meteredDraw(home, meter) * 10) / 10 });
  };
  home.onChange(({ after }) => {
    for (const { device, traits } of home.fixtures) {
      if (!traits.meters?.includes(after.id) || due.has(device.id)) continue;
      due.add(device.id);
      clock.after(REPORT_DELAY_MS, () => report(device.id));
    }
  });
}

const WATT_MS_A_KWH = 3.6e9;

/** Simulates the energy meters of the house. Returns a function that adds what the house used in some ms. They report each tenth of a kWh. */
export function startEnergyMeters(home: LivingHome): (ms: number) => void {
  let used = 0;
  return (ms) => {
    const watts = home.fixtures.reduce((sum, fixture) => sum + drawOf(fixture), BASE_LOAD_WATTS);
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

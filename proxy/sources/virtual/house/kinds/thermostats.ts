import type { DevicePlan } from '../plan';
import { onBattery, zwave, type Extra, type Plain } from './zwave';

/** A mains-powered wall thermostat for heating. */
export const thermostat = (id: number, name: string, heat: number, extra: Extra = {}): DevicePlan =>
  zwave(
    {
      id,
      name,
      type: 'DevThermostat',
      icon: 'thermostat',
      interfaces: ['ThermostatMode', 'ThermostatSetpoint', 'ThermostatOperatingState'],
      params: {
        currentMode: 'Heat',
        availableModes: ['Off', 'Heat'],
        currentSetpoints: { Heat: heat },
        currentState: 'Idle'
      }
    },
    extra
  );

/** A thermostat for heating and cooling with a fan (`currentFanMode` and `availableFanModes` [A]). */
export const airConditioner = (
  id: number,
  name: string,
  setpoints: { readonly Heat: number; readonly Cool: number },
  extra: Plain = {}
): DevicePlan =>
  thermostat(id, name, setpoints.Heat, {
    icon: 'air-conditioner',
    ...extra,
    interfaces: ['ThermostatFanMode'],
    params: {
      currentMode: 'Auto',
      availableModes: ['Off', 'Heat', 'Cool', 'Auto'],
      currentSetpoints: setpoints,
      currentFanMode: 'Auto',
      availableFanModes: ['Auto', 'Low', 'High']
    }
  });

/** A radiator valve that sleeps and wakes up every `wakeUpInterval` seconds [A]. */
export const sleepingValve = (
  id: number,
  name: string,
  heat: number,
  wakeUpInterval: number,
  extra: Plain = {}
): DevicePlan =>
  thermostat(id, name, heat, onBattery(71, { ...extra, interfaces: ['WakeUp'], params: { wakeUpInterval } }));

import { FULL_LEVEL } from '#shared/interfaces/level';
import type { DevicePlan } from './plan';

/**
 * The kinds of devices that stand in the house, each as its builder: id and name first, then what differs from one to the next.
 * Types, interfaces and parameters are the document's (2.4, 2.5) [D] unless marked otherwise.
 */

/** What any device may be told beyond its kind. */
type Extra = Partial<Omit<DevicePlan, 'id' | 'type'>>;
/** The same, for kinds whose interfaces and parameters are settled. */
type Plain = Omit<Extra, 'interfaces' | 'params'>;

/** A device in the radio network: its node bears its id's number, unless it is told otherwise. */
function zwave(kind: Omit<DevicePlan, 'icon' | 'role'> & Extra, extra: Extra): DevicePlan {
  return {
    ...kind,
    ...extra,
    interfaces: [...kind.interfaces, ...(extra.interfaces ?? []), 'ZWaveDevice'],
    params: { nodeId: kind.id, ...kind.params, ...extra.params },
    traits: { ...kind.traits, ...extra.traits }
  };
}

/** A lamp or a socket that is on or off. */
export const lamp = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  zwave(
    {
      id,
      name,
      type: 'DevSwitch',
      icon: 'lamp',
      interfaces: ['SwitchBinary'],
      params: { Status: false, pulseable: false },
      traits: { watts: 9 }
    },
    extra
  );

/** A socket with something at it. */
export const socket = (id: number, name: string, watts: number, extra: Extra = {}): DevicePlan =>
  lamp(id, name, { icon: 'socket', ...extra, traits: { watts } });

const levelParams = (level: number) => ({ Status: level > 0, Level: level, pulseable: false });

/** A lamp that can be dimmed. */
export const dimmer = (id: number, name: string, level: number, extra: Extra = {}): DevicePlan =>
  zwave(
    {
      id,
      name,
      type: 'DevDimmer',
      icon: 'ceiling-light',
      interfaces: ['SwitchMultilevel', 'SwitchBinary'],
      params: levelParams(level),
      traits: { watts: 30 }
    },
    extra
  );

/** A lamp with colours. Its type is spelled so in the document [D]; `DevDimmerColor` is seen too [O]. */
export const colorLamp = (
  id: number,
  name: string,
  type: 'DecDimmerColor' | 'DevDimmerColor',
  level: number,
  components: Readonly<Record<string, number>>,
  extra: Extra = {}
): DevicePlan =>
  zwave(
    {
      id,
      name,
      type,
      icon: 'color-lamp',
      interfaces: ['SwitchMultilevel', 'SwitchColor', 'SwitchBinary'],
      params: {
        ...levelParams(level),
        supportedComponents: Object.keys(components),
        currentComponentValues: components
      },
      traits: { watts: 12 }
    },
    extra
  );

/** A roller shutter: 0 closed, 99 open. */
export const shutter = (id: number, name: string, level = FULL_LEVEL, extra: Extra = {}): DevicePlan =>
  zwave(
    {
      id,
      name,
      type: 'DevShutter',
      icon: 'shutter',
      interfaces: ['SwitchMultilevel', 'SwitchBinary', 'Shutter'],
      params: { ...levelParams(level), stopable: true }
    },
    extra
  );

/** A sensor that is tripped or idle, by its role [O]. */
function binarySensor(id: number, name: string, role: string, icon: string, extra: Extra): DevicePlan {
  const params = { armable: false, ackable: false, Armed: false, Tripped: false, lasttrip: 0 };
  return zwave(
    { id, name, type: 'DevBinarySensor', role, icon, interfaces: ['SensorBinary'], params },
    extra
  );
}

/** A motion sensor: it can be armed. */
export const motion = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  binarySensor(id, name, 'BinaryMotionSensor', 'motion', {
    ...extra,
    params: { armable: true, ...extra.params }
  });
/** A contact at a door: it can be armed. */
export const door = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  binarySensor(id, name, 'BinaryDoorSensor', 'door', {
    ...extra,
    params: { armable: true, ...extra.params }
  });
/** A contact at a window. */
export const window = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  binarySensor(id, name, 'BinaryWindowSensor', 'window', extra);
/** A smoke alarm: a user can acknowledge it. */
export const smoke = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  binarySensor(id, name, 'BinarySmokeSensor', 'smoke', {
    ...extra,
    params: { ackable: true, ...extra.params }
  });
/** A sensor for water where none should be. */
export const leak = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  binarySensor(id, name, 'BinaryLeakingSensor', 'leak', {
    ...extra,
    params: { ackable: true, ...extra.params }
  });
/** A sensor of something that is wrong. */
export const trouble = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  binarySensor(id, name, 'BinaryGenericSensor', 'sensor', extra);

/** What a sensor measures and how it says so; the spellings differ from maker to maker [O]. */
function gauge(
  id: number,
  name: string,
  type: string,
  icon: string,
  [sensorType, valueScale, valueUnit]: readonly [string, string, string],
  value: number,
  extra: Extra
): DevicePlan {
  const params = { Value: value, sensorType, valueScale, valueUnit };
  return zwave({ id, name, type, icon, interfaces: ['SensorMultilevel'], params }, extra);
}

/** A thermometer, in °C. */
export const temperature = (id: number, name: string, value: number, extra: Extra = {}): DevicePlan =>
  gauge(id, name, 'DevTemperature', 'thermometer', ['Temperature', 'Celsius', '°C'], value, extra);
/** A hygrometer, in percent. */
export const humidity = (id: number, name: string, value: number, extra: Extra = {}): DevicePlan =>
  gauge(id, name, 'DevHygrometry', 'humidity', ['Humidity', 'PercentageValue', '%'], value, {
    traits: { meanHumidity: value },
    ...extra
  });
/** A light sensor; what it sees at noon, in lux. */
export const light = (id: number, name: string, noonLux: number, extra: Extra = {}): DevicePlan =>
  gauge(id, name, 'DevLuminosity', 'sun', ['Luminance', 'Lux', 'lx'], 0, { traits: { noonLux }, ...extra });

/** A power meter of some devices, by their ids. */
export const power = (id: number, name: string, meters: readonly number[], extra: Extra = {}): DevicePlan =>
  gauge(id, name, 'DevGenericSensor', 'power', ['Power', 'Watt', 'W'], 0, { traits: { meters }, ...extra });

/** A meter of what was used over time: `DevMeter` is seen in use [O], what it counts is no documented sensor type. */
export const energyMeter = (id: number, name: string, kwh: number, extra: Extra = {}): DevicePlan =>
  gauge(id, name, 'DevMeter', 'meter', ['Energy', 'KilowattHour', 'kWh'], kwh, extra);

const heating = (heat: number) => ({
  currentMode: 'Heat',
  availableModes: ['Off', 'Heat'],
  currentSetpoints: { Heat: heat },
  currentState: 'Idle'
});

/** A wall thermostat on the mains: it heats, and says so at once. */
export const thermostat = (id: number, name: string, heat: number, extra: Extra = {}): DevicePlan =>
  zwave(
    {
      id,
      name,
      type: 'DevThermostat',
      icon: 'thermostat',
      interfaces: ['ThermostatMode', 'ThermostatSetpoint', 'ThermostatOperatingState'],
      params: heating(heat)
    },
    extra
  );

/** A thermostat that cools as well, with a fan (`currentFanMode` and `availableFanModes` [A]). */
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

/** A battery's charge in percent, as `params` of a device with the Battery interface [A]. */
export const onBattery = (batteryLevel: number, extra: Extra = {}): Extra => ({
  ...extra,
  interfaces: [...(extra.interfaces ?? []), 'Battery'],
  params: { ...extra.params, batteryLevel }
});

/** A radiator valve that sleeps, and listens once each `wakeUpInterval` seconds [A]. */
export const sleepingValve = (
  id: number,
  name: string,
  heat: number,
  wakeUpInterval: number,
  extra: Plain = {}
): DevicePlan =>
  thermostat(id, name, heat, onBattery(71, { ...extra, interfaces: ['WakeUp'], params: { wakeUpInterval } }));

/** A door lock: its state is shown, and it takes no command [O]. */
export const doorLock = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  zwave(
    { id, name, type: 'DevDoorLock', icon: 'lock', interfaces: ['DoorLock'], params: { Status: true } },
    extra
  );

/** The part of a device with several that stands for the whole: nobody sees it [O]. */
export const multichannelRoot = (id: number, name: string): DevicePlan =>
  zwave({ id, name, type: 'DevUnknown', interfaces: ['MultichannelRoot', 'ParentDevice'], params: {} }, {});

/** What makes a device one part of another: it shares its node. */
export const endpointOf = (parentDeviceId: number, endpointId: number): Extra => ({
  interfaces: ['MultichannelEndpoint', 'ChildDevice'],
  params: { nodeId: parentDeviceId, parentDeviceId, endpointId }
});

/** A device of any type and interfaces, for what no builder knows. */
export const special = (
  id: number,
  name: string,
  type: string,
  interfaces: readonly string[],
  params: DevicePlan['params'],
  extra: Plain = {}
): DevicePlan => ({ id, name, type, interfaces, params, ...extra });

import type { Device } from '#shared/home';
import { aDevice } from '../../lib/kinds/test-home';

const SWITCH = ['SwitchBinary'];
const LEVEL = [...SWITCH, 'SwitchMultilevel'];
const SHUTTER = [...LEVEL, 'Shutter'];
const CONTACT = ['SensorBinary'];
const MEASURED = ['SensorMultilevel'];
const THERMOSTAT = ['ThermostatMode', 'ThermostatSetpoint', 'ThermostatOperatingState'];

const device = (
  type: string,
  interfaces: readonly string[],
  params: Device['params'],
  { role = '', icon = '' }: { readonly role?: string; readonly icon?: string } = {}
): Device =>
  aDevice({
    id: 1,
    name: 'It',
    room_id: 1,
    type,
    role,
    icon,
    interfaces: [...interfaces],
    params: { ...params }
  });

const on = { Status: true };
const half = { Status: true, Level: 50 };
const tripped = { Tripped: true, armable: true, Armed: false };

/** The types of the controller's document (2.4), and those that are observed or assumed, each as a controller reports it. */
export const API_DEVICES: readonly Device[] = [
  device('DevGateway', ['Gateway'], {}),
  device('DevSwitch', SWITCH, on),
  device('DevSwitch', SWITCH, on, { icon: 'lamp' }),
  device('DevSwitch', SWITCH, on, { icon: 'fan' }),
  device('DevMultiSwitch', SWITCH, on),
  device('DevDimmer', LEVEL, half),
  device('DevDimmer', LEVEL, half, { icon: 'fan' }),
  device('DevDimmer', LEVEL, half, { role: 'CeilingFan' }),
  device('DevSwitchMultilevel', LEVEL, half),
  device('DevSwitchMultilevel', LEVEL, half, { icon: 'fan' }),
  device('DevSwitchMultilevel', LEVEL, half, { role: 'WaterValve' }),
  device('DevSwitch', SWITCH, on, { role: 'Siren' }),
  device('DecDimmerColor', [...LEVEL, 'SwitchColor'], { ...half, supportedComponents: ['Red'] }),
  device('DevDimmerColor', [...LEVEL, 'SwitchColor'], { ...half, supportedComponents: ['Red'] }),
  device('DevRGBLight', [...LEVEL, 'SwitchColor'], { ...half, supportedComponents: ['Red'] }),
  device('DevShutter', SHUTTER, half),
  device('DevShutter', SHUTTER, half, { icon: 'gate' }),
  device('DevThermostat', THERMOSTAT, {
    currentMode: 'Heat',
    availableModes: ['Off', 'Heat'],
    currentSetpoints: { Heat: 21 },
    currentState: 'Heating',
    valvePosition: 40
  }),
  device('DevBinarySensor', CONTACT, tripped),
  device('DevBinarySensor', CONTACT, tripped, { role: 'BinaryDoorSensor' }),
  device('DevBinarySensor', CONTACT, tripped, { role: 'BinaryMotionSensor' }),
  device('DevBinarySensor', CONTACT, tripped, { role: 'BinarySmokeSensor' }),
  device('DevBinarySensor', CONTACT, tripped, { role: 'BinaryTamperSensor' }),
  device('DevDoor', CONTACT, tripped),
  device('DevMotion', CONTACT, tripped),
  device('DevSmoke', CONTACT, tripped),
  device('DevFlood', CONTACT, tripped),
  device('DevTemperature', MEASURED, { Value: 21, valueUnit: '°C' }),
  device('DevHygrometry', MEASURED, { Value: 40, valueUnit: '%' }),
  device('DevLuminosity', MEASURED, { Value: 300, valueUnit: 'lx' }),
  device('DevGenericSensor', MEASURED, { Value: 12, valueUnit: 'W', sensorType: 'Power' }),
  device('DevMeter', MEASURED, { Value: 0.0004, valueUnit: 'm³' }),
  device('DevDoorLock', ['DoorLock'], { locked: true }),
  device('DevUnknown', [], {}),
  device('DevUnknown', ['NotReady'], {})
];

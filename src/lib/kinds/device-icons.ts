import * as mdi from '@mdi/js';
import { SHUTTER } from './chip-icons';
import { byName, type NamedIcon } from './icon-name';

/** A device's icon at rest, and while it is on, open or tripped. Each is the path data (`d`) in a 24 × 24 box. */
export interface DeviceIcon {
  readonly rest: string;
  readonly active: string;
}

const same = (path: string): DeviceIcon => ({ rest: path, active: path });
const pair = (rest: string, active: string): DeviceIcon => ({ rest, active });

/**
 * The icons that types, roles and quantities refer to by name. Names need no path data, so code that only summarises a
 * room does not load this module.
 */
export const ICONS = {
  bulb: pair(mdi.mdiLightbulbOutline, mdi.mdiLightbulb),
  colour: pair(mdi.mdiPaletteOutline, mdi.mdiPalette),
  switch: pair(mdi.mdiLightSwitchOff, mdi.mdiLightSwitch),
  shutter: SHUTTER,
  fan: pair(mdi.mdiFanOff, mdi.mdiFan),
  door: pair(mdi.mdiDoorClosed, mdi.mdiDoorOpen),
  window: pair(mdi.mdiWindowClosedVariant, mdi.mdiWindowOpenVariant),
  motion: pair(mdi.mdiMotionSensor, mdi.mdiWalk),
  smoke: pair(mdi.mdiSmokeDetectorOutline, mdi.mdiSmokeDetectorAlertOutline),
  leak: pair(mdi.mdiWaterOff, mdi.mdiWaterAlert),
  co: same(mdi.mdiMoleculeCo),
  gas: same(mdi.mdiGasCylinder),
  heat: pair(mdi.mdiThermometer, mdi.mdiThermometerAlert),
  tripped: pair(mdi.mdiRadioboxBlank, mdi.mdiRadioboxMarked),
  temperature: same(mdi.mdiThermometer),
  humidity: same(mdi.mdiWaterPercent),
  light: same(mdi.mdiBrightness5),
  power: same(mdi.mdiFlash),
  gauge: same(mdi.mdiGauge),
  thermostat: same(mdi.mdiThermostat),
  lock: pair(mdi.mdiLock, mdi.mdiLockOpenVariant),
  key: same(mdi.mdiKeyVariant),
  gateway: same(mdi.mdiRouterWireless),
  gate: pair(mdi.mdiGate, mdi.mdiGateOpen),
  scene: same(mdi.mdiMovieOpenPlayOutline),
  camera: same(mdi.mdiCctv),
  co2: same(mdi.mdiMoleculeCo2),
  noise: same(mdi.mdiVolumeHigh),
  rain: same(mdi.mdiWeatherPouring),
  uv: same(mdi.mdiSunWireless),
  wind: same(mdi.mdiWeatherWindy),
  unknown: same(mdi.mdiHelpCircleOutline)
} as const satisfies Record<string, DeviceIcon>;
export type IconName = keyof typeof ICONS;

const ceilingLamp = pair(mdi.mdiCeilingLightOutline, mdi.mdiCeilingLight);
const floorLamp = pair(mdi.mdiFloorLampOutline, mdi.mdiFloorLamp);
const heater = pair(mdi.mdiRadiatorOff, mdi.mdiRadiator);
const garage = pair(mdi.mdiGarageVariant, mdi.mdiGarageOpenVariant);
const socket = same(mdi.mdiPowerSocketEu);

/** Icons by name: one for each that the user can choose, with further words that mean it. */
export const DEVICE_ICONS = [
  ['lamp', ICONS.bulb, 'bulb', 'lightbulb', 'light', 'dimmer'],
  ['ceiling', ceilingLamp, 'chandelier', 'ceiling-light'],
  ['floor-lamp', floorLamp],
  ['desk-lamp', same(mdi.mdiDeskLamp)],
  ['led', same(mdi.mdiLedStripVariant), 'strip'],
  ['rgb', ICONS.colour, 'color-lamp'],
  ['switch', ICONS.switch],
  ['socket', socket, 'plug', 'outlet'],
  ['fan', ICONS.fan],
  ['ventilation', same(mdi.mdiAirFilter)],
  ['radiator', heater, 'heater', 'heating'],
  ['thermostat', ICONS.thermostat],
  ['conditioner', same(mdi.mdiAirConditioner)],
  ['boiler', same(mdi.mdiWaterBoiler)],
  ['shutter', ICONS.shutter, 'roller'],
  ['blinds', pair(mdi.mdiBlinds, mdi.mdiBlindsOpen), 'blind'],
  ['curtains', pair(mdi.mdiCurtainsClosed, mdi.mdiCurtains), 'curtain'],
  ['door', ICONS.door],
  ['window', ICONS.window],
  ['garage', garage, 'garage-door'],
  ['gate', ICONS.gate],
  ['lock', ICONS.lock],
  ['tv', same(mdi.mdiTelevision), 'television'],
  ['speaker', same(mdi.mdiSpeaker), 'music'],
  ['coffee', pair(mdi.mdiCoffeeMakerOutline, mdi.mdiCoffeeMaker)],
  ['fridge', same(mdi.mdiFridge)],
  ['dishwasher', same(mdi.mdiDishwasher)],
  ['washer', same(mdi.mdiWashingMachine), 'washing'],
  ['pump', same(mdi.mdiPump)],
  ['valve', same(mdi.mdiValve)],
  ['sprinkler', same(mdi.mdiSprinklerVariant), 'irrigation'],
  ['motion', ICONS.motion, 'presence'],
  ['smoke', ICONS.smoke, 'fire'],
  ['leak', ICONS.leak, 'flood'],
  ['siren', same(mdi.mdiAlarmLight)],
  ['alarm', same(mdi.mdiShieldHome)],
  ['thermometer', ICONS.temperature, 'temperature'],
  ['humidity', ICONS.humidity],
  ['sun', ICONS.light, 'luminosity', 'luminance'],
  ['water', same(mdi.mdiWater)],
  ['power', ICONS.power, 'energy'],
  ['meter', ICONS.gauge],
  ['battery', same(mdi.mdiBattery)],
  ['gateway', ICONS.gateway, 'controller']
] as const satisfies readonly NamedIcon<DeviceIcon>[];

/** `DEVICE_ICONS` by the controller's icon names, or by a word in them. */
export const DEVICE_ICONS_BY_NAME: ReadonlyMap<string, DeviceIcon> = byName<DeviceIcon>(DEVICE_ICONS);

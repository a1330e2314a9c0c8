import { medianOf, quantityOf, readingOf, type Reading } from './reading';
import { isShown, type Device, type Room, type RoomQuantity } from '#shared/home';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { hasControl, mainControlOf, type ControlName } from '#shared/kinds';
import { phraseOf } from '#shared/words';

/** A room's readings; undefined if no working sensor has one. */
export type Readings = Readonly<Record<RoomQuantity, Reading | undefined>>;

/** A reading, and the sensor that measured it; undefined for the median of several. */
export interface Measurement {
  readonly reading: Reading;
  readonly sensor: Device | undefined;
}

/** What a room's readings depend on: the devices of the home. */
export interface RoomHome {
  /** All devices, as they are reported. It is read only for a room whose thermometers do not agree. */
  readonly home: { readonly devices: readonly Device[] } | null;
  device(id: number): Device | undefined;
  roomDevices(room: number | null): readonly Device[];
  hiddenDevices(room: number | null): readonly Device[];
}

/** The field of a room's main sensor, by what it measures. */
const MAIN = {
  temperature: 'temperature_sensor',
  humidity: 'humidity_sensor',
  light: 'luminosity_sensor'
} as const;

/** Words in the name of a sensor or a room that is outside, in the languages of the app. */
const OUTSIDE =
  /outside|outdoor|garden|terrace|balcon|patio|yard|надвор|зовн|вулиц|сад(?!ок)|терас|балкон|двір|подвір/iu;
/** Words of other places and of appliances whose temperature is not that of a room. */
const ELSEWHERE =
  /freez|fridge|refrigerat|boiler|(?<!\p{L})oven(?!\p{L})|sauna|(?<!\p{L})pool(?!\p{L})|aquarium|water heater|(?:hot|warm) water|water temp|garage|greenhouse|морозил|холодиль|бойлер|кот[еє]?л(?!ет)|духовк|сауна|басейн|акваріум|водонагр|гаряч|гараж|теплиц/iu;

/** Whether a name is that of a place outside. */
export const isOutsideName = (name: string): boolean => OUTSIDE.test(name);

/** Whether a name is that of a place whose temperature is not that of the rooms: outside, a sauna, a freezer. */
export const isElsewhereName = (name: string): boolean => OUTSIDE.test(name) || ELSEWHERE.test(name);

/** The range in °C in which thermometers of a room are believed, if they differ by no more than `MAX_SPREAD`. */
const MIN_ROOM = 5;
const MAX_ROOM = 35;
const MAX_SPREAD = 10;

/** Controls of devices that get warm of their own work. */
const ACTUATORS: readonly ControlName[] = ['switch', 'level', 'colour', 'shutter', 'lock'];

function isActuator(device: Device | undefined): boolean {
  const control = device && mainControlOf(device);
  return control !== undefined && ACTUATORS.includes(control);
}

/** Whether a thermometer is a switch, dimmer, shutter or lock, or a part of one: it measures that, unless it is a thermostat's. */
function isOfActuator(sensor: Device, devices: readonly Device[], home: Pick<RoomHome, 'device'>): boolean {
  const { nodeId, parentDeviceId } = sensor.params;
  const parts = nodeId == null ? [] : devices.filter(({ params }) => params['nodeId'] === nodeId);
  const parent = typeof parentDeviceId === 'number' ? home.device(parentDeviceId) : undefined;
  if ([sensor, ...parts].some((part) => hasControl(part, 'climate'))) return false;
  return [sensor, ...parts, parent].some(isActuator);
}

/**
 * Returns the shown thermometers of a room that measure no switch, dimmer, shutter or lock.
 * @param devices all devices of the room, hidden ones too: they can be parts of one with a sensor
 */
export const thermometersOf = (
  devices: readonly Device[],
  home: Pick<RoomHome, 'device'>
): readonly Device[] =>
  devices.filter(
    (device) =>
      quantityOf(device) === 'temperature' && isShown(device) && !isOfActuator(device, devices, home)
  );

/**
 * Returns a room's readings: of the sensors that the household chose, else of its main devices, else the median of its own sensors. A temperature is never that of
 * a switch, dimmer, shutter or lock, and by the median neither that of an appliance or of a place outside.
 * @param devices all devices of the room, hidden ones too
 */
export function readingsOf(
  room: Room | null,
  home: RoomHome,
  devices: readonly Device[] = devicesIn(room?.id ?? null, home)
): Readings {
  const read = (quantity: RoomQuantity) => measure(quantity, room, { home, devices })?.reading;
  return { temperature: read('temperature'), humidity: read('humidity'), light: read('light') };
}

/**
 * Returns the temperature that is shown for a thermostat that measures none itself: that of its room. Undefined if the
 * device measures one, is dead or is no thermostat, or if the room has none.
 */
export function roomTemperatureOf(
  device: Device,
  room: Room | null,
  home: RoomHome
): Measurement | undefined {
  if (!room || !device.alive || !hasControl(device, 'climate')) return undefined;
  if (readSensorMultilevel(device.params).value !== undefined) return undefined;
  return measure('temperature', room, { home, devices: devicesIn(room.id, home) });
}

const devicesIn = (room: number | null, home: RoomHome): readonly Device[] => [
  ...home.roomDevices(room),
  ...home.hiddenDevices(room)
];

interface Around {
  readonly home: RoomHome;
  readonly devices: readonly Device[];
}

function measure(quantity: RoomQuantity, room: Room | null, around: Around): Measurement | undefined {
  const { home, devices } = around;
  const chosen = room?.sensors?.[quantity];
  if (chosen === 'none') return undefined;
  const sensor = chosen === undefined ? undefined : home.device(chosen);
  if (sensor && quantityOf(sensor) === quantity) return measuredBy(sensor)[0];
  const id = room?.main_devices[MAIN[quantity]];
  const main = id == null ? undefined : home.device(id);
  const measured = main && isAllowed(main, quantity, around) ? measuredBy(main) : [];
  if (measured.length > 0) return measured[0];
  const own =
    quantity === 'temperature'
      ? roomThermometers(room, around)
      : devices.filter((device) => isShown(device) && quantityOf(device) === quantity).flatMap(measuredBy);
  const reading = medianOf(own.map((each) => each.reading));
  return reading && { reading, sensor: own.length === 1 ? own[0]?.sensor : undefined };
}

/** A main sensor can be in another room. */
function isAllowed(main: Device, quantity: RoomQuantity, { home, devices }: Around): boolean {
  if (quantity !== 'temperature') return true;
  return !isOfActuator(main, devices.includes(main) ? devices : devicesIn(main.room_id, home), home);
}

function measuredBy(sensor: Device): readonly Measurement[] {
  const reading = readingOf(sensor);
  return reading ? [{ reading, sensor }] : [];
}

/**
 * Returns what measures the air of a room. Where a room's thermometers agree, they are believed. Otherwise those count
 * that are near the median of the other rooms', else those in the range of rooms. A room that is outside or is itself
 * an appliance has any temperature.
 */
function roomThermometers(room: Room | null, { home, devices }: Around): readonly Measurement[] {
  const all = thermometersOf(devices, home).flatMap(measuredBy);
  if (room && isElsewhereName(room.name)) return all;
  const inside = all.filter(({ sensor }) => sensor && !isElsewhere(sensor));
  const degrees = inside.map(({ reading }) => celsiusOf(reading));
  const [least, most] = [Math.min(...degrees), Math.max(...degrees)];
  if (least >= MIN_ROOM && most <= MAX_ROOM && most - least <= MAX_SPREAD) return inside;
  const others = (home.home?.devices ?? []).filter(
    (device) => device.room_id !== room?.id && quantityOf(device) === 'temperature' && !isActuator(device)
  );
  const usual = medianOf(others.flatMap((device) => readingOf(device) ?? []));
  const isWithin = (from: number, to: number) => (each: Measurement) => {
    const value = celsiusOf(each.reading);
    return value >= from && value <= to;
  };
  const around = usual ? celsiusOf(usual) : NaN;
  const near = inside.filter(isWithin(around - MAX_SPREAD, around + MAX_SPREAD));
  return near.length > 0 ? near : inside.filter(isWithin(MIN_ROOM, MAX_ROOM));
}

/** A thermostat with such a name may measure the room: a "Boiler" in the hall. */
const isElsewhere = (sensor: Device): boolean =>
  !hasControl(sensor, 'climate') &&
  isElsewhereName(`${sensor.name}, ${phraseOf(sensor.role)}, ${phraseOf(sensor.icon)}`);

const celsiusOf = ({ value, unit }: Reading): number => {
  if (unit === '°F') return ((value - 32) * 5) / 9;
  return unit === 'K' ? value - 273.15 : value;
};

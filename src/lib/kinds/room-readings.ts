import { isShown, type Device, type Room, type RoomQuantity } from '#shared/home';
import { hasControl, mainControlOf, type ControlName } from '#shared/kinds';
import { phraseOf } from '#shared/words';
import { inUnit, medianOf, quantityOf, readingOf, type Reading } from './reading';

/** A room's readings; undefined if no working sensor has one. */
export type Readings = Readonly<Record<RoomQuantity, Reading | undefined>>;

/** A reading, and the sensor that measured it; undefined for the median of several. */
export type Measurement = { readonly reading: Reading; readonly sensor: Device | undefined };

/** What a room's readings depend on: the devices of the home. */
export interface RoomHome {
  /** All devices, as they are reported. It is read only for a room whose thermometers do not agree. */
  readonly home: { readonly devices: readonly Device[] } | null;
  device(id: number): Device | undefined;
  roomDevices(room: number | null): readonly Device[];
  hiddenDevices(room: number | null): readonly Device[];
}

/** Words in the name of a sensor or a room that is outside, in the languages of the app. */
const OUTSIDE =
  /outside|outdoor|garden|terrace|balcon|patio|yard|надвор|зовн|вулиц|сад(?!ок)|терас|балкон|двір|подвір/iu;
/** Words of other places and of appliances whose temperature is not that of a room. */
const ELSEWHERE =
  /freez|fridge|refrigerat|boiler|(?:^|\P{L})(?:oven|pool)(?!\p{L})|sauna|aquarium|water heater|(?:hot|warm) water|water temp|garage|greenhouse|морозил|холодиль|бойлер|кот[еє]?л(?!ет)|духовк|сауна|басейн|акваріум|водонагр|гаряч|гараж|теплиц/iu;

/** Whether a name is that of a place outside. */
export const isOutsideName = (name: string): boolean => OUTSIDE.test(name);

/** Whether a name is that of a place whose temperature is not that of the rooms: outside, a sauna, a freezer. */
export const isElsewhereName = (name: string): boolean => OUTSIDE.test(name) || ELSEWHERE.test(name);

/** The range in °C in which thermometers of a room are believed, if they differ by no more than `MAX_SPREAD`. */
const MIN_ROOM = 5;
const MAX_ROOM = 35;
const MAX_SPREAD = 10;

/** Controls of devices that get warm of their own work. */
const ACTUATORS: readonly ControlName[] = ['switch', 'level', 'fan', 'colour', 'shutter', 'lock'];

/** Whether a thermometer is a switch, dimmer, shutter or lock, or a part of one: it measures that, unless it is a thermostat's. */
function isOfActuator(sensor: Device, devices: readonly Device[], home: Pick<RoomHome, 'device'>): boolean {
  const { nodeId, parentDeviceId } = sensor.params;
  const others = nodeId == null ? [] : devices.filter(({ params }) => params['nodeId'] === nodeId);
  const parent = typeof parentDeviceId === 'number' ? home.device(parentDeviceId) : undefined;
  const parts = [sensor, ...others, ...(parent ? [parent] : [])];
  return !parts.some((part) => hasControl(part, 'climate')) && parts.some(isActuator);
}

function isActuator(device: Device): boolean {
  const control = mainControlOf(device);
  return control !== undefined && ACTUATORS.includes(control);
}

/** Returns the shown thermometers among all devices of a room that measure no switch, dimmer, shutter or lock. */
export const thermometersOf = (devices: readonly Device[], home: Pick<RoomHome, 'device'>) =>
  shownOf('temperature', devices).filter((sensor) => !isOfActuator(sensor, devices, home));

const shownOf = (quantity: RoomQuantity, devices: readonly Device[]): readonly Device[] =>
  devices.filter((device) => isShown(device) && quantityOf(device) === quantity);

/** What a room measures; undefined if no working sensor does. */
export type Measurements = Readonly<Record<RoomQuantity, Measurement | undefined>>;

/**
 * Returns what a room measures: by the sensors that the household chose, else of its main devices, else the median of its
 * own sensors. A temperature is not that of a switch, dimmer, shutter or lock unless the household chose it, and by the
 * median neither that of an appliance or of a place outside.
 * @param devices all devices of the room, hidden ones too
 */
export function measurementsOf(
  room: Room | null,
  home: RoomHome,
  devices = devicesIn(room?.id ?? null, home)
): Measurements {
  const main = room?.main_devices;
  const read = (quantity: RoomQuantity, id: number | null | undefined) =>
    measure(quantity, room, { home, devices, id });
  return {
    temperature: read('temperature', main?.temperature_sensor),
    humidity: read('humidity', main?.humidity_sensor),
    light: read('light', main?.luminosity_sensor)
  };
}

/** Returns the temperature of a room alone: see `measurementsOf`. */
export const temperatureOf = (
  room: Room,
  home: RoomHome,
  devices: readonly Device[]
): Measurement | undefined =>
  measure('temperature', room, { home, devices, id: room.main_devices.temperature_sensor });

/** Returns all devices of a room, hidden ones too. */
export const devicesIn = (room: number | null, home: RoomHome): readonly Device[] => [
  ...home.roomDevices(room),
  ...home.hiddenDevices(room)
];

/** The devices of a room, and the id of its main one. */
interface Around {
  readonly home: RoomHome;
  readonly devices: readonly Device[];
  readonly id: number | null | undefined;
}

function measure(quantity: RoomQuantity, room: Room | null, around: Around): Measurement | undefined {
  const { home, devices, id } = around;
  const wanted = room?.sensors?.[quantity];
  if (wanted === 'none') return undefined;
  const chosen = wanted === undefined ? undefined : home.device(wanted);
  if (chosen && quantityOf(chosen) === quantity) return measuredBy(chosen)[0];
  const isTemperature = quantity === 'temperature';
  const main = id == null ? undefined : home.device(id);
  // A main sensor can be in another room, with its other parts.
  const parts = main && (devices.includes(main) ? devices : devicesIn(main.room_id, home));
  const isFit = main && parts && !(isTemperature && isOfActuator(main, parts, home));
  const [measured] = isFit ? measuredBy(main) : [];
  if (measured) return measured;
  const own = isTemperature ? roomThermometers(room, around) : shownOf(quantity, devices).flatMap(measuredBy);
  const reading = medianOf(own.map((each) => each.reading));
  return reading && { reading, sensor: own.length === 1 ? own[0]?.sensor : undefined };
}

function measuredBy(sensor: Device): readonly (Measurement & { readonly sensor: Device })[] {
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
  const inside = all.filter(({ sensor }) => !isElsewhere(sensor));
  const within = (from: number, to: number) =>
    inside.filter(({ reading }) => celsiusOf(reading) >= from && celsiusOf(reading) <= to);
  const degrees = inside.map(({ reading }) => celsiusOf(reading));
  const isAgreed = Math.max(...degrees) - Math.min(...degrees) <= MAX_SPREAD;
  const usual = within(MIN_ROOM, MAX_ROOM);
  if (isAgreed && usual.length === inside.length) return inside;
  const others = (home.home?.devices ?? []).filter(
    (device) => device.room_id !== room?.id && quantityOf(device) === 'temperature' && !isActuator(device)
  );
  const median = medianOf(others.flatMap((device) => readingOf(device) ?? []));
  const around = median ? celsiusOf(median) : NaN;
  const near = within(around - MAX_SPREAD, around + MAX_SPREAD);
  return near.length > 0 ? near : usual;
}

/** Whether a sensor measures a place outside or an appliance. A thermostat with such a name may measure the room: a "Boiler" in the hall. */
export const isElsewhere = (sensor: Device): boolean =>
  !hasControl(sensor, 'climate') &&
  isElsewhereName(`${sensor.name}, ${phraseOf(sensor.role)}, ${phraseOf(sensor.icon)}`);

const celsiusOf = (reading: Reading): number => inUnit(reading, '°C').value;

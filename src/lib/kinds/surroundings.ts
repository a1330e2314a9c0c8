import { isShown, type Device, type Room } from '#shared/home';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { hasControl } from '#shared/kinds';
import { nodeOf } from '#shared/node-faults';
import { readNumber } from '#shared/read';
import { quantityOf, readingOf } from './reading';
import {
  devicesIn,
  isElsewhere,
  isElsewhereName,
  temperatureOf,
  type Measurement,
  type RoomHome
} from './room-readings';
import { ownTargetUnitOf } from './setpoint';

/** What the texts of a thermostat depend on besides itself. */
export interface Surroundings {
  /** The temperature to show for it, in its sensor's unit; undefined if it measures one itself, or there is none. */
  readonly temperature: Measurement | undefined;
  /** The unit that its targets are shown with, since its room has temperatures in another one too; empty where it goes without saying. */
  readonly targetUnit: string;
}

const NO_SURROUNDINGS: Surroundings = { temperature: undefined, targetUnit: '' };

const isThermostat = (device: Device): boolean => hasControl(device, 'climate');

/**
 * Returns what is shown with a thermostat. If it measures nothing itself, its temperature is that of the sensor of its end point, else of the
 * only one of its node, else that of its room. Of a dead device and of one that is no thermostat nothing is shown.
 */
export function surroundingsOf(device: Device, room: Room | null, home: RoomHome): Surroundings {
  if (!device.alive || !isThermostat(device)) return NO_SURROUNDINGS;
  const devices = devicesIn(room?.id ?? null, home);
  const sensors = devices.filter((each) => quantityOf(each) === 'temperature' && !isThermostat(each));
  const ofRoom = room ? temperatureOf(room, home, devices) : undefined;
  const measuresItself = readSensorMultilevel(device.params).value !== undefined;
  const own = measuresItself ? undefined : ownSensorOf(device, { sensors, devices, home });
  const reading = own && readingOf(own);
  const nearby = reading ? { reading, sensor: own } : ofRoom;
  const temperature = measuresItself ? undefined : nearby;
  const unit = ownTargetUnitOf(device.params);
  const others = [
    temperature?.reading.unit,
    ofRoom?.reading.unit,
    ...sensors.filter(isShown).map((each) => readingOf(each)?.unit),
    ...devices.filter(isThermostat).map(({ params }) => ownTargetUnitOf(params))
  ];
  const isMixed = others.some((each) => each !== undefined && each !== '' && each !== unit);
  return { temperature, targetUnit: isMixed ? unit : '' };
}

const endpointOf = ({ params }: Device): number => readNumber(params['endpointId']) ?? 0;

/** Returns the sensor of a thermostat's end point, else the only one of its node that is at no other thermostat's end point. */
function ownSensorOf(
  device: Device,
  around: {
    readonly sensors: readonly Device[];
    readonly devices: readonly Device[];
    readonly home: Pick<RoomHome, 'device'>;
  }
): Device | undefined {
  const find = (id: number) => around.home.device(id);
  const node = nodeOf(device, find);
  const isOfNode = (each: Device) => nodeOf(each, find) === node;
  const isHere = (each: Device) => endpointOf(each) === endpointOf(device);
  const others = around.devices.filter((each) => isThermostat(each) && isOfNode(each) && !isHere(each));
  const sensors = around.sensors.filter((each) => isOfNode(each) && isFit(each, device));
  const free = sensors.filter((sensor) => !others.some((each) => endpointOf(each) === endpointOf(sensor)));
  return onlyOf(free.filter(isHere), device) ?? onlyOf(free, device);
}

/** Whether a sensor of a thermostat's node may measure what the thermostat is for: none outside, unless the thermostat is named so too. */
const isFit = (sensor: Device, { name }: Device): boolean => isElsewhereName(name) || !isElsewhere(sensor);

/** Words in the name of a probe in a floor, in the languages of the app. */
const FLOOR = /floor|підлог/iu;

/**
 * The only sensor of several, without hidden ones and probes in the floor if there are others: the household may hide the tile of what its
 * thermostat shows, and heating of a floor may have its probe alone.
 */
function onlyOf(sensors: readonly Device[], { name }: Device): Device | undefined {
  const isProbe = (sensor: Device) => FLOOR.test(sensor.name) && !FLOOR.test(name);
  const shown = preferring(isShown, sensors);
  const [only, ...others] = preferring((sensor) => !isProbe(sensor), shown);
  return others.length > 0 ? undefined : only;
}

/** The devices that are preferred, or all if none is. */
function preferring(isPreferred: (device: Device) => boolean, devices: readonly Device[]): readonly Device[] {
  const preferred = devices.filter(isPreferred);
  return preferred.length > 0 ? preferred : devices;
}

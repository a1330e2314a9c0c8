import { isBatteryLow } from './battery';
import { isAlarm } from './controls/contact';
import { groupOf } from './group';
import { meaningOf } from './meaning';
import { medianOf, quantityOf, readingOf, type Reading } from './reading';
import { mainControlOf } from './registry';
import { isShown, type Device, type Room } from '#shared/home';
import { readSensorBinary } from '#shared/interfaces/readings';
import type { Quantity } from '#shared/interfaces/sensor-multilevel';

/** A room's readings; undefined if no working sensor has one. */
export interface Readings {
  readonly temperature: Reading | undefined;
  readonly humidity: Reading | undefined;
  readonly light: Reading | undefined;
}

/** The highlights of devices, each list in the given order. A device can be in more than one list. */
export interface Highlights {
  /** Smoke, leaks, and armed sensors that are tripped. */
  readonly alarms: readonly Device[];
  /** Open doors and windows. */
  readonly openings: readonly Device[];
  /** Lights that are on. */
  readonly lights: readonly Device[];
  /** Switches that are on. */
  readonly switches: readonly Device[];
  /** Shutters that are not closed. */
  readonly shutters: readonly Device[];
  /** Devices whose battery is low, dead ones too. */
  readonly batteries: readonly Device[];
  /** Dead devices. */
  readonly unreachable: readonly Device[];
}

/** The kinds of highlights, the most important first. */
export const HIGHLIGHTS = [
  'alarms',
  'openings',
  'lights',
  'switches',
  'shutters',
  'batteries',
  'unreachable'
] as const satisfies readonly (keyof Highlights)[];
export type HighlightKind = (typeof HIGHLIGHTS)[number];

/**
 * Returns a room's readings: of its main devices, or the median of its own sensors if those are dead, missing or have
 * no value.
 * @param find finds any device of the home; a main device can be in another room
 */
export function readingsOf(
  room: Room | null,
  devices: readonly Device[],
  find: (id: number) => Device | undefined
): Readings {
  const read = (quantity: Quantity, main: number | null | undefined): Reading | undefined => {
    const sensor = main == null ? undefined : find(main);
    return (
      (sensor && readingOf(sensor)) ??
      medianOf(
        devices
          .filter((device) => isShown(device) && quantityOf(device) === quantity)
          .map(readingOf)
          .filter((reading) => reading !== undefined)
      )
    );
  };
  return {
    temperature: read('temperature', room?.main_devices.temperature_sensor),
    humidity: read('humidity', room?.main_devices.humidity_sensor),
    light: read('light', room?.main_devices.luminosity_sensor)
  };
}

/** Whether a device is a sensor of a door or a window. */
export const isOpening = (device: Device): boolean =>
  mainControlOf(device)?.name === 'contact' && meaningOf(device).nature === 'opening';

/** Whether the state of a door or a window is not known: its sensor does not respond, or reports none. */
export const isUnknownOpening = (device: Device): boolean =>
  isOpening(device) && (!device.alive || readSensorBinary(device.params).isTripped === undefined);

/** Returns the list of an active device; undefined if it is in none. */
function activeListOf(device: Device): 'openings' | 'lights' | 'switches' | 'shutters' | undefined {
  const control = mainControlOf(device);
  if (!control?.isActive(device)) return undefined;
  if (control.name === 'contact') return meaningOf(device).nature === 'opening' ? 'openings' : undefined;
  const group = groupOf(device);
  return group === 'lights' || group === 'switches' || group === 'shutters' ? group : undefined;
}

/**
 * Returns the highlights of devices, without hidden ones. A dead device is in `unreachable`, and in `alarms` and
 * `batteries` too if it reported one.
 */
export function highlightsOf(devices: readonly Device[]): Highlights {
  const lists: Record<HighlightKind, Device[]> = {
    alarms: [],
    openings: [],
    lights: [],
    switches: [],
    shutters: [],
    batteries: [],
    unreachable: []
  };
  for (const device of devices) {
    if (!isShown(device)) continue;
    if (isAlarm(device)) lists.alarms.push(device);
    if (isBatteryLow(device)) lists.batteries.push(device);
    const list = device.alive ? activeListOf(device) : 'unreachable';
    if (list) lists[list].push(device);
  }
  return lists;
}

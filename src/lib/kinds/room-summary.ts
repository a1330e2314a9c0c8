import { dueConditionsOf } from '#shared/conditions';
import { isDueFactSensor, isFactSensor, isHazardSensor } from '#shared/hazards';
import { isRoot, isShown, type Device } from '#shared/home';
import { groupOf, mainControlOf } from '#shared/kinds';
import { isUnknownLoad } from '#shared/lamp';
import { isAlarm, meaningOf } from '#shared/meaning';
import { isActive } from './active';
import { isBatteryLow } from './battery';

/**
 * The kinds of highlights with a list of their own, the most important first: hazards, and armed sensors that are tripped;
 * other sensors that are tripped, without doors, windows and motion; open doors, windows and gates; lights that are on;
 * switches that are on; shutters that are not closed.
 */
export const LISTS = ['alarms', 'tripped', 'openings', 'lights', 'switches', 'shutters'] as const;

/**
 * The kinds of highlights that need attention. They share a list: dead devices; those that say of themselves what a person has to do; those
 * whose battery is low, dead ones too; those with a battery that have not reported for a day (see `attentionOf`; of rooms there are none,
 * since they have no clock); those of which nobody has said whether they are lights.
 */
export const ATTENTION = ['unreachable', 'conditions', 'batteries', 'silent', 'loads'] as const;

/** The kinds of highlights. */
export const HIGHLIGHTS = [...LISTS, ...ATTENTION] as const;
export type HighlightKind = (typeof HIGHLIGHTS)[number];

/** The highlights of devices, each list in the given order. A device can be in more than one list. */
export type Highlights = Readonly<Record<HighlightKind, readonly Device[]>>;

/** Whether a device is a sensor of a door or a window, or a gate that reports how far it is open. */
export function isOpening(device: Device): boolean {
  const control = mainControlOf(device);
  return control === 'shutter'
    ? groupOf(device) === 'entrances'
    : control === 'contact' && meaningOf(device).nature === 'opening';
}

/** Whether it is not known if a device is on, open or unlocked: it does not respond, or reports nothing that can be read. */
export const isUnknown = (device: Device): boolean => !device.alive || isActive(device) === undefined;

/** Whether a device is a sensor of something that is no hazard, no door, no window and no motion. */
export const isOtherSensor = (device: Device): boolean =>
  mainControlOf(device) === 'contact' && meaningOf(device).nature === 'other';

/** Whether the lists of batteries and of devices that do not respond have a device: what warns of a hazard although it is hidden. */
export const isListed = (device: Device): boolean =>
  isShown(device) || (isHazardSensor(device) && !isRoot(device));

/** Returns the list of an active device; undefined if it is in none. */
function activeListOf(
  device: Device
): 'tripped' | 'openings' | 'lights' | 'switches' | 'shutters' | undefined {
  if (!isActive(device)) return undefined;
  if (isOtherSensor(device)) return isAlarm(device) ? undefined : 'tripped';
  if (isOpening(device)) return 'openings';
  const group = groupOf(device);
  return group === 'lights' || group === 'switches' || group === 'shutters' ? group : undefined;
}

/** Finds the device whose tile stands for another one too: see `companionsIn`. */
type LeaderOf = (id: number) => Device | undefined;

/**
 * Returns the highlights of devices. A companion has its own alarms; what its leader needs attention for is not said again, and what tells
 * of its own device is listed only if that needs a person. A dead device is in `unreachable`, and in `alarms` and `batteries` too if it
 * reported one. Of hidden devices alarms are in them, and from sensors of hazards their low battery and silence.
 */
export function highlightsOf(devices: readonly Device[], leaderOf: LeaderOf = () => undefined): Highlights {
  const lists = noHighlights();
  for (const device of devices) {
    if (isAlarm(device)) lists.alarms.push(device);
    const leader = leaderOf(device.id);
    const isPassing = isFactSensor(device) && !isDueFactSensor(device);
    if (!isListed(device) || (leader && isPassing)) continue;
    const isNews = (applies: (each: Device) => boolean) => applies(device) && !(leader && applies(leader));
    if (isNews(isBatteryLow)) lists.batteries.push(device);
    if (isNews(isDue)) lists.conditions.push(device);
    if (isNews(({ alive }) => !alive)) lists.unreachable.push(device);
    if (isShown(device) && isUnknownLoad(device)) lists.loads.push(device);
    const list = device.alive && isShown(device) && activeListOf(device);
    if (list) lists[list].push(device);
  }
  return lists;
}

/** Whether a device says of itself that a person has to do something. */
const isDue = ({ params }: Device): boolean => dueConditionsOf(params).length > 0;

/** Merges the highlights of several rooms, in their order. */
export function mergeHighlights(rooms: readonly Highlights[]): Highlights {
  const lists = noHighlights();
  for (const kind of HIGHLIGHTS) lists[kind] = rooms.flatMap((highlights) => highlights[kind]);
  return lists;
}

const noHighlights = (): Record<HighlightKind, Device[]> => ({
  alarms: [],
  tripped: [],
  openings: [],
  lights: [],
  switches: [],
  shutters: [],
  batteries: [],
  unreachable: [],
  conditions: [],
  silent: [],
  loads: []
});

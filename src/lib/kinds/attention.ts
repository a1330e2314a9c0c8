import { dueConditionsOf } from '#shared/conditions';
import { isHazardSensor } from '#shared/hazards';
import type { Device } from '#shared/home';
import { readWakeUp } from '#shared/interfaces/wake-up';
import { readNumber } from '#shared/read';
import { reportedTime, type ControllerClock } from '#shared/reported-time';
import { hasBattery, isBatteryLow } from './battery';
import type { ATTENTION, Highlights } from './room-summary';

/** What a device needs attention for. */
export type AttentionKind = (typeof ATTENTION)[number];

const DAY_MS = 86_400_000;

/** The key by which something is put off: see `Layout.putOff`. */
export const attentionKey = (kind: string, id: number | string): string => `${kind}:${id}`;

/**
 * Whether a device with a battery responds, as far as the controller knows, and was last heard more than a day ago; if it wakes seldom,
 * more than two of its wake-ups. False if the controller reports no time, or one of an unknown clock.
 * @param now ms since the epoch
 */
export function isSilent(device: Device, clock: ControllerClock, now: number): boolean {
  const last = hasBattery(device) && device.alive ? reportedTime(device.last_online, clock, now) : undefined;
  const { intervalS = 0 } = readWakeUp(device.params);
  return last !== undefined && now - last > Math.max(DAY_MS, 2000 * intervalS);
}

/**
 * The key by which a device is put off. What it says of itself is another matter once it says something else: a failure is not put off because
 * a filter was.
 */
export const deviceKey = (kind: AttentionKind, { id, params }: Device): string =>
  attentionKey(kind, kind === 'conditions' ? `${id}-${dueConditionsOf(params).join('-')}`.slice(0, 64) : id);

/**
 * Returns which devices need attention, each for the first that applies and one of each node for what it says of itself, without what is put
 * off. A sensor of a hazard that does not respond counts nevertheless.
 * @param silent the devices of which `isSilent` holds
 */
export function attentionOf(
  { unreachable, conditions, batteries, loads }: Pick<Highlights, Exclude<AttentionKind, 'silent'>>,
  silent: readonly Device[],
  isPutOff: (key: string) => boolean
): Pick<Highlights, AttentionKind> {
  const due = (kind: AttentionKind) => (device: Device) => !isPutOff(deviceKey(kind, device));
  return {
    unreachable: unreachable.filter((device) => isHazardSensor(device) || due('unreachable')(device)),
    conditions: onePerNode(conditions.filter(({ alive }) => alive)).filter(due('conditions')),
    batteries: batteries.filter((device) => device.alive && due('batteries')(device)),
    silent: silent.filter((device) => !isBatteryLow(device) && due('silent')(device)),
    loads: loads.filter(due('loads'))
  };
}

/** The first device of each node. */
function onePerNode(devices: readonly Device[]): readonly Device[] {
  const seen = new Set<number>();
  return devices.filter(({ params }) => {
    const node = readNumber(params['nodeId']);
    if (node === undefined) return true;
    const isFirst = !seen.has(node);
    seen.add(node);
    return isFirst;
  });
}

import { hazardOf, isFactSensor, isFaultSensor, isHazardSensor, weightOf } from '#shared/hazards';
import type { Device } from '#shared/home';
import { isActuator, nodeOf } from '#shared/node-faults';
import { readNumber } from '#shared/read';

/**
 * Devices that have no tile of their own, because the tile of another one stands for them too. Each stays a device with its id, its rights, its
 * alarms and its record; its sheet opens from the sheet of the other one.
 */
export interface Companions {
  /** The ids of the companions of a device, by its id, in their order. */
  readonly of: ReadonlyMap<number, readonly number[]>;
  /** The id of the device whose tile stands for a companion, by the companion's id. */
  readonly leaders: ReadonlyMap<number, number>;
}

/** No device has companions. */
export const NO_COMPANIONS: Companions = { of: new Map(), leaders: new Map() };

/**
 * Finds the companions among the devices that are shown. What is a favourite keeps its tile, and so does what can be switched or moved.
 * - Sensors of several hazards at one end point of a node, or of a node that is nothing else: the most urgent one leads, else the first.
 * - A sensor that tells of its own device, where its room has another device of the node, which leads.
 * @param shown the devices that are shown, in their order
 * @param all all devices: they tell whose parts the shown ones are
 */
export function companionsIn(shown: readonly Device[], all: readonly Device[]): Companions {
  const byId = new Map(all.map((device) => [device.id, device]));
  const nodes = new Map<string, Device[]>();
  for (const device of shown) {
    const key = `${device.room_id ?? ''} ${nodeOf(device, (id) => byId.get(id))}`;
    const others = nodes.get(key);
    if (others) others.push(device);
    else nodes.set(key, [device]);
  }
  const leaders = new Map([...nodes.values()].flatMap((node) => [...leadersIn(node)]));
  const of = new Map<number, number[]>();
  for (const [companion, leader] of leaders) of.set(leader, [...(of.get(leader) ?? []), companion]);
  return leaders.size === 0 ? NO_COMPANIONS : { of, leaders };
}

/** The leaders of the companions among the devices of one node in one room, by the companions' ids. */
function leadersIn(node: readonly Device[]): ReadonlyMap<number, number> {
  if (node.length < 2) return new Map();
  const isFact = (device: Device) => isFactSensor(device) && !isActuator(device);
  const things = node.filter((device) => !isFact(device));
  const leaders = new Map(detectorsIn(things).flatMap((sensors) => [...ledBy(leaderOf(sensors), sensors)]));
  const first = things.find((device) => !isFaultSensor(device) && !leaders.has(device.id)) ?? things[0];
  return new Map([...leaders, ...ledBy(first, node.filter(isFact))]);
}

/** The sensors of hazards that are one detector: all, if the node is nothing else; otherwise those of each end point. */
function detectorsIn(things: readonly Device[]): readonly (readonly Device[])[] {
  const sensors = things.filter(isHazardSensor);
  if (sensors.length === things.length && areOneDetector(sensors)) return [sensors];
  const endpoints = new Map<number, Device[]>();
  for (const sensor of sensors) {
    const endpoint = readNumber(sensor.params['endpointId']) ?? 0;
    endpoints.set(endpoint, [...(endpoints.get(endpoint) ?? []), sensor]);
  }
  return [...endpoints.values()].filter(areOneDetector);
}

/** Whether each sensor warns of something else: two sensors of leaks are at two places. */
const areOneDetector = (sensors: readonly Device[]): boolean =>
  new Set(sensors.map(hazardOf)).size === sensors.length;

/** The most urgent sensor, and the first of several. */
const leaderOf = (sensors: readonly Device[]): Device | undefined =>
  [...sensors].sort((one, other) => weight(one) - weight(other))[0];

const weight = (device: Device) => weightOf(hazardOf(device) ?? '');

const ledBy = (
  leader: Device | undefined,
  devices: readonly Device[]
): readonly (readonly [number, number])[] =>
  leader === undefined
    ? []
    : devices
        .filter((device) => device !== leader && !device.favorite && !isActuator(device))
        .map((device) => [device.id, leader.id] as const);

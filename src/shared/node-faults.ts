import { STOP_METHODS, switchesOff } from '#shared/commands/command-entry';
import { isFaultSensor, isHeatSensor, isOverloadSensor, isTripped, namedHazardOf } from '#shared/hazards';
import type { Device, NodeFault } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { ack, setArmed } from '#shared/interfaces/sensor-binary';
import { isLock } from '#shared/lock';
import { readNumber } from '#shared/read';
import { phraseOf } from '#shared/words';

/**
 * Heat and over-load that a node senses in itself, such as in a shutter's motor. They are its own state and endanger no home: nothing is
 * alarmed, and until they end the node only stops or switches off.
 */

/** All faults of nodes. */
export const NODE_FAULTS = ['overheated', 'overloaded'] as const satisfies readonly NodeFault[];

/** Interfaces of what is switched, dimmed or moved. */
const ACTUATORS = ['SwitchBinary', 'SwitchMultilevel', 'SwitchColor', 'Shutter'];
/** A type, a role or an interface of a node that raises alarms for the home, or sounds them. */
const ALARMS =
  /\b(sirens?|sound|chime|strobe|buzzer|horn|(door)?bell)\b|^((dev|binary|general|sensor) )*alarms?( sensor| device)?( \d+)?$/;

/** What is called a detector is there for the room. */
const DETECTOR = /\bdetectors?\b/;

const has = ({ interfaces }: Device, name: string) => interfaces.includes(name);
/** Whether a device is switched, dimmed or moved. */
export const isActuator = (device: Device): boolean => ACTUATORS.some((name) => has(device, name));

/** The fault that lasts at a device: of a sensor what it reports, of an actuator what its node does; undefined for none. */
export const faultOf = ({ fault }: Pick<Device, 'fault'>): NodeFault | undefined =>
  fault === 'none' ? undefined : fault;

/** The fault of its own node that a sensor reports now; undefined for none, and for any other device. */
export const reportedFaultOf = (device: Device): NodeFault | undefined =>
  isFaultSensor(device) ? faultOf(device) : undefined;

/** Whether a device is a sensor that reports that its own node is too hot, or an actuator of that node. */
export const isOverheated = (device: Pick<Device, 'fault'>): boolean => device.fault === 'overheated';

/** The fault for which a device does not take a call; undefined if it takes it: each still stops, and what is no shutter switches off. */
export function faultAgainst(device: Device, call: CommandCall): NodeFault | undefined {
  const isAllowed =
    STOP_METHODS.includes(call.method) ||
    [setArmed.method, ack.method].includes(call.method) ||
    (!has(device, 'Shutter') && switchesOff(call));
  return isAllowed ? undefined : faultOf(device);
}

/**
 * The actuators of a sensor's node, in the order of the devices: "Bedroom shutter is too hot" names the first. None if it is no
 * `isFaultSensor`.
 */
export function actuatorsOf(sensor: Device, devices: readonly Device[]): readonly Device[] {
  if (!isFaultSensor(sensor)) return [];
  const byId = new Map(devices.map((device) => [device.id, device]));
  const find = (id: number) => byId.get(id);
  const node = nodeOf(sensor, find);
  return devices.filter((device) => isActuator(device) && nodeOf(device, find) === node);
}

/**
 * Sets `fault` of all devices of a home, whatever they had. In doubt a sensor of heat stays one of a hazard. Devices that had the right one
 * stay the same objects.
 */
export function withFaults(devices: readonly Device[]): readonly Device[] {
  const byId = new Map(devices.map((device) => [device.id, device]));
  const find = (id: number) => byId.get(id);
  const nodes = new Map<string, Device[]>();
  for (const device of devices) {
    const node = nodeOf(device, find);
    const others = nodes.get(node);
    if (others) others.push(device);
    else nodes.set(node, [device]);
  }
  const faults = new Map([...nodes.values()].flatMap((node) => [...faultsIn(node)]));
  return devices.map((device) => withFault(device, faults.get(device.id)));
}

/** A device with this `fault`. Returns the same object if it has it. */
export function withFault(device: Device, fault: Device['fault']): Device {
  if (device.fault === fault) return device;
  const { fault: _, ...bare } = device;
  return fault === undefined ? bare : { ...bare, fault };
}

/** What identifies a device's node: its number, or that of its parent; else the parent's id, or its own. */
export function nodeOf({ id, params }: Device, find: (id: number) => Device | undefined): string {
  const parent = readNumber(params['parentDeviceId']);
  const ofParent = parent === undefined ? undefined : find(parent)?.params['nodeId'];
  const node = readNumber(params['nodeId']) ?? readNumber(ofParent);
  return node === undefined ? `device ${parent ?? id}` : `node ${node}`;
}

/** The `fault` of each device of a node that has one, by its id. */
function faultsIn(node: readonly Device[]): ReadonlyMap<number, NonNullable<Device['fault']>> {
  const heat = node.filter(isHeatSensor);
  const load = node.filter(isOverloadSensor);
  if ((heat.length === 0 && load.length === 0) || !mayFault(node)) return new Map();
  const overload = load.some(isTripped) ? 'overloaded' : 'none';
  const fault = heat.some(isTripped) ? 'overheated' : overload;
  return new Map([
    ...heat.map((sensor) => [sensor.id, isTripped(sensor) ? 'overheated' : 'none'] as const),
    ...load.map((sensor) => [sensor.id, isTripped(sensor) ? 'overloaded' : 'none'] as const),
    ...node.filter(isActuator).map(({ id }) => [id, fault] as const)
  ]);
}

/**
 * Whether a node is a lamp, dimmer, relay, plug or shutter, and nothing that warns of a hazard, regulates or locks. With a battery it may be a
 * detector that switches its own siren, unless it is a shutter.
 */
function mayFault(node: readonly Device[]): boolean {
  const isOnBattery = node.some((device) => has(device, 'Battery') || 'batteryLevel' in device.params);
  const isMovedBy = (device: Device) => (isOnBattery ? has(device, 'Shutter') : isActuator(device));
  return node.some(isMovedBy) && !node.some(isOtherThing);
}

function isOtherThing(device: Device): boolean {
  const hazard = namedHazardOf(device);
  const { type, role, interfaces } = device;
  const isDetector = DETECTOR.test(phraseOf(type)) || DETECTOR.test(phraseOf(role));
  const isOfFault = (isHeatSensor(device) && !isDetector) || isOverloadSensor(device);
  const names = isOfFault ? interfaces : [type, role, ...interfaces];
  return (
    (isHeatSensor(device) && isDetector) ||
    (hazard !== undefined && hazard !== 'heat') ||
    isLock(device) ||
    interfaces.some((name) => name === 'Gateway' || name.startsWith('Thermostat')) ||
    names.some((name) => ALARMS.test(phraseOf(name)))
  );
}

import { isEntranceByKind } from '#shared/entrance';
import { FAN_INTERFACE } from '#shared/fan';
import type { Hazard } from '#shared/hazard-names';
import { isOverloadSensor, namedHazardOf } from '#shared/hazards';
import type { Device } from '#shared/home';
import { kindOf, mainControlOf } from '#shared/kinds';
import { COVER, UNKNOWN_LOAD } from '#shared/lamp-types';
import { isLock } from '#shared/lock';
import { readNumber } from '#shared/read';

/**
 * Returns what a person takes a device for, as a short digest: its kind, main control and group, and the hazard that it
 * warns of. A controller may give the id of a removed device to another one [A]; an interview, an update of firmware or
 * another role within a group does not make another device. A lock has its node id too, since another lock of the same
 * type may report the contrary. A fan is what its type is: before, all were dimmers. Layouts, scenes and timers store it, so a
 * kind must keep its digest.
 * @param device as the controller reports it, without the household's layout
 */
export function modelOf(device: Device): string {
  const { icon, group, control } = kindOf(device);
  const own = mainControlOf(device) ?? control;
  const main = own === 'fan' ? 'level' : own;
  const isSensor = main === 'contact' || device.interfaces.includes('SensorBinary');
  return digest([
    icon,
    main,
    isEntranceByKind(device) ? 'entrances' : group,
    (isSensor && namedHazardOf(device)) || null,
    nodeOf(device)
  ]);
}

/** Hazards whose sensors at a Z-Wave JS server were generic ones at commit e89340d2. */
const FORMERLY_GENERIC: readonly (Hazard | undefined)[] = ['co', 'co2', 'gas', 'heat'];

/** Interfaces that devices of a Z-Wave JS server did not have then. */
const ADDED_INTERFACES = ['AlarmSensor', 'Siren', 'Valve', FAN_INTERFACE, COVER, UNKNOWN_LOAD];

/** Interfaces by which a Z-Wave JS server tells what is dimmed and no lamp. Before, all that is dimmed was a lamp there. */
const FORMERLY_LAMPS = ['Siren', 'Valve', FAN_INTERFACE, COVER, UNKNOWN_LOAD];

/** Whether a model is what was stored for a device before more was known of its kind. */
function isFormerModelOf(model: string, device: Device): boolean {
  if (isModelOfEarlierFormat(model, device)) return true;
  const wasLamp =
    (device.type === 'DevSwitchMultilevel' || device.type === 'DevShutter') &&
    device.interfaces.some((name) => FORMERLY_LAMPS.includes(name));
  if (!wasLamp) return false;
  const type = device.interfaces.includes('SwitchColor') ? 'DecDimmerColor' : 'DevDimmer';
  const interfaces = device.interfaces.filter((name) => name !== 'Shutter');
  const lamp = { ...device, type, interfaces };
  return model === modelOf(lamp) || isModelOfEarlierFormat(model, lamp);
}

/** Whether a model is what commit e89340d2 stored for a device: a digest of its type, role and interfaces. */
function isModelOfEarlierFormat(model: string, device: Device): boolean {
  const { type, role } = device;
  const interfaces = device.interfaces.filter((name) => !ADDED_INTERFACES.includes(name));
  const former = (its: string) => digest([type, its, [...interfaces].sort(), nodeOf(device)]);
  const wasGeneric = FORMERLY_GENERIC.includes(namedHazardOf(device)) || isOverloadSensor(device);
  return model === former(role) || (wasGeneric && model === former('BinaryGenericSensor'));
}

/**
 * Whether a stored model is that of a device. A former model counts if nothing of the device has changed since. What is
 * stored without a model is meant for the device that has the id now.
 */
export const isModelOf = (model: string | undefined, device: Device | undefined): boolean =>
  device !== undefined &&
  (model === undefined || model === modelOf(device) || isFormerModelOf(model, device));

/** Returns what to store in place of a model: another one only for one of before, if its device has not changed since. */
export function currentModelOf(model: string, device: Device | undefined): string {
  if (!device) return model;
  const now = modelOf(device);
  return model !== now && isFormerModelOf(model, device) ? now : model;
}

/** Replaces the models of before in commands. Returns the same list if there are none. */
export function renameModels<Command extends { readonly device: number; readonly model?: string }>(
  commands: readonly Command[],
  find: (id: number) => Device | undefined
): readonly Command[] {
  const renamed = commands.map((command) => {
    const { device, model } = command;
    const now = model === undefined ? undefined : currentModelOf(model, find(device));
    return now === model ? command : { ...command, model: now };
  });
  return renamed.every((command, at) => command === commands[at]) ? commands : renamed;
}

const nodeOf = (device: Device) => (isLock(device) ? readNumber(device.params['nodeId']) : undefined);

/** FNV-1a of JSON with 32 bits, as 8 hex digits. */
function digest(parts: readonly unknown[]): string {
  const text = JSON.stringify(parts);
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

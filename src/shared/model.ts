import { isEntranceByKind } from '#shared/entrance';
import { namedHazardOf } from '#shared/hazards';
import type { Device } from '#shared/home';
import { kindOf, mainControlOf } from '#shared/kinds';
import { isLock } from '#shared/lock';
import { readNumber } from '#shared/read';

/**
 * Returns what a person takes a device for, as a short digest: its kind, main control and group, and the hazard that it
 * warns of. A controller may give the id of a removed device to another one [A]; an interview, an update of firmware or
 * another role within a group does not make another device. A lock has its node id too, since another lock of the same
 * type may report the contrary. A fan is what its type is. Layouts, scenes and timers store it, so a kind must keep its
 * digest.
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

/** Whether a stored model is that of a device. What is stored without a model is meant for the device that has the id now. */
export const isModelOf = (model: string | undefined, device: Device | undefined): boolean =>
  device !== undefined && (model === undefined || model === modelOf(device));

const nodeOf = (device: Device) => (isLock(device) ? readNumber(device.params['nodeId']) : undefined);

/** FNV-1a of JSON with 32 bits, as 8 hex digits. */
function digest(parts: readonly unknown[]): string {
  const text = JSON.stringify(parts);
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

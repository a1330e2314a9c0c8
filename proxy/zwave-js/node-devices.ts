import type { Device } from '#shared/home';
import { CLASS } from './classes';
import type { Ids } from './ids';
import { partsOf } from './map';
import type { Part } from './parts';
import { DEAD, keyOfValue, type NodeState } from './protocol';

/** A device, the part of its node that it is, and what its values come from. */
export interface NodeDevice {
  readonly device: Device;
  readonly part: Part;
  readonly node: number;
  /** Keys of the values that its parameters come from. */
  readonly sources: readonly string[];
}

/** What identifies a node's product: another product of the same number is another device. */
export const fingerprintOf = ({ manufacturerId, productType, productId, deviceClass }: NodeState): string =>
  [
    manufacturerId,
    productType,
    productId,
    deviceClass?.generic.key ?? 0,
    deviceClass?.specific.key ?? 0
  ].join('.');

/** The start of the keys of all ids of a node; with its fingerprint, of those that are still valid. */
export const nodeKey = (homeId: number, node: number, fingerprint = '') =>
  `node ${homeId}/${node}/${fingerprint}${fingerprint === '' ? '' : '/'}`;

/** The place of a node: `Floor/Room`, `Room`, or nowhere. */
export function placeOf(location: string): { readonly section: string | null; readonly room: string } | null {
  const [first = '', ...rest] = location.split('/').map((part) => part.trim());
  const room = rest.filter((part) => part !== '').join(' / ');
  if (first === '' && room === '') return null;
  return room === '' ? { section: null, room: first } : { section: first === '' ? null : first, room };
}

/** The key of a room's id. */
export const roomKey = (section: string | null, room: string) => `room ${JSON.stringify([section, room])}`;

/** The devices of a node, in the order of its endpoints. */
export function devicesOf(node: NodeState, homeId: number, ids: Ids): NodeDevice[] {
  const endpoints = [...new Set([0, ...node.endpoints.map(({ index }) => index)])].sort((a, b) => a - b);
  const parts = endpoints.flatMap((endpoint) => partsOf(node, endpoint).map((part) => ({ part, endpoint })));
  const place = placeOf(node.location);
  const prefix = nodeKey(homeId, node.nodeId, fingerprintOf(node));
  const name = node.name || node.deviceConfig.label || node.label || `Node ${node.nodeId}`;
  return parts.map(({ part, endpoint }, order) => ({
    part,
    node: node.nodeId,
    sources: part.sources.map((value) => keyOfValue(node.nodeId, value)),
    device: {
      id: ids.of(`${prefix}${endpoint}/${part.key}`),
      name: order === 0 && endpoint === 0 ? name : nameOf(name, part, endpoint, parts),
      room_id: place && ids.of(roomKey(place.section, place.room)),
      type: part.type,
      role: part.role,
      icon: '',
      order,
      hidden: false,
      ...commonOf(node, part, { endpoint, isMain: order === 0 }),
      note_text: '',
      note_image: null,
      alive: node.status !== DEAD,
      last_online: secondsOf(node.lastSeen),
      favorite: false
    }
  }));
}

/** Tells the parts of a node apart: by the endpoint, where they are alike, otherwise by what they are. */
function nameOf(
  name: string,
  part: Part,
  endpoint: number,
  parts: readonly { readonly part: Part; readonly endpoint: number }[]
): string {
  const isAlone = parts.length === 1;
  const alike = parts.filter((other) => other.part.key === part.key);
  const number = alike.length > 1 && endpoint > 0 ? ` ${endpoint}` : '';
  const label = part.label === '' || isAlone ? '' : ` · ${part.label}`;
  return `${name}${number}${label}`;
}

function commonOf(
  node: NodeState,
  part: Part,
  { endpoint, isMain }: { readonly endpoint: number; readonly isMain: boolean }
): Pick<Device, 'interfaces' | 'params'> {
  const value = (commandClass: number, property: string): unknown =>
    node.values.find((each) => each.commandClass === commandClass && each.property === property)?.value;
  const battery = value(CLASS.battery, 'level');
  const hasBattery = isMain && node.values.some(({ commandClass }) => commandClass === CLASS.battery);
  const sleeps = node.values.some(({ commandClass }) => commandClass === CLASS.wakeUp);
  const interval = value(CLASS.wakeUp, 'wakeUpInterval');
  return {
    interfaces: [
      ...part.interfaces,
      'ZWaveDevice',
      ...(endpoint > 0 ? ['MultichannelEndpoint'] : []),
      ...(hasBattery ? ['Battery'] : []),
      ...(sleeps ? ['WakeUp'] : []),
      ...(node.firmwareVersion === '' ? [] : ['Version'])
    ],
    params: {
      ...part.params,
      nodeId: node.nodeId,
      ...(endpoint > 0 && { endpointId: endpoint }),
      ...(hasBattery && typeof battery === 'number' && { batteryLevel: battery }),
      ...(sleeps && typeof interval === 'number' && interval > 0 && { wakeUpInterval: interval }),
      ...(node.firmwareVersion !== '' && { firmwareVersion: node.firmwareVersion })
    }
  };
}

function secondsOf(lastSeen: string | number): number | null {
  const ms = typeof lastSeen === 'number' ? lastSeen : Date.parse(lastSeen);
  return Number.isFinite(ms) ? Math.floor(ms / 1000) : null;
}

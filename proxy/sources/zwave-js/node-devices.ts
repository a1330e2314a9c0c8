import type { Device } from '#shared/home';
import { CLASS } from './classes';
import { conditionsOf, isOfNode } from './conditions';
import { alarmInterfacesOf } from './hazards';
import type { Ids } from './ids';
import { partsOf } from './map';
import { formerSensorKey, isPlainSensorKey } from './map-sensors';
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

/** The start of the key of an id that is the same for all ids of its node; undefined for those of rooms and sections. */
export const nodeKeyIn = (key: string): string | undefined => /^node [^/]*\/[^/]*\//.exec(key)?.[0];

/** The place of a node: `Floor/Room`, `Room`, or nowhere. */
export function placeOf(location: string): { readonly section: string | null; readonly room: string } | null {
  const [first = '', ...rest] = location.split('/').map((part) => part.trim());
  const room = rest.filter((part) => part !== '').join(' / ');
  if (first === '' && room === '') return null;
  return room === '' ? { section: null, room: first } : { section: first === '' ? null : first, room };
}

/** The key of a room's id. */
export const roomKey = (section: string | null, room: string) => `room ${JSON.stringify([section, room])}`;

/** What a node is that has none of the known parts: it shows its battery, and whether it responds. */
const UNKNOWN: Part = {
  key: 'unknown',
  type: 'DevUnknown',
  role: '',
  interfaces: [],
  params: {},
  label: '',
  sources: [],
  targets: {}
};

/** The devices of a node, in the order of its endpoints: at least one. */
export function devicesOf(node: NodeState, homeId: number, ids: Ids): NodeDevice[] {
  const endpoints = [...new Set([0, ...node.endpoints.map(({ index }) => index)])].sort((a, b) => a - b);
  const known = endpoints.flatMap((endpoint) => partsOf(node, endpoint).map((part) => ({ part, endpoint })));
  const parts = known.length > 0 ? known : [{ part: UNKNOWN, endpoint: 0 }];
  const place = placeOf(node.location);
  const prefix = nodeKey(homeId, node.nodeId, fingerprintOf(node));
  const name = node.name || node.deviceConfig.label || node.label || `Node ${node.nodeId}`;
  const alike = new Map<string, number>();
  for (const { part } of parts) alike.set(part.key, (alike.get(part.key) ?? 0) + 1);
  const facts = factsOf(node);
  // They may have been sensors before their states were known: no new sensor may take their ids.
  for (const value of node.values.filter(isOfNode))
    ids.drop(`${prefix}${value.endpoint}/${formerSensorKey(value)}`);
  let keys: string[] | undefined;
  const keysIn = (start: string) =>
    (keys ??= ids.startingWith(prefix)).filter((key) => key.startsWith(start));
  for (const endpoint of endpoints)
    keepIds(
      parts.filter((each) => each.endpoint === endpoint).map(({ part }) => part),
      `${prefix}${endpoint}/`,
      { ids, keysIn }
    );
  return parts.map(({ part, endpoint }, order) => ({
    part,
    node: node.nodeId,
    sources: part.sources.map((value) => keyOfValue(node.nodeId, value)),
    device: {
      id: ids.of(`${prefix}${endpoint}/${part.key}`),
      name:
        order === 0 && endpoint === 0
          ? name
          : `${name}${ending(part, { endpoint, isAlone: parts.length === 1, isAlike: alike.get(part.key) !== 1 })}`,
      room_id: place && ids.of(roomKey(place.section, place.room)),
      type: part.type,
      role: part.role,
      icon: part.icon ?? '',
      order,
      hidden: false,
      ...commonOf(part, facts, { endpoint, isMain: order === 0 }),
      note_text: '',
      note_image: null,
      alive: node.status !== DEAD,
      last_online: secondsOf(node.lastSeen),
      favorite: false
    }
  }));
}

/** Gives sensors the ids that they had before an interview told more of their values. The household knows them by these ids. */
function keepIds(
  parts: readonly Part[],
  start: string,
  { ids, keysIn }: { readonly ids: Ids; readonly keysIn: (start: string) => readonly string[] }
): void {
  const fresh = parts.filter(({ key, formerKeys }) => formerKeys && !ids.has(start + key));
  if (fresh.length === 0) return;
  const gone = keysIn(start)
    .filter((key) => !parts.some((part) => start + part.key === key))
    .filter((key) => isPlainSensorKey(key.slice(start.length)));
  for (const { key, formerKeys = [] } of fresh) {
    const former = formerKeys.map((each) => start + each).find((each) => gone.includes(each));
    const only = fresh.length === 1 && gone.length === 1 ? gone[0] : undefined;
    const taken = former ?? only;
    if (taken !== undefined) ids.rename(taken, start + key);
  }
}

/** Tells the parts of a node apart: by the endpoint, where they are alike, otherwise by what they are. */
function ending(
  { label }: Part,
  at: { readonly endpoint: number; readonly isAlone: boolean; readonly isAlike: boolean }
): string {
  const number = at.isAlike && at.endpoint > 0 ? ` ${at.endpoint}` : '';
  return label === '' || at.isAlone ? number : `${number} · ${label}`;
}

/** What all devices of a node have in common. */
function factsOf(node: NodeState) {
  const { nodeId, values, firmwareVersion } = node;
  const of = (commandClass: number) => values.filter((each) => each.commandClass === commandClass);
  const batteries = of(CLASS.battery);
  const wakeUps = of(CLASS.wakeUp);
  const battery = batteries.find(({ property }) => property === 'level')?.value;
  const interval = wakeUps.find(({ property }) => property === 'wakeUpInterval')?.value;
  return {
    interfaces: [
      ...(wakeUps.length > 0 ? ['WakeUp'] : []),
      ...(firmwareVersion === '' ? [] : ['Version']),
      ...alarmInterfacesOf(node)
    ],
    params: {
      ...(typeof interval === 'number' && interval > 0 && { wakeUpInterval: interval }),
      ...(firmwareVersion !== '' && { firmwareVersion })
    },
    nodeId,
    hasBattery: batteries.length > 0,
    mainParams: {
      ...(typeof battery === 'number' && { batteryLevel: battery }),
      ...conditionsOf(node)
    }
  };
}

function commonOf(
  part: Part,
  { interfaces, params, nodeId, hasBattery, mainParams }: ReturnType<typeof factsOf>,
  { endpoint, isMain }: { readonly endpoint: number; readonly isMain: boolean }
): Pick<Device, 'interfaces' | 'params'> {
  return {
    interfaces: [
      ...part.interfaces,
      'ZWaveDevice',
      ...(endpoint > 0 ? ['MultichannelEndpoint'] : []),
      ...(isMain && hasBattery ? ['Battery'] : []),
      ...interfaces
    ],
    params: {
      ...part.params,
      nodeId,
      ...(endpoint > 0 && { endpointId: endpoint }),
      ...(isMain && mainParams),
      ...params
    }
  };
}

function secondsOf(lastSeen: string | number): number | null {
  const ms = typeof lastSeen === 'number' ? lastSeen : Date.parse(lastSeen);
  return Number.isFinite(ms) ? Math.floor(ms / 1000) : null;
}

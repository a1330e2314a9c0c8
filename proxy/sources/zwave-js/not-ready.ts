import type { Ids } from './ids';
import { nodeKey, placeOf, roomKey, type NodeDevice } from './node-devices';
import type { Part } from './parts';
import { DEAD, type NodeState } from './protocol';

/** What a node is before its interview has finished: it has a name and a place at most, and the server sends no values of it. */
const NOT_READY: Part = {
  key: 'not ready',
  type: 'DevUnknown',
  role: '',
  interfaces: ['NotReady'],
  params: {},
  label: '',
  sources: [],
  targets: {}
};

/**
 * The device that stands for a node that is not ready. Its id is retired as soon as the node is ready: nobody knows yet which devices it has.
 */
export function notReadyDevice(
  { nodeId, name, label, deviceConfig, location, status }: NodeState,
  homeId: number,
  ids: Ids
): NodeDevice {
  const place = placeOf(location);
  return {
    part: NOT_READY,
    node: nodeId,
    sources: [],
    device: {
      id: ids.of(`${nodeKey(homeId, nodeId)}${NOT_READY.key}`),
      name: name || deviceConfig.label || label || `Node ${nodeId}`,
      room_id: place && ids.of(roomKey(place.section, place.room)),
      type: NOT_READY.type,
      role: NOT_READY.role,
      icon: '',
      order: 0,
      hidden: false,
      interfaces: [...NOT_READY.interfaces, 'ZWaveDevice'],
      params: { nodeId },
      note_text: '',
      note_image: null,
      alive: status !== DEAD,
      last_online: null,
      favorite: false
    }
  };
}

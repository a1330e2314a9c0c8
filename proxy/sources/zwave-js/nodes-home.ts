import { compareDevices, isSame } from '#shared/changes';
import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import { reportedHazardOf } from '#shared/hazards';
import type { Device, Room, Section } from '#shared/home';
import type { ChangedDevice, ServedHome } from '../served/source';
import { CLASS } from './classes';
import type { Ids } from './ids';
import { partsOf } from './map';
import {
  devicesOf,
  fingerprintOf,
  nodeKey,
  nodeKeyIn,
  placeOf,
  roomKey,
  type NodeDevice
} from './node-devices';
import { notReadyDevice } from './not-ready';
import { DEAD, keyOfValue, type NodeState, type NodeValue, type Value } from './protocol';
import { MAX_HOME_LENGTH, MAX_HOME_VALUES, withValues } from './read-state';
import { TrippedSensors } from './tripped';

/** How long a home waits for further changes before its devices are made again, in ms: a server may report many at once. */
const REBUILD_DELAY_MS = 100;

/** What nobody says of a room: pages choose its sensors. */
const NEW_ROOM = {
  order: 0,
  background_image: '',
  icon: '',
  main_devices: { temperature_sensor: null, humidity_sensor: null, luminosity_sensor: null }
};

/** What a home of nodes depends on. */
interface NodesHomeDeps {
  readonly homeId: number;
  readonly ids: Ids;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** Whether what the driver says of a value may be a guess: then the value stays as it was. */
  readonly isDoubtful: (key: string) => boolean;
}

/** The nodes of a server, and the home that they make. */
export class NodesHome {
  readonly #deps: NodesHomeDeps;
  readonly #nodes = new Map<number, NodeState>();
  /** The lengths of the nodes, in characters of JSON. */
  readonly #lengths = new Map<number, number>();
  readonly #devices = new Map<number, NodeDevice>();
  /** Devices by the values that they come from. */
  readonly #bySource = new Map<string, Set<number>>();
  /** The values that the last command of a device has written, by its id. */
  readonly #written = new Map<number, readonly string[]>();
  readonly #tripped: TrippedSensors;
  readonly #changed = new Emitter<ChangedDevice>();
  readonly #lists = new Emitter<void>();
  readonly onChange = this.#changed.subscribe;
  readonly onLists = this.#lists.subscribe;
  #cancelRebuild: (() => void) | undefined;
  #served: ServedHome | null = null;
  /** The devices of `#served`. */
  #servedDevices = new Map<number, Device>();

  constructor(deps: NodesHomeDeps) {
    this.#deps = deps;
    this.#tripped = new TrippedSensors(deps.clock, (node, role) => this.#showTripped(node, role));
  }

  /** The home; null before the first state, and after `forget`. */
  get served(): ServedHome | null {
    return this.#served;
  }

  /** The numbers of the nodes, in order. */
  get nodes(): readonly number[] {
    return [...this.#nodes.keys()].sort((a, b) => a - b);
  }

  node(id: number): NodeState | undefined {
    return this.#nodes.get(id);
  }

  device(id: number): NodeDevice | undefined {
    return this.#devices.get(id);
  }

  /** A value and its node by the value's key. */
  find(key: string): { readonly node: NodeState; readonly value: NodeValue } | undefined {
    const [id, endpoint, commandClass] = key.split('/', 3).map(Number);
    const node = this.#nodes.get(id ?? 0);
    const value = node?.values.find(
      (each) =>
        each.endpoint === endpoint &&
        each.commandClass === commandClass &&
        keyOfValue(node.nodeId, each) === key
    );
    return node && value && { node, value };
  }

  /** The connection is lost: there is no home. The nodes are kept for what is doubtful then, and what nothing ends goes on. */
  forget() {
    this.#cancelRebuild?.();
    this.#cancelRebuild = undefined;
    this.#served = null;
  }

  /** Ends all that is due. */
  stop() {
    this.forget();
    this.#tripped.stop();
  }

  /** Takes the whole state. Ids of nodes that are gone, or other products now, are retired. */
  load(nodes: readonly NodeState[]) {
    const { homeId, ids } = this.#deps;
    const former = new Map(this.#nodes);
    this.#nodes.clear();
    this.#lengths.clear();
    for (const node of nodes) {
      this.#nodes.set(node.nodeId, this.#known(node, former.get(node.nodeId)));
      this.#lengths.set(node.nodeId, JSON.stringify(node).length);
    }
    this.#forgetOutdated(former);
    for (const id of former.keys()) if (!this.#nodes.has(id)) this.#tripped.remove(id);
    const kept = new Map(
      [...this.#nodes.values()].map((node) => [
        nodeKey(homeId, node.nodeId),
        nodeKey(homeId, node.nodeId, node.ready ? fingerprintOf(node) : '')
      ])
    );
    ids.retire((key) => {
      const node = nodeKeyIn(key);
      const valid = node === undefined ? '' : kept.get(node);
      return valid === undefined || !key.startsWith(valid);
    });
    this.#rebuild();
  }

  /** Takes the state of one node. Returns false if the home would be too large with it. */
  put(state: NodeState): boolean {
    const { nodeId } = state;
    const former = this.#nodes.get(nodeId);
    const others = [...this.#nodes.values()].filter((each) => each.nodeId !== nodeId);
    const room = MAX_HOME_VALUES - others.reduce((sum, { values }) => sum + values.length, 0);
    const node = withValues(this.#known(state, former), Math.max(0, room));
    if (former && isSame({ ...former, lastSeen: 0 }, { ...node, lastSeen: 0 })) return true;
    this.#lengths.set(nodeId, JSON.stringify(node).length);
    if ([...this.#lengths.values()].reduce((sum, length) => sum + length, 0) > MAX_HOME_LENGTH) return false;
    const { homeId, ids } = this.#deps;
    const valid = nodeKey(homeId, nodeId, fingerprintOf(node));
    if (node.ready) ids.retire((key) => key.startsWith(nodeKey(homeId, nodeId)) && !key.startsWith(valid));
    this.#nodes.set(nodeId, node);
    this.#forgetOutdated(new Map(former && [[nodeId, former]]));
    this.#refresh(nodeId);
    return true;
  }

  /** Removes a node, and retires its ids. */
  remove(nodeId: number) {
    const { homeId, ids } = this.#deps;
    // The ids of a node that is not known were retired before.
    if (!this.#nodes.delete(nodeId)) return;
    this.#lengths.delete(nodeId);
    this.#tripped.remove(nodeId);
    ids.retire((key) => key.startsWith(nodeKey(homeId, nodeId)));
    ids.save();
    this.#rebuildSoon();
  }

  setStatus(nodeId: number, status: number) {
    const node = this.#nodes.get(nodeId);
    if (!node) return;
    this.#nodes.set(nodeId, { ...node, status });
    for (const [id, made] of this.#devices)
      if (made.node === nodeId)
        this.#change(id, { ...made, device: { ...made.device, alive: status !== DEAD } });
  }

  /** Notes which values a command writes. If their device reports them again as they were, that is its answer; of others it is none. */
  noteWritten(id: number, keys: readonly string[]) {
    this.#written.set(id, keys);
  }

  /**
   * Takes a value as its device reports it.
   * @returns whether it belongs to a device; if not, it is a fact of the node, which has to be read
   */
  apply(key: string, value: Value): boolean {
    const found = this.find(key);
    // A fact of the node is not stored here: reading the node would find nothing new.
    if (!found || !this.#bySource.has(key)) return false;
    const { node: state, value: former } = found;
    const lastSeen = this.#deps.clock.now();
    const values = state.values.map((each) => (each === former ? { ...each, value } : each));
    const node = { ...state, lastSeen, values };
    this.#nodes.set(node.nodeId, node);
    // A thermostat answers a command by this, also where it rounds to what it had.
    const isRepeated = former.commandClass === CLASS.thermostatSetpoint && former.value === value;
    const ids = this.#bySource.get(key) ?? [];
    const parts = partsOf(node, former.endpoint);
    for (const id of ids) {
      const made = this.#devices.get(id);
      const part = parts.find((each) => each.key === made?.part.key);
      if (part) this.#tripped.update(id, { node: node.nodeId, part }, { key, isNew: value !== former.value });
      if (!made || !part || !hasSameKeys(made.part.params, part.params)) {
        // A parameter is new or unknown now, which no change can express.
        this.#rebuildSoon();
        continue;
      }
      const device = {
        ...made.device,
        params: { ...made.device.params, ...this.#tripped.paramsOf(id, { ...made, part }) },
        last_online: Math.floor(lastSeen / 1000)
      };
      const isAnswer = isRepeated && this.#written.get(id)?.includes(key) === true;
      this.#change(id, { ...made, part, device }, isAnswer ? ['currentSetpoints'] : []);
    }
    return true;
  }

  /** Takes a notification, which may be of no value. */
  notify(nodeId: number, notification: { readonly type: number; readonly event: number }) {
    const role = this.#nodes.has(nodeId) ? this.#tripped.notify(nodeId, notification) : undefined;
    if (role !== undefined) this.#showTripped(nodeId, role);
  }

  /** Shows whether the sensors of a role are tripped. */
  #showTripped(nodeId: number, role: string) {
    for (const [id, made] of this.#devices) {
      if (made.node !== nodeId || made.part.role !== role) continue;
      const params = this.#tripped.paramsOf(id, made);
      if ('Tripped' in params !== 'Tripped' in made.device.params) this.#rebuildSoon();
      else
        this.#change(id, {
          ...made,
          device: { ...made.device, params: { ...made.device.params, ...params } }
        });
    }
  }

  /** Forgets what sensors said last, where one of their values is another one now. */
  #forgetOutdated(former: ReadonlyMap<number, NodeState>) {
    const valueIn = (state: NodeState | undefined, key: string) =>
      state?.values.find((each) => keyOfValue(state.nodeId, each) === key)?.value;
    this.#tripped.forget((id) => {
      const { node = 0, sources = [] } = this.#devices.get(id) ?? {};
      const before = former.get(node);
      const isSameAsBefore = sources.every(
        (key) => valueIn(before, key) === valueIn(this.#nodes.get(node), key)
      );
      return sources.length > 0 && (!before || isSameAsBefore);
    });
  }

  /**
   * What is known of a node: its state, with the earlier values in place of those that may be guesses. A node that has not answered since
   * the driver was started is as it was before, and so is one that is interviewed while it reports a hazard.
   */
  #known(node: NodeState, former: NodeState | undefined): NodeState {
    const isKept = node.interviewStage === 'Complete' || this.#reportsHazard(node.nodeId);
    if (!node.ready && former?.ready && isKept) return { ...former, status: node.status };
    return {
      ...node,
      values: node.values.map((value) => {
        const key = keyOfValue(node.nodeId, value);
        if (!this.#deps.isDoubtful(key)) return value;
        return {
          ...value,
          value: former?.values.find((each) => keyOfValue(node.nodeId, each) === key)?.value
        };
      })
    };
  }

  #reportsHazard(nodeId: number): boolean {
    return [...this.#devices.values()].some(
      ({ node, device }) => node === nodeId && reportedHazardOf(device) !== undefined
    );
  }

  #rebuildSoon() {
    this.#cancelRebuild ??= this.#deps.clock.after(REBUILD_DELAY_MS, () => this.#rebuild());
  }

  /** Makes the devices of all nodes again. */
  #rebuild() {
    const { homeId, ids } = this.#deps;
    this.#cancelRebuild?.();
    this.#cancelRebuild = undefined;
    const before = this.#served;
    this.#devices.clear();
    this.#bySource.clear();
    for (const node of this.#nodes.values())
      if (node.ready) for (const made of devicesOf(node, homeId, ids)) this.#add(made);
      else this.#add(notReadyDevice(node, homeId, ids));
    this.#served = this.#serve();
    for (const id of this.#written.keys()) if (!this.#devices.has(id)) this.#written.delete(id);
    const { sections, rooms, devices } = this.#served;
    if (ids.isHalfFull) ids.retire((_key, id) => !sections.has(id) && !rooms.has(id) && !devices.has(id));
    ids.save();
    if (before && !isSameStructure(before, this.#served)) this.#lists.emit();
  }

  #add({ device, ...made }: NodeDevice) {
    if (device.id === 0) return;
    const params = { ...device.params, ...this.#tripped.paramsOf(device.id, made) };
    this.#devices.set(device.id, { ...made, device: { ...device, params } });
    for (const key of made.sources)
      this.#bySource.set(key, (this.#bySource.get(key) ?? new Set()).add(device.id));
  }

  /** Makes all devices again after one node has changed, and reports what changed in it. */
  #refresh(nodeId: number) {
    const before = this.#served?.devices;
    this.#rebuild();
    for (const [id, { device, node }] of this.#devices) {
      const old = before?.get(id);
      if (node === nodeId && old) this.#changed.emit({ before: old, after: device });
    }
  }

  #serve(): ServedHome {
    const { ids } = this.#deps;
    const sections = new Map<number, Section>();
    const rooms = new Map<number, Room>();
    this.#servedDevices = new Map([...this.#devices].map(([id, { device }]) => [id, device]));
    for (const { location } of this.#nodes.values()) {
      const place = placeOf(location);
      if (!place) continue;
      const sectionId = place.section === null ? null : ids.of(`section ${place.section}`);
      if (place.section !== null && sectionId !== null)
        sections.set(sectionId, { id: sectionId, name: place.section });
      const id = ids.of(roomKey(place.section, place.room));
      if (!rooms.has(id)) rooms.set(id, { id, name: place.room, section_id: sectionId, ...NEW_ROOM });
    }
    return { sections, rooms, devices: this.#servedDevices };
  }

  #change(id: number, made: NodeDevice, repeated: readonly string[] = []) {
    const served = this.#servedDevices.get(id);
    this.#devices.set(id, made);
    if (!served || !this.#served) return;
    this.#servedDevices.set(id, made.device);
    this.#changed.emit({ before: served, after: made.device, repeated });
  }
}

/** Whether lists, structure or the presence of a parameter are the same, so that events of devices can tell the difference. */
function isSameStructure(before: ServedHome, after: ServedHome): boolean {
  return (
    isSame([...before.sections.values()], [...after.sections.values()]) &&
    isSame([...before.rooms.values()], [...after.rooms.values()]) &&
    isSame([...before.devices.keys()], [...after.devices.keys()]) &&
    [...before.devices].every(([id, device]) => {
      const other = after.devices.get(id);
      const isSamePlace = device.room_id === other?.room_id && device.name === other.name;
      return (
        isSamePlace &&
        isSame(Object.keys(device.params), Object.keys(other.params)) &&
        compareDevices(device, other) !== 'structure'
      );
    })
  );
}

const hasSameKeys = (one: object, other: object) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.keys(one).every((key) => Object.hasOwn(other, key));

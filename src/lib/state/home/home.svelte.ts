import { isSame, type DeviceChange } from '#shared/changes';
import { NO_COMPANIONS, type Companions } from '#shared/companions';
import { Emitter } from '#shared/emitter';
import { EMPTY_HOME, type Device, type Home, type Room } from '#shared/home';
import { arrangeHome, EMPTY_LAYOUT } from '#shared/layout';
import type { TouchRule } from '#shared/touch';
import { arrange, type SectionRooms } from './arrangement';
import { nameBy, type LayoutSource } from './device-cell.svelte';
import { toHome, changeDevices, EMPTY_INDEX, isMove, updateIndex, type DeviceStep } from './home-index';

const NOTHING: readonly number[] = [];

/**
 * The home with its confirmed values, and with the household's layout applied. Reads are fine-grained: a change to one
 * device re-runs only the readers of that device, not those of `sections`, `roomDeviceIds` or other devices.
 */
export class HomeState {
  readonly #layout: LayoutSource;
  #index = $state.raw(EMPTY_INDEX);
  /**
   * The home when its structure last changed: names and rooms are current, values may be older. The sort order derives
   * from it.
   */
  #structure = $state.raw(EMPTY_HOME);
  #asOf = $state.raw<number | null>(null);
  #clockOffsetMs = $state.raw<number | null>(0);
  #touches = $state.raw<Readonly<Record<string, TouchRule>>>({});
  #unguarded = $state.raw<readonly number[]>(NOTHING);
  #revision: string | undefined;
  readonly #emitter = new Emitter<readonly DeviceStep[]>();
  /**
   * Calls the listener with each step after it is applied, with all its devices at once; returns a function that
   * removes it.
   */
  readonly subscribe = this.#emitter.subscribe;
  readonly #home = $derived(this.#index === EMPTY_INDEX ? null : toHome(this.#index));
  readonly #arrangement = $derived.by(() => arrange(arrangeHome(this.#named(), this.#layout.current)));

  readonly #companions: Companions = $derived.by(() => this.#keptCompanions());
  #lastCompanions = NO_COMPANIONS;

  /** @param layout the household's layout; an empty one by default */
  constructor(layout: LayoutSource = { current: EMPTY_LAYOUT }) {
    const touches = () => this.#touches;
    const unguarded = () => this.#unguarded;
    this.#layout = {
      get current() {
        return layout.current;
      },
      get touches() {
        return touches();
      },
      get unguarded() {
        return unguarded();
      },
      named: (thing) => nameBy(layout, thing)
    };
  }

  /**
   * The whole home as the controller reports it; null before it is known. It changes with every device, so prefer the
   * narrower getters.
   */
  get home(): Home | null {
    return this.#home;
  }

  /** When the home was last known to be current, in ms since the epoch; null before it is known. */
  get asOf(): number | null {
    return this.#asOf;
  }

  /** How far the controller's clock is ahead, in ms: 0 if it is right, null if that is not known. See `reported-time`. */
  get clockOffsetMs(): number | null {
    return this.#clockOffsetMs;
  }

  /** The proxy's revision of the home, sent with the next connection. Not reactive. */
  get revision(): string | undefined {
    return this.#revision;
  }

  /** What devices do when they are touched, by their ids. Those that act at once are not in it. */
  get touches(): Readonly<Record<string, TouchRule>> {
    return this.#touches;
  }

  /** The armed sensors that were tripped when they were armed, by their ids: they alarm of their next trip only. */
  get unguarded(): readonly number[] {
    return this.#unguarded;
  }

  /** Sections in the controller's order, with rooms by `order`, without the room that means "no room". */
  get sections(): readonly SectionRooms[] {
    return this.#arrangement.sections;
  }

  room(id: number): Room | undefined {
    return this.#arrangement.rooms.get(id);
  }

  /** A device with its confirmed values, and as the household has it: its name, icon and touch. */
  device(id: number): Device | undefined {
    return this.#index.cells.get(id)?.arranged;
  }

  /** A room as the controller reports it, without the household's layout. */
  reportedRoom(id: number): Room | undefined {
    return this.#index.rooms.get(id);
  }

  /** A device as the controller reports it, without the household's layout. */
  reportedDevice(id: number): Device | undefined {
    return this.#index.cells.get(id)?.value;
  }

  /**
   * The ids of a room's shown devices, by order, name and id. Null, or the id of the room that means "no room", returns
   * devices without a room. The array stays the same until the order changes: iterate over it and read `device(id)` in
   * each tile, so that one change renders one tile.
   */
  roomDeviceIds(roomId: number | null): readonly number[] {
    return this.#arrangement.deviceIds.get(roomId) ?? NOTHING;
  }

  /** A room's shown devices, for summaries of the room. It changes with each of them. */
  roomDevices(roomId: number | null): readonly Device[] {
    return this.#devicesOf(this.roomDeviceIds(roomId));
  }

  /** The devices that a device's tile and sheet stand for too, in their order: see `companionsIn`. */
  companionsOf(id: number): readonly Device[] {
    return this.#devicesOf(this.#companions.of.get(id) ?? NOTHING);
  }

  /** The device whose tile and sheet stand for a companion; undefined for any other device. */
  leaderOf(id: number): Device | undefined {
    const leader = this.#companions.leaders.get(id);
    return leader === undefined ? undefined : this.device(leader);
  }

  /** A room's devices without a tile: hidden, companions, or roots of multichannel devices. Hiding silences no hazard. */
  hiddenDevices(roomId: number | null): readonly Device[] {
    return this.#devicesOf(this.#arrangement.hiddenIds.get(roomId) ?? NOTHING);
  }

  /** Replaces the whole home. Unchanged devices stay the same objects. */
  replace(home: Home, revision: string, asOf: number): void {
    const { index, steps } = updateIndex(this.#index, home, this.#layout);
    this.#index = index;
    this.#structure = home;
    this.#settle(revision, asOf, steps);
  }

  /** Applies changes as one step. Changes to unknown devices are skipped. */
  apply(changes: readonly DeviceChange[], revision: string, asOf: number): void {
    const steps = changeDevices(this.#index, changes);
    if (steps.some(isMove)) this.#structure = toHome(this.#index);
    this.#settle(revision, asOf, steps);
  }

  /** Applies a device that was read separately. It is newer than the changes so far; the revision stays. */
  applyDevice(device: Device): void {
    const steps = changeDevices(this.#index, [{ device: device.id, params: device.params }]);
    this.#emitter.emit(steps);
  }

  /** Sets how far the controller's clock is ahead, in ms; undefined if it is right, null if that is not known. */
  setClockOffset(clockOffsetMs: number | null = 0): void {
    this.#clockOffsetMs = clockOffsetMs;
  }

  /** Sets what devices do when they are touched. */
  setTouches(touches: Readonly<Record<string, TouchRule>>): void {
    if (!isSame(touches, this.#touches)) this.#touches = touches;
  }

  /** Sets which armed sensors do not guard, by their ids. */
  setUnguarded(unguarded: readonly number[]): void {
    if (!isSame(unguarded, this.#unguarded)) this.#unguarded = unguarded;
  }

  /** Marks the home as current at a time, in ms since the epoch. */
  touch(asOf: number): void {
    this.#asOf = asOf;
  }

  /** Removes all devices, rooms and sections. */
  clear(): void {
    const steps = [...this.#index.cells.values()].map(({ value }) => ({ before: value, after: undefined }));
    this.#index = EMPTY_INDEX;
    this.#structure = EMPTY_HOME;
    this.#touches = {};
    this.#unguarded = NOTHING;
    this.#settle(undefined, null, steps);
  }

  #devicesOf(ids: readonly number[]): readonly Device[] {
    return ids.flatMap((id) => this.device(id) ?? []);
  }

  /** The same object until they change: each tile reads them. */
  #keptCompanions(): Companions {
    const { companions } = this.#arrangement;
    if (!isSame([...companions.of], [...this.#lastCompanions.of])) this.#lastCompanions = companions;
    return this.#lastCompanions;
  }

  #named(): Home {
    const named = <T extends { readonly name: string }>(thing: T) => nameBy(this.#layout, thing);
    const { sections, rooms, devices } = this.#structure;
    return { sections: sections.map(named), rooms: rooms.map(named), devices: devices.map(named) };
  }

  #settle(revision: string | undefined, asOf: number | null, steps: readonly DeviceStep[]): void {
    this.#revision = revision;
    this.#asOf = asOf;
    this.#emitter.emit(steps);
  }
}

import { applyToDevice, isSame, type DeviceChange } from '#shared/changes';
import type { Device, Home, Room } from '#shared/home';
import { DeviceCell, type LayoutSource } from './device-cell.svelte';

/** One device before and after a step; undefined if it does not exist. */
export interface DeviceStep {
  readonly before: Device | undefined;
  readonly after: Device | undefined;
}

/** An indexed home: its lists, rooms by id, and a cell for each device. */
export interface HomeIndex {
  readonly lists: Omit<Home, 'devices'>;
  readonly rooms: ReadonlyMap<number, Room>;
  readonly cells: ReadonlyMap<number, DeviceCell>;
}

/** The index of an empty home. */
export const EMPTY_INDEX: HomeIndex = {
  lists: { sections: [], rooms: [] },
  rooms: new Map(),
  cells: new Map()
};

/** Indexes a home. Reuses the cells of known devices, and keeps the objects of unchanged devices. */
export function updateIndex(
  old: HomeIndex,
  { devices, ...lists }: Home,
  layout: LayoutSource
): { readonly index: HomeIndex; readonly steps: readonly DeviceStep[] } {
  const steps: DeviceStep[] = [];
  const cells = new Map<number, DeviceCell>();
  for (const device of devices) {
    const cell = old.cells.get(device.id);
    cells.set(device.id, cell ?? new DeviceCell(device, layout));
    if (cell && isSame(cell.value, device)) continue;
    steps.push({ before: cell?.value, after: device });
    if (cell) cell.value = device;
  }
  for (const [id, { value }] of old.cells)
    if (!cells.has(id)) steps.push({ before: value, after: undefined });
  return { index: { lists, rooms: new Map(lists.rooms.map((room) => [room.id, room])), cells }, steps };
}

/**
 * Applies changes to the cells. Returns one step for each device that differs in the end. Unknown devices are skipped.
 */
export function changeDevices(index: HomeIndex, changes: readonly DeviceChange[]): readonly DeviceStep[] {
  const firsts = new Map<DeviceCell, Device>();
  for (const entry of changes) {
    const cell = index.cells.get(entry.device);
    if (!cell) continue;
    if (!firsts.has(cell)) firsts.set(cell, cell.value);
    cell.value = applyToDevice(cell.value, entry);
  }
  return [...firsts]
    .filter(([cell, before]) => cell.value !== before)
    .map(([cell, before]) => ({ before, after: cell.value }));
}

/** Whether a step can change the order of the devices, or which of them have a tile. */
export function isMove({ before, after }: DeviceStep): boolean {
  return (
    before?.room_id !== after?.room_id ||
    before?.name !== after?.name ||
    before?.hidden !== after?.hidden ||
    before?.role !== after?.role ||
    before?.favorite !== after?.favorite
  );
}

/** Converts an index to a home. */
export function toHome({ lists, cells }: HomeIndex): Home {
  return { ...lists, devices: Array.from(cells.values(), ({ value }) => value) };
}

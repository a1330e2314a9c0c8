import { goto, pushState } from '$app/navigation';
import { page } from '$app/state';
import type { Component } from 'svelte';
import { vocabulary } from '$lib/words/words.svelte';
import { addressedSheet, sheetAddress, type LyingSheet, type SheetPart } from './lying';

/** What every sheet is given. */
export interface SheetProps {
  readonly id: number;
  readonly part: SheetPart;
  /** It is done with. `beneath` is the address of what lies beneath it. */
  readonly onclose: (beneath: string) => void;
}

/** Where each sheet comes from. Two imports in one expression would be folded into one, with the styles of one alone. */
const SOURCES: Readonly<Record<LyingSheet['of'], () => Promise<{ default: Component<SheetProps> }>>> = {
  device: () => import('./DeviceSheet.svelte'),
  room: () => import('../layout/RoomLook.svelte')
};

/** Brings a sheet and its words along, which no first screen needs. */
export async function loadSheet(of: LyingSheet['of']): Promise<Component<SheetProps>> {
  const [sheet] = await Promise.all([SOURCES[of](), vocabulary.complete()]);
  return sheet.default;
}

/** Opens a device's sheet over the page in sight, with its own address: Back closes it. */
export function openSheet(id: number): void {
  lay({ of: 'device', id, part: 'whole' });
}

/** Opens what the household wants a device or a room to look like: over its page, or in the place of the device's sheet. */
export function openLook(of: LyingSheet['of'], id: number): void {
  lay({ of, id, part: 'look' });
}

function lay(sheet: LyingSheet): void {
  const depth = (page.state.sheet?.depth ?? 0) + 1;
  pushState(sheetAddress(sheet), { sheet: { ...sheet, depth } });
}

/**
 * Closes the sheet in sight, all parts of it. One that was opened over a page goes back to it; one that was the first page (a link, a
 * reload) gives way to what lies beneath it.
 */
export function closeSheet(beneath: string): void {
  const { sheet } = page.state;
  if (sheet && !addressedSheet(page)) history.go(-sheet.depth);
  else giveWayTo(beneath);
}

/** From a device's look back to its sheet. */
export function leaveLook(id: number): void {
  if (page.state.sheet) history.back();
  else giveWayTo(sheetAddress({ of: 'device', id, part: 'whole' }));
}

function giveWayTo(address: string): void {
  void goto(address, { replaceState: true, noScroll: true, keepFocus: true });
}

import { goto, pushState } from '$app/navigation';
import { page } from '$app/state';
import type { Component } from 'svelte';
import { i18n } from '$lib/i18n/i18n.svelte';
import { sheetOfUrl, sheetUrl, type OpenSheet, type SheetPart } from './sheet-route';

/** What every sheet is given. */
export interface SheetProps {
  readonly id: number;
  readonly part: SheetPart;
  /** It is done with. `beneath` is the address of what lies beneath it. */
  readonly onclose: (beneath: string) => void;
}

/** Where each sheet comes from. Two imports in one expression would be folded into one, with the styles of one alone. */
const SOURCES: Readonly<Record<OpenSheet['of'], () => Promise<{ default: Component<SheetProps> }>>> = {
  device: () => import('$features/device-sheet/DeviceSheet.svelte'),
  room: () => import('$features/appearance/RoomAppearanceSheet.svelte')
};

/** Brings a sheet and its words along, which no first screen needs. */
export async function loadSheet(of: OpenSheet['of']): Promise<Component<SheetProps>> {
  const [sheet] = await Promise.all([SOURCES[of](), i18n.loadAll()]);
  return sheet.default;
}

/** Opens a device's sheet over the page in sight, with its own address: Back closes it. */
export function openSheet(id: number): void {
  pushSheet({ of: 'device', id, part: 'whole' });
}

/** Lays a sheet over the page in sight, or a part of it in the place of the one that is there. */
export function pushSheet(sheet: OpenSheet): void {
  const depth = (page.state.sheet?.depth ?? 0) + 1;
  pushState(sheetUrl(sheet), { sheet: { ...sheet, depth } });
}

/**
 * Closes the sheet in sight, all parts of it. One that was opened over a page goes back to it; one that was the first page (a link, a
 * reload) gives way to what lies beneath it.
 */
export function closeSheet(beneath: string): void {
  const { sheet } = page.state;
  if (sheet && !sheetOfUrl(page)) history.go(-sheet.depth);
  else replaceUrl(beneath);
}

/** Goes to an address in the place of the one in sight. */
export function replaceUrl(address: string): void {
  void goto(address, { replaceState: true, noScroll: true, keepFocus: true });
}

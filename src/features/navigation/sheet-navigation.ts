import { goto, pushState } from '$app/navigation';
import { page } from '$app/state';
import { pathOf, type Addressed } from '$lib/state/path-of';
import { sheetOfUrl, sheetPath, type OpenSheet, type SheetPart } from './sheet-route';

/** The props of every sheet. */
export interface SheetProps {
  readonly id: number;
  readonly part: SheetPart;
  /** Closes the sheet. `beneath` is the path of the page below it. */
  readonly onclose: (beneath: `/${string}`) => void;
}

/** Opens a device's sheet over the current page, with its own URL: Back closes it. */
export function openSheet(home: Addressed, id: number): void {
  pushSheet(home, { of: 'device', id, part: 'whole' });
}

/** Opens a sheet over the current page, or another part of the open sheet, as a new entry in the history. */
export function pushSheet(home: Addressed, sheet: OpenSheet): void {
  const depth = (page.state.sheet?.depth ?? 0) + 1;
  pushState(pathOf(home, sheetPath(sheet)), { sheet: { ...sheet, depth } });
}

/** The sheet that the history is leaving. */
let closing: App.PageState['sheet'];

/**
 * Closes the open sheet with all its parts. If it was opened over a page, the history goes back to that page, once: a
 * second call before it arrives would leave the page too. If it was the first page (a link, a reload), the URL is
 * replaced by that of the page below it.
 */
export function closeSheet(home: Addressed, beneath: `/${string}`): void {
  const { sheet } = page.state;
  if (!sheet || sheetOfUrl(page)) replaceUrl(home, beneath);
  else if (closing !== sheet) {
    closing = sheet;
    history.go(-sheet.depth);
  }
}

/**
 * Closes by Escape a sheet that is opening: until its code is there, no dialog hears the key. Returns a function that
 * ends it.
 */
export function closeByEscape(home: Addressed): () => void {
  const close = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && page.state.sheet && !document.querySelector('dialog[open]'))
      closeSheet(home, '/');
  };
  addEventListener('keydown', close);
  return () => removeEventListener('keydown', close);
}

/** Replaces the current URL by that of a page. */
export function replaceUrl(home: Addressed, path: `/${string}`): void {
  void goto(pathOf(home, path), { replaceState: true, noScroll: true, keepFocus: true });
}

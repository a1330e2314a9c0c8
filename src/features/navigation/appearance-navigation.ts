import { page } from '$app/state';
import type { Addressed } from '$lib/state/path-of';
import { replaceUrl, pushSheet } from './sheet-navigation';
import { sheetPath, type OpenSheet } from './sheet-route';

/** Opens the appearance of a device or a room: over its page, or in the device's sheet. */
export function openAppearance(home: Addressed, of: OpenSheet['of'], id: number): void {
  pushSheet(home, { of, id, part: 'appearance' });
}

/** Goes back from the choice of an icon to the appearance, and from a device's appearance to its sheet. */
export function leavePart(home: Addressed, { of, id, part }: OpenSheet): void {
  if (page.state.sheet) history.back();
  else replaceUrl(home, sheetPath({ of, id, part: part === 'icon' ? 'appearance' : 'whole' }));
}

import { page } from '$app/state';
import { sheetUrl, type OpenSheet } from './sheet-route';
import { replaceUrl, pushSheet } from './sheet-navigation';

/** Opens how the household wants a device or a room to look: over its page, or in the place of the device's sheet. */
export function openAppearance(of: OpenSheet['of'], id: number): void {
  pushSheet({ of, id, part: 'appearance' });
}

/** From a device's look back to its sheet. */
export function leaveAppearance(id: number): void {
  if (page.state.sheet) history.back();
  else replaceUrl(sheetUrl({ of: 'device', id, part: 'whole' }));
}

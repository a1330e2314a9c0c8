import { page } from '$app/state';
import { sheetUrl, type OpenSheet } from './sheet-route';
import { replaceUrl, pushSheet } from './sheet-navigation';

/** Opens the appearance of a device or a room: over its page, or in the device's sheet. */
export function openAppearance(of: OpenSheet['of'], id: number): void {
  pushSheet({ of, id, part: 'appearance' });
}

/** Goes back from a device's appearance to its sheet. */
export function leaveAppearance(id: number): void {
  if (page.state.sheet) history.back();
  else replaceUrl(sheetUrl({ of: 'device', id, part: 'whole' }));
}

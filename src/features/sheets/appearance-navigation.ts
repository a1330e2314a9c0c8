import { page } from '$app/state';
import { sheetAddress, type LyingSheet } from './sheet-route';
import { giveWayTo, lay } from './sheet-navigation';

/** Opens how the household wants a device or a room to look: over its page, or in the place of the device's sheet. */
export function openLook(of: LyingSheet['of'], id: number): void {
  lay({ of, id, part: 'look' });
}

/** From a device's look back to its sheet. */
export function leaveLook(id: number): void {
  if (page.state.sheet) history.back();
  else giveWayTo(sheetAddress({ of: 'device', id, part: 'whole' }));
}

import * as mdi from '@mdi/js';
import type { Room } from '#shared/home';
import { byName, findByName, type NamedIcon } from './icon-name';

/** Icons by name: one for each that the user can choose, with further words that mean it. */
export const ROOM_ICONS = [
  ['sofa', mdi.mdiSofa, 'living', 'lounge'],
  ['pot', mdi.mdiPotSteam, 'kitchen'],
  ['stove', mdi.mdiStove],
  ['dining', mdi.mdiSilverwareForkKnife, 'table'],
  ['bed', mdi.mdiBed, 'bedroom'],
  ['suitcase', mdi.mdiBagSuitcase, 'guest'],
  ['teddy', mdi.mdiTeddyBear, 'teddy-bear', 'kids', 'children', 'nursery'],
  ['bath', mdi.mdiBathtub, 'bathroom'],
  ['shower', mdi.mdiShower],
  ['toilet', mdi.mdiToilet, 'wc'],
  ['coat-rack', mdi.mdiCoatRack, 'hall'],
  ['door', mdi.mdiDoor, 'corridor', 'entrance'],
  ['stairs', mdi.mdiStairs, 'landing'],
  ['desk', mdi.mdiDesk, 'office', 'cabinet'],
  ['book', mdi.mdiBookshelf, 'library'],
  ['hanger', mdi.mdiHanger, 'wardrobe'],
  ['laundry', mdi.mdiWashingMachine],
  ['tv', mdi.mdiTelevision, 'cinema'],
  ['gym', mdi.mdiDumbbell],
  ['pool', mdi.mdiPool],
  ['tree', mdi.mdiTree, 'garden', 'yard'],
  ['flower', mdi.mdiFlower, 'terrace'],
  ['balcony', mdi.mdiBalcony],
  ['garage', mdi.mdiGarage, 'car'],
  ['cellar', mdi.mdiGlassWine, 'barrel', 'basement'],
  ['roof', mdi.mdiHomeRoof, 'attic'],
  ['workshop', mdi.mdiTools]
] as const satisfies readonly NamedIcon<string>[];

/** `ROOM_ICONS` by the controller's icon names, or by a word in them. */
const ROOM_ICONS_BY_NAME = byName<string>(ROOM_ICONS);

/** Returns a room's icon, as path data (`d`) in a 24 × 24 box; null returns the icon for "No room". */
export function roomIconOf(room: Pick<Room, 'icon'> | null): string {
  if (!room) return mdi.mdiShapeOutline;
  return findByName(ROOM_ICONS_BY_NAME, room.icon) ?? mdi.mdiHomeOutline;
}

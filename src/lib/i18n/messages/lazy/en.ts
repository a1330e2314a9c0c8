import { bulkActions } from './bulk-actions-en';
import { connect } from './connect-en';
import { devices } from './devices-en';
import { household } from './household-en';
import { icons } from './icons-en';
import { settings } from './settings-en';
import { pages } from './pages-en';
import { pin } from './pin-en';
import { wall } from './wall-en';
import { sense } from './sense-en';

/**
 * The words that no first screen says, in English: they come with the pages that say them. As in `en`, the source that other
 * languages follow.
 */
export const lazy = {
  ...bulkActions,
  ...connect,
  ...devices,
  ...household,
  ...icons,
  ...settings,
  ...pages,
  ...pin,
  ...wall,
  ...sense
} as const;

import type { LazyMessages } from '../../keys';
import { bulkActions } from './bulk-actions-uk';
import { connect } from './connect-uk';
import { devices } from './devices-uk';
import { household } from './household-uk';
import { icons } from './icons-uk';
import { settings } from './settings-uk';
import { pages } from './pages-uk';
import { pin } from './pin-uk';
import { wall } from './wall-uk';
import { sense } from './sense-uk';

/** The words that no first screen says, in Ukrainian. */
export const lazy: LazyMessages = {
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
};

import type { LazyMessages } from '../../keys';
import { devices } from './devices-uk';
import { household } from './household-uk';
import { icons } from './icons-uk';
import { settings } from './settings-uk';
import { pages } from './pages-uk';

/** The words that no first screen says, in Ukrainian. */
export const lazy: LazyMessages = { ...devices, ...household, ...icons, ...settings, ...pages };

import { closing } from './closing';
import { DEVICES } from './devices';
import { PAGES } from './pages';
import { offline, SESSION } from './sign-in';
import { wall } from './wall';

const { 'sign-out': signOut, ...signIn } = SESSION;

/**
 * All flows, in the order in which an engine runs them. The outage comes early: WPE WebKit 2.38 sometimes never finishes
 * the installation of a service worker that several pages in a row began.
 */
export const FLOWS = {
  ...signIn,
  offline,
  ...DEVICES,
  closing,
  ...PAGES,
  wall,
  'sign-out': signOut
} as const;

import { FULL_RIGHTS } from '#shared/rights';
import type { Screen } from '../../proxy/server/household/screens/screen';

/** A signed-in screen with the rights of the whole home. */
export const aScreen = (more: Partial<Screen> = {}): Screen => ({
  id: 'phone',
  name: 'Phone',
  controller: '0123456789ab',
  lastSeen: 0,
  kept: true,
  rights: FULL_RIGHTS,
  locked: false,
  pin: null,
  cameIn: { how: 'password', at: 0 },
  seenActivity: 0,
  ...more
});

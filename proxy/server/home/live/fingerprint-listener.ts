import type { Household } from '../../household/household';
import { onOtherDevices, type HomeListener } from './home-listener';

/**
 * Stores the fingerprints of the homes of all controllers but the demo. While an account can take its home back, that stays the one of before,
 * which it knows again.
 */
export const fingerprintListener = ({ known, accounts, fingerprints }: Household): HomeListener => ({
  name: 'fingerprints',
  receive: (event) =>
    onOtherDevices(event, (controller, devices) => {
      if (known.get(controller)?.source === 'known' && !accounts.formerOf(controller))
        fingerprints.remember(controller, devices);
    })
});

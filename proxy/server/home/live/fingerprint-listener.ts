import type { Household } from '../../household/household';
import { onOtherDevices, type HomeListener } from './home-listener';

/** Stores the fingerprints of the homes of all controllers but the demo. */
export const fingerprintListener = ({ known, fingerprints }: Household): HomeListener => ({
  name: 'fingerprints',
  receive: (event) =>
    onOtherDevices(event, (controller, devices) => {
      if (known.get(controller)?.source === 'known') fingerprints.remember(controller, devices);
    })
});

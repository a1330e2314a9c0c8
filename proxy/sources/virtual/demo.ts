import { DEMO_CONTROLLER_ID, DEMO_MAC } from '#shared/demo';
import { startVirtual } from './start';

/** Opens the demo home. Its password is public, so the secret of its tokens can be public too. */
export async function openDemo() {
  const virtual = await startVirtual({ isInProcess: true, mac: DEMO_MAC, tokenSecret: 'demo' });
  return {
    id: DEMO_CONTROLLER_ID,
    name: virtual.name,
    isSetUp: true,
    isDemo: true,
    connect: async () => virtual.connect(),
    stop: () => virtual.stop()
  };
}

import { onTestFinished } from 'vitest';
import type { VirtualOptions } from '../../proxy/sources/virtual/options';
import { startVirtual } from '../../proxy/sources/virtual/start';
import { startMisbehaving } from '../../tools/support/misbehaving-controller';
import { freePort } from '../../tools/support/ports';

/**
 * Starts a virtual controller for one test, whose port stays its own while it is away. By default nothing happens in its house
 * by itself.
 */
export async function virtualForTest(options: Partial<VirtualOptions> = {}) {
  const controller = await startVirtual({ isLiving: false, port: await freePort(), ...options });
  onTestFinished(() => controller.stop());
  return controller;
}

/** Starts a misbehaving controller for one test. */
export async function misbehavingForTest(...plan: Parameters<typeof startMisbehaving>) {
  const controller = await startMisbehaving(...plan);
  onTestFinished(() => controller.stop());
  return controller;
}

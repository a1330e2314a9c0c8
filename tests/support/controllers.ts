import { onTestFinished } from 'vitest';
import { startMisbehaving } from '../../tools/support/misbehaving-controller';
import { freePort } from '../../tools/support/ports';
import { startStandAlone, type StandAloneOptions } from '../../tools/virtual/stand-alone';

/**
 * Starts a virtual controller for one test, whose port stays its own while it is away. By default nothing happens in its house
 * by itself.
 */
export async function virtualForTest(options: StandAloneOptions = {}) {
  const controller = await startStandAlone({ isLiving: false, port: await freePort(), ...options });
  onTestFinished(() => controller.stop());
  return controller;
}

/** Starts a misbehaving controller for one test. */
export async function misbehavingForTest(...plan: Parameters<typeof startMisbehaving>) {
  const controller = await startMisbehaving(...plan);
  onTestFinished(() => controller.stop());
  return controller;
}

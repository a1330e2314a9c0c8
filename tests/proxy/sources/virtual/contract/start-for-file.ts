import { afterAll } from 'vitest';
import { startVirtual } from '../../../../../proxy/sources/virtual/start';
import { basic, Client } from '../../../../support/controller-client';

/** A virtual controller for all tests of a file, which use its sockets only. */
export async function startForFile() {
  const controller = await startVirtual({ pollMs: 500 });
  afterAll(() => controller.stop());
  const base = `http://${controller.address}:${controller.port}/api/v2`;
  return { base, client: new Client(base, basic('demo', 'demo')) };
}

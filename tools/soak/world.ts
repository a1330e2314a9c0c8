import { HOUSE } from '../../proxy/virtual/house/house';
import type { HousePlan } from '../../proxy/virtual/house/plan';
import { startVirtual } from '../../proxy/virtual/start';
import type { VirtualController } from '../../proxy/virtual/virtual-controller';
import { Program } from '../../tests/browser/harness/program';
import { startTcpFaultProxy, type TcpFaultProxy } from '../faults/tcp-fault-proxy';
import { join, type Grant } from './join';
import { findProcess, readVitals, type Vitals } from './vitals';

/** The built program as a process of its own, a virtual controller, and a network on either side of it that can break. */
export interface World {
  readonly controller: VirtualController;
  readonly program: Program;
  /** Between the program and the controller. */
  readonly beforeController: TcpFaultProxy;
  /** Between screens and the program. */
  readonly beforeProxy: TcpFaultProxy;
  /** Where screens reach the program: through that network. */
  readonly origin: string;
  /** Signs new screens in. */
  grants(count: number): Promise<readonly Grant[]>;
  /** What the system says of the program's process. */
  vitals(): Promise<Vitals>;
  stop(): Promise<void>;
}

/** Starts it all; rejects where the program is not built. */
export async function openWorld({
  house = HOUSE,
  isLiving = true
}: { house?: HousePlan; isLiving?: boolean } = {}): Promise<World> {
  const controller = await startVirtual({ house, isLiving });
  const beforeController = await startTcpFaultProxy(controller.port);
  const port = String(beforeController.port);
  const program = new Program(['--no-demo', '--allow-loopback', '--controller-port', port]);
  await program.start();
  const beforeProxy = await startTcpFaultProxy(Number(new URL(program.url).port));
  return {
    controller,
    program,
    beforeController,
    beforeProxy,
    origin: `http://127.0.0.1:${beforeProxy.port}`,
    async grants(count) {
      const grants: Grant[] = [];
      for (let signedIn = 0; signedIn < count; signedIn++) grants.push(await join(program.url));
      return grants;
    },
    vitals: async () => readVitals(await findProcess(program.dataDir)),
    async stop() {
      await beforeProxy.stop();
      await program.kill();
      await program.clean();
      await beforeController.stop();
      await controller.stop();
    }
  };
}

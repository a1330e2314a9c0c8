import { HOUSE } from '../../proxy/virtual/house/house';
import type { HousePlan } from '../../proxy/virtual/house/plan';
import { startVirtual, type VirtualController } from '../../proxy/virtual/start';
import { Program } from './program';
import { startTcpFaultProxy, type TcpFaultProxy } from './network/tcp-fault-proxy';
import { join, type Grant } from './join';
import { findProcess, readVitals, type Vitals } from './vitals';

/** The built program as a process, a virtual controller, and fault proxies before both. */
export interface World {
  readonly controller: VirtualController;
  readonly program: Program;
  /** Fault proxy between the program and the controller. */
  readonly beforeController: TcpFaultProxy;
  /** Fault proxy between screens and the program. */
  readonly beforeProxy: TcpFaultProxy;
  /** The origin that screens use, through the fault proxy. */
  readonly origin: string;
  /** Signs new screens in. */
  grants(count: number): Promise<readonly Grant[]>;
  /** Resource use of the program. */
  vitals(): Promise<Vitals>;
  stop(): Promise<void>;
}

/** Starts everything. Rejects if the program is not built. */
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

import type { HousePlan } from '../../proxy/sources/virtual/house/plan';
import { startVirtual, type VirtualController } from '../../proxy/sources/virtual/start';
import { join, type Grant } from './join';
import { startTcpFaultProxy, type TcpFaultProxy } from './network/tcp-fault-proxy';
import { besideController, startProgram, type Program } from './program';
import { findProcess, readVitals, type Vitals } from './vitals';

/** A controller on a port of 127.0.0.1. */
interface Served {
  readonly port: number;
  stop(): Promise<void>;
}

/** The built program as a process, beside a controller. */
export interface World<Controller = VirtualController> {
  readonly controller: Controller;
  readonly program: Program;
  /** Signs new screens in. */
  readonly grants: (count: number) => Promise<readonly Grant[]>;
  /** Resource use of the program. */
  readonly vitals: () => Promise<Vitals>;
  /** Ends both. */
  readonly stop: () => Promise<void>;
}

/** How the program is started. */
interface WorldOptions {
  /** The program's file; by default the build's. */
  readonly main?: string | undefined;
  /** More options of the program. */
  readonly options?: readonly string[];
  /** The port at which the program finds the controller. */
  readonly port?: number;
}

/** Starts the program beside a controller that runs, and takes that over. Rejects if the program is not built. */
export async function openWorld<Controller extends Served>(
  controller: Controller,
  { main, options = [], port = controller.port }: WorldOptions = {}
): Promise<World<Controller>> {
  const program = await startProgram([...besideController(port), ...options], main).catch(
    async (cause: unknown) => {
      await controller.stop();
      throw cause;
    }
  );
  return {
    controller,
    program,
    async grants(count) {
      const grants: Grant[] = [];
      for (let signedIn = 0; signedIn < count; signedIn++) grants.push(await join(program.url));
      return grants;
    },
    vitals: async () => readVitals(await findProcess(program.dataDir)),
    async stop() {
      await program.end();
      await controller.stop();
    }
  };
}

/** A world with a virtual controller, and with fault proxies before both. */
export interface FaultyWorld extends World {
  /** Fault proxy between the program and the controller. */
  readonly beforeController: TcpFaultProxy;
  /** Fault proxy between screens and the program. */
  readonly beforeProxy: TcpFaultProxy;
  /** The origin that screens use, through the fault proxy. */
  readonly origin: string;
}

/** Starts everything. Rejects if the program is not built. */
export async function openFaultyWorld(house: HousePlan): Promise<FaultyWorld> {
  const controller = await startVirtual({ house });
  const beforeController = await startTcpFaultProxy(controller.port);
  const world = await openWorld(controller, { port: beforeController.port });
  const beforeProxy = await startTcpFaultProxy(Number(new URL(world.program.url).port));
  return {
    ...world,
    beforeController,
    beforeProxy,
    origin: `http://127.0.0.1:${beforeProxy.port}`,
    async stop() {
      await beforeProxy.stop();
      await world.stop();
      await beforeController.stop();
    }
  };
}

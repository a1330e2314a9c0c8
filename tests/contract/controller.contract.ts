import { afterAll, beforeAll, describe } from 'vitest';
import { describeClientForms } from './client-forms.contract';
import { describeCommands } from './commands.contract';
import { describeDiscovery } from './discovery.contract';
import { describeReading } from './reading.contract';
import { describeRefusals } from './refusals.contract';
import { describeSignIn } from './sign-in.contract';

/** A controller that is reached by its address alone. */
export interface ReachedController {
  /** With the version, as `http://127.0.0.1:8080/api/v2`. */
  readonly base: string;
  readonly username: string;
  readonly password: string;
  /** Where and how it is searched for; null where it keeps silent. */
  readonly discovery: { readonly host: string; readonly port: number; readonly prefix: string } | null;
  stop(): Promise<void>;
}

/** Gives the controller that runs; only while tests run. */
export type Reach = () => ReachedController;

/**
 * What every controller keeps to, seen through its sockets alone: the document [D] and what clients rely on beside it [O]. Run it
 * on any implementation. It switches a lamp and dims another.
 */
export function describeController(name: string, start: () => Promise<ReachedController>) {
  describe(name, () => {
    let controller: ReachedController | undefined;

    beforeAll(async () => {
      controller = await start();
    });
    afterAll(() => controller?.stop());

    const reach = () => {
      if (controller === undefined) throw new Error('The controller does not run');
      return controller;
    };
    describeSignIn(reach);
    describeReading(reach);
    describeCommands(reach);
    describeClientForms(reach);
    describeRefusals(reach);
    describeDiscovery(reach);
  });
}

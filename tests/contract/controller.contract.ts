import { afterAll, beforeAll, describe } from 'vitest';
import { describeClientForms } from './client-forms.contract';
import { describeCommands } from './commands.contract';
import { describeReading } from './reading.contract';
import { describeRefusals } from './refusals.contract';
import { describeSignIn } from './sign-in.contract';

/** A controller, given by its address only. */
export interface ReachedController {
  /** Base address with the version, as `http://127.0.0.1:8080/api/v2`. */
  readonly base: string;
  readonly username: string;
  readonly password: string;
  stop(): Promise<void>;
}

/** Returns the running controller; only during tests. */
export type Reach = () => ReachedController;

/**
 * The contract of every controller, checked through its sockets only: the document [D] and what clients rely
 * on beside it [O]. Runs on any implementation. It switches one lamp and dims another.
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
  });
}

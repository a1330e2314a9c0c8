import type { Failure } from '#shared/errors';
import { SCREEN_GONE, SCREEN_LOCKED } from '../access/screens/screen-refusals';
import type { Screens } from '../access/screens/screens';
import type { CommandExecutor } from './command-executor';
import { ControllerCommands, type ControllerCommandsDeps } from './controller-commands';

/** What the commands of all controllers depend on. */
interface CommandsDeps extends ControllerCommandsDeps {
  readonly screens: Pick<Screens, 'admit' | 'onEnded' | 'onChanged'>;
}

/** The commands under way at all controllers. */
export class Commands {
  readonly #deps: CommandsDeps;
  readonly #byController = new Map<string, ControllerCommands>();

  constructor(deps: CommandsDeps) {
    this.#deps = deps;
  }

  /** Starts to cancel the queued commands of screens that end or are locked. Returns a function that stops everything. */
  start(): () => void {
    const { screens } = this.#deps;
    const unsubscribes = [
      screens.onEnded(({ id }) => this.#cancelAllOf(id, SCREEN_GONE)),
      screens.onChanged(({ id, locked }) => {
        if (locked) this.#cancelAllOf(id, SCREEN_LOCKED);
      })
    ];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      for (const commands of this.#byController.values()) commands.stop();
    };
  }

  /** The executor of one controller. */
  of(controller: string): CommandExecutor {
    const known = this.#byController.get(controller) ?? new ControllerCommands(controller, this.#deps);
    this.#byController.set(controller, known);
    return known.executor;
  }

  /** The counts for `/metrics`: commands that are not answered, and those that wait for their turn. */
  counts(): { readonly commandsInFlight: number; readonly commandsWaiting: number } {
    const jobs = [...this.#byController.values()].flatMap(({ executor }) => executor.jobs);
    return {
      commandsInFlight: jobs.filter((job) => job.isUnanswered && job.sharedWith === null).length,
      commandsWaiting: jobs.filter(({ state }) => state === 'queued').length
    };
  }

  #cancelAllOf(screen: string, failure: Failure) {
    for (const { executor } of this.#byController.values())
      executor.drop((job) => job.screen === screen, 'cancelled', failure);
  }
}

import type { Clock } from '#shared/clock';
import type { Lifetime } from '../base/lifetime';
import type { Link } from '../connection/link.svelte';
import type { CommandDeps } from './command-view';
import { Commands } from './commands';

/** What commands need of their home, and tell it. */
export interface CommandingHome extends CommandDeps {
  readonly environment: { readonly clock: Clock };
  readonly lifetime: Lifetime;
  readonly link: CommandDeps['link'] & Pick<Link, 'hurry'>;
  /** Reads whether a command of this page is under way. */
  isBusy: () => boolean;
}

/**
 * The commands of a home: a service of it. Its code comes with the first tile or sheet that can send one: from then on the link does not
 * wait for an idle browser.
 */
export class HomeCommands extends Commands {
  constructor(home: CommandingHome) {
    super(home.environment, home);
    home.lifetime.onEnd(this.start());
    home.isBusy = () => this.isBusy;
    home.link.hurry();
  }
}

import { systemClock, type Clock } from '#shared/clock';
import type { Grant } from '../../support/join';
import type { Mark } from './mark';
import { Screen } from '../../support/screen';

/** What a visitor depends on. */
interface VisitorDeps extends Grant {
  readonly origin: string;
  readonly mark: Mark;
  /** Of the screen's reconnect delay. */
  readonly clock?: Clock;
}

/** A user with a screen that opens it, leaves and comes back. */
export class Visitor {
  readonly #deps: VisitorDeps;
  #screen: Screen;
  #leave: () => void = () => undefined;

  constructor(deps: VisitorDeps) {
    this.#deps = deps;
    this.#screen = this.#newPage();
  }

  /** The current screen. */
  get screen(): Screen {
    return this.#screen;
  }

  come(): void {
    const leave = this.#screen.start();
    const unwatch = this.#deps.mark.watch(this.#screen);
    this.#leave = () => {
      unwatch();
      leave();
    };
  }

  leave(): void {
    this.#leave();
  }

  /** Leaves and comes back, to the open page with its state or to a new page. */
  comeAgain(isNewPage: boolean): void {
    this.#leave();
    if (isNewPage) this.#screen = this.#newPage();
    this.come();
  }

  #newPage(): Screen {
    return new Screen({ clock: systemClock, ...this.#deps, random: Math.random });
  }
}

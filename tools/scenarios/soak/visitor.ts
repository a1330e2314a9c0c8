import { systemClock, type Clock } from '#shared/clock';
import type { Grant } from '../../support/join';
import { Screen } from '../../support/screen';

/** What a visitor depends on. */
interface VisitorDeps extends Grant {
  readonly origin: string;
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
    this.#leave = this.#screen.start();
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

import { systemClock, type Clock } from '#shared/clock';
import type { Grant } from '../support/join';
import type { Mark } from './mark';
import { Screen } from '../support/screen';

/** A user with a screen that opens it, leaves and comes back. */
export class Visitor {
  readonly #origin: string;
  readonly #grant: Grant;
  readonly #mark: Mark;
  readonly #clock: Clock;
  #screen: Screen;
  #leave: () => void = () => undefined;

  /** @param clock of the screen's reconnect delay */
  constructor({
    origin,
    grant,
    mark,
    clock = systemClock
  }: {
    origin: string;
    grant: Grant;
    mark: Mark;
    clock?: Clock;
  }) {
    this.#origin = origin;
    this.#grant = grant;
    this.#mark = mark;
    this.#clock = clock;
    this.#screen = this.#newPage();
  }

  /** The current screen. */
  get screen(): Screen {
    return this.#screen;
  }

  get controller(): string {
    return this.#grant.controller;
  }

  come(): void {
    const leave = this.#screen.start();
    const unwatch = this.#mark.watch(this.#screen);
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
    return new Screen({ origin: this.#origin, ...this.#grant, clock: this.#clock, random: Math.random });
  }
}

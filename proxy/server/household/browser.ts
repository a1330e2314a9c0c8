import type { EndReason } from '#shared/household';
import type { Cookies } from './cookies';
import type { Screen } from './screens/screen';
import type { Screens } from './screens/screens';

/** The browser that sent a request. It has at most one screen at each controller, each with a cookie of its own. */
export class Browser {
  readonly #cookies: Cookies;
  readonly #screens: Screens;

  constructor(cookies: Cookies, screens: Screens) {
    this.#cookies = cookies;
    this.#screens = screens;
  }

  /** Its screen at a controller; undefined if it is signed out there. No other cookie of it counts for that. */
  at(controller: string): Screen | undefined {
    const screen = this.#screens.authenticate(this.#cookies.get(controller));
    return screen?.controller === controller ? screen : undefined;
  }

  /** Its screens, the one that signed in last is the last one. */
  get screens(): Screen[] {
    return this.controllers.flatMap((id) => this.at(id) ?? []);
  }

  /** Its cookie of a controller; undefined if it has none. */
  cookieAt(controller: string): string | undefined {
    return this.#cookies.get(controller);
  }

  /** The ids of the controllers that it has cookies of. */
  get controllers(): string[] {
    return [...this.#cookies.keys()];
  }

  /** Why it is signed out at a controller, or at all of them; undefined if that is not known. */
  endReasonAt(controller?: string): EndReason | undefined {
    return this.#screens.endReasons.of(this.#cookies.get(controller ?? this.controllers.at(-1) ?? ''));
  }
}

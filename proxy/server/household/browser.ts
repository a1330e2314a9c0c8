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
    return this.#at(controller, controller) ?? this.#at('', controller);
  }

  /** Its screens, the one that signed in last is the last one. */
  get screens(): Screen[] {
    const former = this.#screens.authenticate(this.#cookies.get(''));
    const all = [...this.#cookies.keys()].flatMap((id) => this.#at(id, id) ?? []);
    return former && !all.some(({ controller }) => controller === former.controller) ? [former, ...all] : all;
  }

  /** The cookie of its screen at a controller, and whether it is one of a version before. */
  cookieAt(controller: string): { readonly cookie: string; readonly isFormer: boolean } | undefined {
    const isFormer = !this.#at(controller, controller);
    const cookie = this.#cookies.get(isFormer ? '' : controller);
    return cookie === undefined ? undefined : { cookie, isFormer };
  }

  /** The ids of the controllers that it has cookies of. */
  get controllers(): string[] {
    return [...this.#cookies.keys()].filter((id) => id !== '');
  }

  /** Why it is signed out at a controller, or at all of them; undefined if that is not known. */
  endReasonAt(controller?: string): EndReason | undefined {
    const [newest] = [...this.#cookies.keys()].toReversed();
    const cookie = this.#cookies.get(controller ?? newest ?? '') ?? this.#cookies.get('');
    return this.#screens.endReasons.of(cookie);
  }

  /** Its screen by the cookie of a name, if that is one of a controller. */
  #at(name: string, controller: string): Screen | undefined {
    const screen = this.#screens.authenticate(this.#cookies.get(name));
    return screen?.controller === controller ? screen : undefined;
  }
}

import { mergeNotables } from '$lib/kinds/home-summary';
import { chaptersOf } from '$lib/kinds/room-slot';
import type { Notables } from '$lib/kinds/room-summary';
import type { App } from '$lib/state/app.svelte';
import type { Section } from '#shared/home';
import { PlaceView } from './room-view.svelte';

/** A section's rooms as the home page has them. */
export interface ChapterView {
  readonly section: Section | null;
  readonly places: readonly PlaceView[];
}

/** The whole home as its pages see it, room by room: each room sums itself up, and a change concerns its room's sum alone. */
export class HomeView {
  readonly #app: App;
  readonly #chapters = $derived.by(() => this.#arrange());
  readonly #places = $derived.by(() => this.#chapters.flatMap(({ places }) => places));
  readonly #notables = $derived.by(() => mergeNotables(this.#places.map(({ notables }) => notables)));

  constructor(app: App) {
    this.#app = app;
  }

  get chapters(): readonly ChapterView[] {
    return this.#chapters;
  }

  /** Every room, in the home's order. */
  get places(): readonly PlaceView[] {
    return this.#places;
  }

  get notables(): Notables {
    return this.#notables;
  }

  /** Whether there are any shutters, that are moved together from a page of their own. */
  get hasShutters(): boolean {
    return this.#places.some(({ groups }) => groups.some(({ group }) => group === 'shutters'));
  }

  #arrange(): readonly ChapterView[] {
    const hasRoomless = this.#app.home.roomDeviceIds(null).length > 0;
    return chaptersOf(this.#app.home.sections, hasRoomless).map(({ section, places }) => ({
      section,
      places: places.map((place) => new PlaceView(this.#app, place))
    }));
  }
}

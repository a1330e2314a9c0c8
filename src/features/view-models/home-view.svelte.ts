import { mergeHighlights } from '$lib/kinds/home-summary';
import { sectionSlotsOf } from '$lib/kinds/room-slot';
import type { Highlights } from '$lib/kinds/room-summary';
import type { App } from '$lib/state/app.svelte';
import type { Section } from '#shared/home';
import { RoomView } from './room-view.svelte';

/** A section of the home page, with its rooms. */
export interface SectionView {
  readonly section: Section | null;
  readonly rooms: readonly RoomView[];
}

/** The view model of the home. Each room has its own summary, so that a change recomputes only that room. */
export class HomeView {
  readonly #app: App;
  readonly #sections = $derived.by(() => this.#arrange());
  readonly #rooms = $derived.by(() => this.#sections.flatMap(({ rooms }) => rooms));
  readonly #highlights = $derived.by(() => mergeHighlights(this.#rooms.map(({ highlights }) => highlights)));

  constructor(app: App) {
    this.#app = app;
  }

  get sections(): readonly SectionView[] {
    return this.#sections;
  }

  /** Every room, in the home's order. */
  get rooms(): readonly RoomView[] {
    return this.#rooms;
  }

  get highlights(): Highlights {
    return this.#highlights;
  }

  /** Whether the home has shutters. A page of their own moves them all. */
  get hasShutters(): boolean {
    return this.#rooms.some(({ groups }) => groups.some(({ group }) => group === 'shutters'));
  }

  #arrange(): readonly SectionView[] {
    const hasUnassigned = this.#app.home.roomDeviceIds(null).length > 0;
    return sectionSlotsOf(this.#app.home.sections, hasUnassigned).map(({ section, slots }) => ({
      section,
      rooms: slots.map((slot) => new RoomView(this.#app, slot))
    }));
  }
}

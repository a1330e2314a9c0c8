import { untrack } from 'svelte';
import { sceneIconPath } from '$features/scenes/scene-icons';
import { HomeView, type SectionView } from '$features/view-models/home-view.svelte';
import { LINK_STATES } from '$features/view-models/link-states';
import { LiveRoom, stillLampOf, type LampOf } from '$features/view-models/live-room.svelte';
import { sightOf } from '$features/view-models/sight';
import { t } from '$lib/i18n/i18n.svelte';
import { ageClock } from '$lib/i18n/ticker.svelte';
import { roomAppearance } from '$lib/kinds/room-appearance.svelte';
import { secondRowOf } from '$lib/kinds/rows';
import type { OpenHome } from '$lib/state/open-home.svelte';
import type { FavouriteData, FloorData, HomeParts, HomeScreenData } from './screen/home-screen';

/** What the home page shows of the app's home. Each room has its own summary, so that a change shows in its tile alone. */
export class LiveHome implements HomeScreenData {
  readonly #home: OpenHome;
  readonly base: string;
  readonly view: HomeView;
  #lampOf = $state.raw<LampOf>(stillLampOf);
  #late = $state.raw<Omit<HomeParts, 'home'>>({
    FavouriteTiles: null,
    SceneTiles: null,
    FloorMenu: null,
    End: null
  });
  readonly #isStale = $derived.by(() => !this.#home.link.isLive);
  readonly #sight = $derived.by(() => sightOf(this.#home, ageClock));
  readonly #floors = $derived.by(() =>
    this.view.sections.map((section): FloorData => this.#floorOf(section))
  );
  readonly #chips = $derived.by(() => (this.#home.state.asOf === null ? [] : this.#chipsNow()));
  readonly #favourites = $derived.by(() => this.#favouritesNow());
  readonly #scenes = $derived.by(() =>
    this.#home.scenes.value.map(({ id, name, icon }) => ({ id, name, icon: sceneIconPath(icon) }))
  );
  readonly #parts = $derived.by(() => ({ ...this.#late, home: this.view }));

  constructor(home: OpenHome) {
    this.#home = home;
    this.base = home.base;
    this.view = new HomeView(home);
  }

  get title(): string {
    return this.#home.name ?? t('home.title');
  }

  get link(): HomeScreenData['link'] {
    const { link, state: home } = this.#home;
    const since = link.state === 'reconnecting' ? (home.asOf ?? undefined) : undefined;
    return { state: LINK_STATES[link.state], since };
  }

  get chips(): HomeScreenData['chips'] {
    return this.#chips;
  }

  get favourites(): HomeScreenData['favourites'] {
    return this.#favourites;
  }

  get scenes(): HomeScreenData['scenes'] {
    return this.#scenes;
  }

  get floors(): readonly FloorData[] {
    return this.#floors;
  }

  get mayEdit(): boolean {
    return this.#home.session.isFull;
  }

  get hasOthers(): boolean {
    return this.#home.session.homes.list.length > 1;
  }

  get isStale(): boolean {
    return this.#isStale;
  }

  get parts(): HomeParts {
    return this.#parts;
  }

  /** Adds what is loaded later. */
  add(parts: Partial<Omit<HomeParts, 'home'>>, lampOf?: LampOf): void {
    this.#late = { ...untrack(() => this.#late), ...parts };
    if (lampOf) this.#lampOf = lampOf;
  }

  #chipsNow(): HomeScreenData['chips'] {
    return this.view
      .lines(this.#sight, ageClock)
      .map(({ short, ...line }) => (short === undefined ? line : { ...line, label: short }));
  }

  #floorOf(section: SectionView): FloorData {
    const { sections } = this.view;
    return {
      key: `section-${section.section?.id ?? 'none'}`,
      title: titleOf(section, sections),
      icon: roomAppearance.icon(section.rooms[0]?.slot.room ?? null),
      rooms: section.rooms.map(
        (room) =>
          new LiveRoom(
            room,
            () => this.#sight,
            () => this.#lampOf
          )
      ),
      view: section
    };
  }

  /** In the household's order if it has chosen favourites, otherwise in the home's. */
  #favouritesNow(): readonly FavouriteData[] {
    const { rooms } = this.view;
    const all = rooms.flatMap((room) => room.favourites.map((id) => ({ id, room })));
    const roomOf = Object.fromEntries(all.map(({ id, room }) => [id, room]));
    const ids = this.#home.layout.current.favourites ?? all.map(({ id }) => id);
    return ids.flatMap((id) => {
      const room = roomOf[id];
      const device = this.#home.state.device(id);
      return room && device ? [{ id, room: room.name, row: secondRowOf(device) }] : [];
    });
  }
}

/** The title of a section: its name, or what rooms without a section are called beside all sections. */
function titleOf({ section }: SectionView, all: readonly SectionView[]): string {
  const isOnly = all.every((each) => each.section === null);
  return section?.name ?? (isOnly ? t('search.rooms') : t('home.noSection'));
}

import type { Component } from 'svelte';
import type { HomeView, SectionView } from '$features/view-models/home-view.svelte';
import type { RoomData } from '$features/view-models/room-data';
import type { LINK_LABELS } from '$lib/components/link-labels';
import type { Tone } from '$lib/components/tone';
import type { SecondRow } from '$lib/kinds/rows';
import type { Addressed } from '$lib/state/path-of';

/** A floor with its rooms. */
export interface FloorData {
  /** The id of its element. */
  readonly key: string;
  readonly title: string;
  readonly icon: string;
  readonly rooms: readonly RoomData[];
  /** What its actions need; undefined on a screen of the last visit. */
  readonly view?: SectionView;
}

/** A scene. */
export interface SceneData {
  readonly id: string;
  readonly name: string;
  /** A path. */
  readonly icon: string;
}

/** A favourite device. */
export interface FavouriteData {
  readonly id: number;
  /** The name of its room. */
  readonly room: string;
  /** The control in the second row of its tile; null if it has one row. */
  readonly row: SecondRow | null;
  /** How it was at the last visit. Without it there is only its place until the code of its tile is there. */
  readonly still?: {
    readonly name: string;
    readonly icon: string;
    readonly state: string;
    readonly tone: Tone;
  };
}

/** A chip at the top of the home, with the list that it leads to: `/now/<list>`. */
export interface StatusData {
  readonly list: string;
  readonly label: string;
  readonly tone: Tone;
  readonly icon?: string | undefined;
  readonly isQuiet?: true;
  /** Some of it is not known. */
  readonly isUnsure?: true;
}

/**
 * All that `HomeScreen.svelte` shows: the home page. There are two: the record of the last visit (`record.ts`), which is there before
 * the app is, and the app's own (`live-home.svelte.ts`), which takes its place without drawing anything again.
 */
export interface HomeScreenData extends Addressed {
  readonly title: string;
  /** The state of the link, as `LinkState` shows it; of a record, the time of its values as `text`. */
  readonly link: {
    readonly state: keyof typeof LINK_LABELS;
    readonly since?: number | undefined;
    readonly text?: string;
  };
  readonly chips: readonly StatusData[];
  readonly scenes: readonly SceneData[];
  readonly favourites: readonly FavouriteData[];
  readonly floors: readonly FloorData[];
  /** Whether this screen makes scenes. */
  readonly mayEdit: boolean;
  /** Whether this browser has other homes. */
  readonly hasOthers: boolean;
  /** Whether the readings are old. */
  readonly isStale: boolean;
  /** What only the app can show. */
  readonly parts?: HomeParts;
}

/** The components of the app on the home page. Each is null before its code is there. */
export interface HomeParts {
  readonly FavouriteTiles: Component<{ devices: readonly FavouriteData[] }> | null;
  readonly SceneTiles: Component<{ ids: readonly string[] }> | null;
  readonly FloorMenu: Component<
    Pick<SectionView, 'rooms'> & { section: NonNullable<SectionView['section']> }
  > | null;
  /** Below the rooms. */
  readonly End: Component<{ home: HomeView }> | null;
  readonly home: HomeView;
}

import {
  mdiBedOutline,
  mdiExitRun,
  mdiFilmstrip,
  mdiHomeOutline,
  mdiPartyPopper,
  mdiPaletteOutline,
  mdiSilverwareForkKnife,
  mdiWeatherNight,
  mdiWeatherSunset,
  mdiWeatherSunsetUp
} from '@mdi/js';

/** The icons of scenes by their names on the wire. */
export const SCENE_ICONS = {
  scene: mdiPaletteOutline,
  night: mdiWeatherNight,
  leaving: mdiExitRun,
  evening: mdiWeatherSunset,
  morning: mdiWeatherSunsetUp,
  home: mdiHomeOutline,
  film: mdiFilmstrip,
  dinner: mdiSilverwareForkKnife,
  party: mdiPartyPopper,
  bed: mdiBedOutline
} as const;
export type SceneIcon = keyof typeof SCENE_ICONS;

/** Their names, in the order of the editor. */
export const SCENE_ICON_NAMES: readonly SceneIcon[] = [
  'scene',
  'night',
  'leaving',
  'evening',
  'morning',
  'home',
  'film',
  'dinner',
  'party',
  'bed'
];

/** Returns the path of a scene's icon. One of a newer version is the general one. */
export const sceneIconPath = (name: string): string =>
  Object.entries(SCENE_ICONS).find(([known]) => known === name)?.[1] ?? SCENE_ICONS.scene;

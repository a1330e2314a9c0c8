import * as mdi from '@mdi/js';

/** The icons of scenes by their names on the wire, in the order of the editor. */
export const SCENE_ICONS = [
  ['scene', mdi.mdiPaletteOutline],
  ['night', mdi.mdiWeatherNight],
  ['leaving', mdi.mdiExitRun],
  ['evening', mdi.mdiWeatherSunset],
  ['morning', mdi.mdiWeatherSunsetUp],
  ['home', mdi.mdiHomeOutline],
  ['film', mdi.mdiFilmstrip],
  ['dinner', mdi.mdiSilverwareForkKnife],
  ['party', mdi.mdiPartyPopper],
  ['bed', mdi.mdiBedOutline]
] as const;
export type SceneIcon = (typeof SCENE_ICONS)[number][0];

/** Returns the path of a scene's icon. One of a newer version is the general one. */
export const sceneIconPath = (name: string): string =>
  (SCENE_ICONS.find(([known]) => known === name) ?? SCENE_ICONS[0])[1];

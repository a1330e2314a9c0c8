import { whenIdle } from '$lib/components/when-idle';
import { HOME_SHAPE, type Settings } from '$lib/state/preferences/settings';
import type { HomeShape } from './home-shape';

/** Returns a shape as a text. */
export const shapeText = ({ chips, favourites, sections }: HomeShape): string =>
  [chips, favourites.join(), sections.join()].join(';');

/** Stores the shape of the home for the next skeleton once the browser is idle, if it has changed. Returns a function that cancels it. */
export function keepShape(settings: Settings, shape: HomeShape): () => void {
  const text = shapeText(shape);
  if (settings.read(HOME_SHAPE) === text) return () => undefined;
  return whenIdle('shape', () => settings.write(HOME_SHAPE, text));
}

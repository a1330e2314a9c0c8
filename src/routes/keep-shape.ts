import { whenIdle } from '$lib/components/when-idle';
import { HOME_SHAPE, type Settings } from '$lib/state/preferences/settings';
import type { HomeShape } from './home-shape';

/** Returns a shape as a text. */
export const shapeText = ({ chips, favourites, sections }: HomeShape): string =>
  [chips, favourites.join(), sections.join()].join(';');

/**
 * Stores the shape of the home for the next skeleton once the browser is idle, and again when the height of its chips has
 * changed. Returns a function that stops it.
 * @param chips the element with the chips; undefined if there are none
 */
export function keepShape(
  settings: Settings,
  shape: Omit<HomeShape, 'chips'>,
  chips: Element | undefined
): () => void {
  let cancel = () => {};
  const keep = (height: number) => {
    cancel();
    const text = shapeText({ ...shape, chips: Math.round(height) });
    if (settings.read(HOME_SHAPE) !== text)
      cancel = whenIdle('shape', () => settings.write(HOME_SHAPE, text));
  };
  const observer = new ResizeObserver(([entry]) => keep(entry?.contentRect.height ?? 0));
  if (chips) observer.observe(chips);
  else keep(0);
  return () => {
    cancel();
    observer.disconnect();
  };
}

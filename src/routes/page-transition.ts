import type { OnNavigate } from '@sveltejs/kit';
import './page-transition.css';

/** Milliseconds that a navigation waits for the browser to take its picture of the old page. */
const MAX_WAIT_MS = 80;

const ignore = () => undefined;

/**
 * Lets a room's page grow out of its tile, by a view transition (styles in page-transition.css). Pass it to `onNavigate`. Other
 * navigations, and Back, are immediate. So is this one on a wall, whose tablets are slow, if the browser has no view transitions or
 * takes too long, or if the user prefers reduced motion.
 */
export function transitionToRoom(navigation: OnNavigate): Promise<void> | undefined {
  const { type, to, complete } = navigation;
  if (type !== 'link' || to?.route.id !== '/(app)/rooms/[id]') return undefined;
  if (!('startViewTransition' in document)) return undefined;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
  const tile = document.querySelector(`.rooms a.room-tile[href="${CSS.escape(to.url.pathname)}"]`);
  if (!tile) return undefined;
  setOrigin(tile);
  return new Promise((resolve) => {
    const transition = document.startViewTransition(async () => {
      clearTimeout(timeout);
      resolve();
      await complete.catch(ignore);
    });
    const timeout = setTimeout(() => {
      transition.skipTransition();
      resolve();
    }, MAX_WAIT_MS);
    transition.ready.catch(ignore);
    transition.finished.catch(ignore);
  });
}

/** Stores the middle of the tile in the window, for the style of the new page. */
function setOrigin(tile: Element): void {
  const { left, top, width, height } = tile.getBoundingClientRect();
  document.documentElement.style.setProperty('--from', `${left + width / 2}px ${top + height / 2}px`);
}

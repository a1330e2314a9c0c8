import './app.css';
import { loadHome } from '$features/home/home-code';
import { firstScreen } from '$features/home/screen/first-screen.svelte';

// Vite's code loads each style sheet that the page has no link to. These are in the page itself.
const styles = document.querySelector<HTMLElement>('style[data-href]')?.dataset['href'];
if (styles !== undefined) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.disabled = true;
  link.setAttribute('href', styles);
  document.head.append(link);
}

// The page has this file as a script of its own, before the router: see hooks.server.ts.
firstScreen.open();
// What replaces the record is on its way together with the router, not after it.
if (firstScreen.isRecorded) void loadHome(firstScreen.hasFavourites).catch(() => undefined);

import { version } from '$app/environment';
import { whenIdle } from '$lib/components/when-idle';
import { t } from '$lib/i18n/i18n.svelte';
import { dayAndTime } from '$lib/i18n/time';
import type { App } from '$lib/state/app.svelte';
import { SIGN_OUT, SNAPSHOT } from '$lib/state/preferences/settings';
import { takeSnapshot } from './take-snapshot';

/**
 * Stores a snapshot of the home page once the page is idle, and whenever it is hidden or closed. It is stored only while the link is
 * live, since then the screen may show the home and its values are current; not after a sign-out in another window; not during an
 * alarm, which may be over when it is drawn; and only where the browser keeps the home too. Returns a function that stops it.
 */
export function keepSnapshot(app: App): () => void {
  const { page, settings } = app.environment;
  const store = () => {
    const { asOf } = app.home;
    if (!app.link.isLive || asOf === null || !app.isStoragePersisted) return;
    // Without space for the new one, an old one must not stay.
    settings.remove(SNAPSHOT);
    if (settings.read(SIGN_OUT) !== null || document.querySelector('main [data-tone="alarm"]')) return;
    const texts = { status: t('home.asOf', { time: dayAndTime(asOf) }), late: t('home.late') };
    settings.write(SNAPSHOT, JSON.stringify(takeSnapshot(document.body, version, texts)));
  };
  let isVisible = true;
  const stops = [
    whenIdle('snapshot', store),
    page.subscribe((event) => {
      if (event === 'visible' || event === 'restored') isVisible = true;
      if (!isVisible || (event !== 'hidden' && event !== 'leaving')) return;
      isVisible = false;
      store();
    })
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

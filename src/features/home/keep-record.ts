import { isHazardSensor } from '#shared/hazards';
import { fullNameOf } from '$features/view-models/full-name';
import { whenIdle } from '$lib/components/when-idle';
import { t } from '$lib/i18n/i18n.svelte';
import { facts } from '$lib/i18n/list';
import { dayAndTime } from '$lib/i18n/time';
import { presentDevice } from '$lib/kinds/device-presentation';
import { roomSlotOfDevice } from '$lib/kinds/room-slot';
import { surroundingsOf } from '$lib/kinds/surroundings';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { FIRST_SCREEN } from '$lib/state/preferences/settings';
import type { LiveHome } from './live-home.svelte';
import type { FavouriteData } from './screen/home-screen';
import { recordedScreen, writeRecord } from './screen/record';

/**
 * Keeps a record of the home page once the page is idle, and whenever it is hidden or closed. It is kept only while the link is
 * live, since then the screen may show the home and its values are current; not after a sign-out in another window; not during an
 * alarm, which may be over when it is drawn; and only where the browser keeps the home too. Returns a function that stops it.
 */
export function keepRecord(home: OpenHome, shown: LiveHome): () => void {
  const { page, settings } = home.environment;
  const still = (favourite: FavouriteData): FavouriteData => {
    const device = home.state.device(favourite.id);
    if (!device) return favourite;
    const { room } = roomSlotOfDevice(device, (id) => home.state.room(id));
    const detectors = home.state.companionsOf(device.id).filter(isHazardSensor);
    const around = surroundingsOf(device, room, home.state);
    const { icon, summary, tone } = presentDevice(device, around, detectors);
    const state = facts(summary, favourite.room);
    return { ...favourite, still: { name: fullNameOf(device, home), icon, state, tone } };
  };
  const keep = () => {
    const { asOf } = home.state;
    if (!home.link.isLive || asOf === null || !home.isStoragePersisted) return;
    const isLeaving = home.session.homes.leavingOf(home.id) !== undefined;
    if (isLeaving || shown.view.highlights.alarms.length > 0) {
      settings.remove(FIRST_SCREEN);
      return;
    }
    const link = { state: 'reconnecting', text: t('home.asOf', { time: dayAndTime(asOf) }) } as const;
    const screen = recordedScreen(shown, link);
    const favourites = screen.favourites.map(still);
    writeRecord(settings, { late: t('home.late'), screen: { ...screen, favourites } });
  };
  let isVisible = true;
  const stops = [
    whenIdle('record', keep),
    page.subscribe((event) => {
      if (event === 'visible' || event === 'restored') isVisible = true;
      if (!isVisible || (event !== 'hidden' && event !== 'leaving')) return;
      isVisible = false;
      keep();
    })
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

import { every } from '#shared/clock';
import { isContact, isTripped } from '#shared/hazards';
import { arrangeDevice, DEFAULT_LEFT_OPEN_MINUTES } from '#shared/layout';
import { meaningOf } from '#shared/meaning';
import { trippedSince } from '#shared/reported-time';
import type { FollowedHome } from '../home/alarms/alarms';
import type { HazardSceneHouse } from './hazard-scene';

const MINUTE_MS = 60_000;

/** Notes each minute which doors and windows are left open, where the household wants that told. Returns a function that stops it. */
export function watchLeftOpen(house: HazardSceneHouse): () => void {
  const { alarms, messages, clock } = house;
  return every(clock, MINUTE_MS, () => {
    for (const controller of messages.controllers) {
      const homes = messages.of(controller).isLeftOpenTold ? alarms.homesOf(controller) : [];
      alarms.noteLeftOpen(controller, new Map(homes.flatMap((of) => leftOpenIn(of, house))));
    }
  });
}

/** The doors and windows that have been open for longer than the household wants, with since when, in ms since the epoch. */
function leftOpenIn({ controller, user, home }: FollowedHome, { layouts, clock }: HazardSceneHouse) {
  const layout = layouts.get(controller, user);
  const { leftOpenMinutes: minutes = DEFAULT_LEFT_OPEN_MINUTES } = layout;
  if (minutes === 0 || home.status?.state !== 'online') return [];
  const { clockOffsetMs = 0 } = home.status;
  return home.journal.home.devices.flatMap((reported): readonly [number, number][] => {
    if (!isTripped(reported) || !isContact(reported) || meaningOf(reported).nature !== 'opening') return [];
    const device = arrangeDevice(reported, layout);
    const since = trippedSince(device, { clockOffsetMs }, clock.now());
    const isLeft = since !== undefined && clock.now() - since >= minutes * MINUTE_MS;
    return isLeft && device.alive && !device.hidden ? [[device.id, since]] : [];
  });
}

import type { FastifyInstance } from 'fastify';
import { every } from '#shared/clock';
import { isTripped } from '#shared/hazards';
import { arrangeDevice, DEFAULT_LEFT_OPEN_MINUTES } from '#shared/layout';
import { leftOpenSince } from '#shared/left-open';
import { meaningOf } from '#shared/meaning';
import { combineStops } from '../base/platform/combine-stops';
import { isShown, type StoredAlarm } from '../home/alarms/stored-alarms';
import type { WatchedHome } from '../home/live/watched-home';
import type { TripTimes } from '../home/trips/trip-times';
import { startHazardScene } from './hazard-scene';
import { registerMessages, type MessageRoutesHouse } from './routes';
import type { MessagesHouse } from './targets';

/** What is needed to tell what is left open. */
interface LeftOpenHouse extends MessagesHouse {
  readonly trips: TripTimes;
}

/** Starts to tell alarms outside of the house, and what else they cause. Returns a function that stops it. */
export function startMessages(app: FastifyInstance, house: MessageRoutesHouse & LeftOpenHouse): () => void {
  const { delivery, messages, outgoing } = house;
  registerMessages(app, house);
  return combineStops(
    messages.start(house),
    startHazardScene(house),
    watchLeftOpen(house),
    tellSeen(house),
    delivery.start(),
    () => outgoing.stop()
  );
}

/** Tells what follows the homes that somebody has seen alarms. Returns a function that stops it. */
const tellSeen = ({ alarms, homes }: MessagesHouse): (() => void) =>
  alarms.onSeen(({ screen: { controller, id, name }, alarms: seen }) =>
    homes.emit({ type: 'seen', controller, screen: { id, name }, alarms: seen.flatMap(shownOf) })
  );

const shownOf = ({ kind, device, room }: StoredAlarm) => (isShown(kind) ? [{ kind, device, room }] : []);

const MINUTE_MS = 60_000;

/** Notes each minute which doors and windows are left open, where the household wants that told. Returns a function that stops it. */
export function watchLeftOpen(house: LeftOpenHouse): () => void {
  const { alarms, messages, trips, clock } = house;
  return every(clock, MINUTE_MS, () => {
    // A clock that was just set leaves no door open.
    trips.checkClock();
    for (const controller of messages.controllers) {
      const home = alarms.homeOf(controller);
      // While it is not online nobody knows what was closed.
      if (home?.status?.state !== 'online') continue;
      const isTold = messages.of(controller).isLeftOpenTold;
      alarms.noteLeftOpen(controller, new Map(isTold ? leftOpenIn(controller, home, house) : []));
    }
  });
}

/** The doors and windows that have been open for longer than the household wants, with since when, in ms since the epoch. */
function leftOpenIn(controller: string, home: WatchedHome, { layouts, clock }: MessagesHouse) {
  const layout = layouts.get(controller);
  const { clockOffsetMs = 0 } = home.status ?? {};
  return home.journal.home.devices.flatMap((reported): readonly [number, number][] => {
    if (!isTripped(reported) || meaningOf(reported).nature !== 'opening') return [];
    const device = arrangeDevice(reported, layout);
    const minutes =
      device.alive && !device.hidden ? (layout.leftOpenMinutes ?? DEFAULT_LEFT_OPEN_MINUTES) : 0;
    const since = leftOpenSince(device, { clockOffsetMs }, minutes, clock.now());
    return since === undefined ? [] : [[device.id, since]];
  });
}

import type { FastifyInstance } from 'fastify';
import { every } from '#shared/clock';
import { isTripped } from '#shared/hazards';
import { arrangeDevice, DEFAULT_LEFT_OPEN_MINUTES } from '#shared/layout';
import { leftOpenSince } from '#shared/left-open';
import { meaningOf } from '#shared/meaning';
import { combineStops } from '../base/platform/combine-stops';
import type { FollowedHome } from '../home/alarms/alarm-places';
import { isShown, type StoredAlarm } from '../home/alarms/stored-alarms';
import { houseWatch } from '../home/live/house-watch';
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
    watchReaders(house),
    startHazardScene(house),
    watchLeftOpen(house),
    tellSeen(house),
    delivery.start(),
    () => outgoing.stop()
  );
}

/** Watches the homes of the users who get messages or whose scene is to run, also while nobody looks. Returns a function that stops it. */
function watchReaders(house: MessageRoutesHouse & LeftOpenHouse): () => void {
  const { messages, screens } = house;
  const usersNow = () => {
    const ids = messages.controllers.flatMap((controller) => {
      const { phones, isPushOn, scene } = messages.of(controller);
      return [...(isPushOn ? Object.keys(phones) : []), ...(scene ? [scene.screen] : [])];
    });
    return ids.flatMap((id) => screens.current(id) ?? []);
  };
  return houseWatch(house, usersNow, [messages.onChange, screens.onEnded]);
}

/** Tells what follows the homes that somebody has seen alarms. Returns a function that stops it. */
const tellSeen = ({ alarms, homes }: MessagesHouse): (() => void) =>
  alarms.onSeen(({ screen: { controller, user, id, name }, alarms: seen }) =>
    homes.emit({ type: 'seen', controller, user, screen: { id, name }, alarms: seen.flatMap(shownOf) })
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
      const homes = alarms.homesOf(controller).filter(({ home }) => home.status?.state === 'online');
      // While none is online nobody knows what was closed.
      if (homes.length === 0) continue;
      const isTold = messages.of(controller).isLeftOpenTold;
      alarms.noteLeftOpen(controller, new Map(isTold ? homes.flatMap((of) => leftOpenIn(of, house)) : []));
    }
  });
}

/** The doors and windows that have been open for longer than the household wants, with since when, in ms since the epoch. */
function leftOpenIn({ controller, user, home }: FollowedHome, { layouts, clock }: MessagesHouse) {
  const layout = layouts.get(controller, user);
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

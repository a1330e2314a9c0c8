import * as v from 'valibot';
import type { FastifyInstance } from 'fastify';
import { every } from '#shared/clock';
import { userKey } from '../home/live/home-listener';
import type { SealedStore } from '../base/store/sealed-store';
import { startHazardScene } from './hazard-scene';
import { watchLeftOpen } from './left-open';
import { registerMessages, type MessagesHouse } from './routes';
import { makePushKeys, pushKeysSchema, type PushKeys } from './senders';

/** Interval of heartbeats, in ms. */
const HEARTBEAT_MS = 5 * 60_000;

/** Starts to tell alarms outside of the house, and what else they cause. Returns a function that stops it. */
export function startMessages(app: FastifyInstance, house: MessagesHouse): () => void {
  registerMessages(app, house);
  const { clock, delivery, messages, outgoing, senders } = house;
  const beat = () => {
    for (const controller of messages.controllers) {
      const { heartbeat } = messages.of(controller).ways;
      if (heartbeat)
        void senders.heartbeat(heartbeat.url).then((sent) => delivery.note(controller, 'heartbeat', sent));
    }
  };
  const stops = [
    messages.start(house),
    watchReaders(house),
    startHazardScene(house),
    watchLeftOpen(house),
    delivery.start(),
    every(clock, HEARTBEAT_MS, beat),
    () => outgoing.stop()
  ];
  beat();
  return () => {
    for (const stop of stops) stop();
  };
}

/** Watches the homes of the users who get messages or whose scene is to run, also while nobody looks. Returns a function that stops it. */
function watchReaders({ messages, screens, homes }: MessagesHouse): () => void {
  const watched = new Map<string, () => void>();
  const update = () => {
    const meant = messages.controllers.flatMap((controller) => {
      const { phones, isPushOn, scene } = messages.of(controller);
      const ids = [...(isPushOn ? Object.keys(phones) : []), ...(scene ? [scene.screen] : [])];
      return ids.flatMap((id) => screens.current(id) ?? []);
    });
    const keys = new Set(meant.map(userKey));
    for (const { controller, user } of meant) {
      const key = userKey({ controller, user });
      if (!watched.has(key)) watched.set(key, homes.lease(controller, user, { isHouse: true }).release);
    }
    for (const [key, release] of watched) {
      if (keys.has(key)) continue;
      watched.delete(key);
      release();
    }
  };
  const unsubscribes = [messages.onChange(update), screens.onEnded(update)];
  update();
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
    for (const release of watched.values()) release();
  };
}

/** The key pair of this box for push services, made at the first start. */
export async function openPushKeys(store: SealedStore): Promise<PushKeys> {
  const file = store.file('push-keys', v.nullable(pushKeysSchema), null);
  const known = await file.read();
  const keys = known ?? makePushKeys();
  if (!known) file.write(keys);
  return keys;
}

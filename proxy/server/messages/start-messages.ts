import { inOne } from '../base/platform/in-one';
import * as v from 'valibot';
import type { FastifyInstance } from 'fastify';
import { houseWatch } from '../home/live/house-watch';
import type { SealedStore } from '../base/store/sealed-store';
import { startHazardScene } from './hazard-scene';
import { watchLeftOpen } from './left-open';
import { registerMessages, type MessagesHouse } from './routes';
import { makePushKeys, pushKeysSchema, type PushKeys } from './senders';

/** Starts to tell alarms outside of the house, and what else they cause. Returns a function that stops it. */
export function startMessages(app: FastifyInstance, house: MessagesHouse): () => void {
  const { delivery, messages, outgoing } = house;
  registerMessages(app, house);
  return inOne(
    ...[messages.start(house), watchReaders(house), startHazardScene(house), watchLeftOpen(house)],
    ...[delivery.start(), () => outgoing.stop()]
  );
}

/** Watches the homes of the users who get messages or whose scene is to run, also while nobody looks. Returns a function that stops it. */
function watchReaders(house: MessagesHouse): () => void {
  const { messages, screens } = house;
  const watchOnly = houseWatch(house);
  const update = () => {
    const ids = messages.controllers.flatMap((controller) => {
      const { phones, isPushOn, scene } = messages.of(controller);
      return [...(isPushOn ? Object.keys(phones) : []), ...(scene ? [scene.screen] : [])];
    });
    watchOnly(ids.flatMap((id) => screens.current(id) ?? []));
  };
  update();
  return inOne(messages.onChange(update), screens.onEnded(update), () => watchOnly([]));
}

/** The key pair of this box for push services, made at the first start. */
export async function openPushKeys(store: SealedStore): Promise<PushKeys> {
  const file = store.file('push-keys', v.nullable(pushKeysSchema), null);
  const known = await file.read();
  const keys = known ?? makePushKeys();
  if (!known) file.write(keys);
  return keys;
}

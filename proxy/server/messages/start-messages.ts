import { combineStops } from '../base/platform/combine-stops';
import type { FastifyInstance } from 'fastify';
import { houseWatch } from '../home/live/house-watch';
import { startHazardScene } from './hazard-scene';
import { watchLeftOpen } from './left-open';
import { registerMessages, type MessageRoutesHouse } from './routes';

/** Starts to tell alarms outside of the house, and what else they cause. Returns a function that stops it. */
export function startMessages(app: FastifyInstance, house: MessageRoutesHouse): () => void {
  const { delivery, messages, outgoing } = house;
  registerMessages(app, house);
  return combineStops(
    ...[messages.start(house), watchReaders(house), startHazardScene(house), watchLeftOpen(house)],
    ...[delivery.start(), () => outgoing.stop()]
  );
}

/** Watches the homes of the users who get messages or whose scene is to run, also while nobody looks. Returns a function that stops it. */
function watchReaders(house: MessageRoutesHouse): () => void {
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
  return combineStops(messages.onChange(update), screens.onEnded(update), () => watchOnly([]));
}

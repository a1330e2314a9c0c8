import { wait } from '#shared/clock';
import type { Drill } from '#shared/messages';
import type { Delivery } from './delivery';
import type { HazardSceneHouse } from './hazard-scene';
import { targetsOf, type Target, type TargetHouse } from './targets';

type Result = Drill['results'][number];

/** A drill waits for its results for this time, in ms, and looks at this interval. */
const TIMEOUT_MS = 10_000;
const INTERVAL_MS = 100;

/** Raises an alarm in which nobody is in danger, and returns what became of it on each way and screen. */
export async function runDrill(
  controller: string,
  house: HazardSceneHouse & TargetHouse & { readonly delivery: Delivery }
): Promise<Result[]> {
  const { alarms, delivery, messages, screens, senders, clock } = house;
  const at = clock.now();
  const id = alarms.drill(controller);
  const { heartbeat } = messages.of(controller).ways;
  const beat = heartbeat && senders.heartbeat(heartbeat.url);
  const targets = targetsOf(controller, house);
  const isTold = (key: string) =>
    alarms.of(controller).find((alarm) => alarm.id === id)?.done[key] !== undefined;
  const isTried = ({ key }: Target) => isTold(key) || (delivery.last(controller, key)?.at ?? 0) >= at;
  const until = clock.monotonic() + TIMEOUT_MS;
  while (!targets.every(isTried) && clock.monotonic() < until) await wait(clock, INTERVAL_MS);

  const results = targets.map(({ key, way, screen }): Result => {
    const failure = isTold(key) ? undefined : delivery.last(controller, key)?.failure;
    return {
      ...{ way, outcome: isTold(key) ? 'told' : 'failed' },
      ...(screen !== undefined && { screen }),
      ...(failure !== undefined && { failure })
    };
  });
  if (beat) {
    delivery.note(controller, 'heartbeat', await beat);
    const failure = delivery.last(controller, 'heartbeat')?.failure;
    results.push({
      way: 'heartbeat',
      outcome: failure === undefined ? 'told' : 'failed',
      ...(failure !== undefined && { failure })
    });
  }
  for (const { id: wall, name } of screens.list(controller)) {
    const plays = screens.soundOf(wall);
    if (plays !== undefined) results.push({ way: 'wall', screen: name, outcome: plays ? 'told' : 'silent' });
  }
  return results;
}

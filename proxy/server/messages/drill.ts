import { wait } from '#shared/clock';
import type { Drill } from '#shared/messages';
import type { Delivery, DeliveryHouse } from './delivery';
import { targetsOf, type Target } from './targets';

type Result = Drill['results'][number];

/** A drill waits for its results for this time, in ms, and looks at this interval. */
const TIMEOUT_MS = 10_000;
const INTERVAL_MS = 100;

/** Raises an alarm in which nobody is in danger, and returns what became of it on each way and screen. */
export async function runDrill(
  controller: string,
  house: DeliveryHouse & { readonly delivery: Delivery }
): Promise<Result[]> {
  const { alarms, delivery, screens, clock } = house;
  const at = clock.now();
  const id = alarms.drill(controller);
  const beating = delivery.beat(controller);
  const targets = targetsOf(controller, house);
  const isTold = (key: string) =>
    alarms.of(controller).find((alarm) => alarm.id === id)?.done[key] !== undefined;
  const isTried = ({ key }: Target) => isTold(key) || (delivery.last(controller, key)?.at ?? 0) >= at;
  const until = clock.monotonic() + TIMEOUT_MS;
  while (!targets.every(isTried) && clock.monotonic() < until) await wait(clock, INTERVAL_MS);

  const resultOf = (key: string, isOk: boolean, of: Pick<Result, 'way' | 'screen'>): Result => {
    const failure = isOk ? undefined : delivery.last(controller, key)?.failure;
    return { ...of, outcome: isOk ? 'told' : 'failed', ...(failure !== undefined && { failure }) };
  };
  const results = targets.map(({ key, way, screen }) =>
    resultOf(key, isTold(key), { way, ...(screen !== undefined && { screen }) })
  );
  const beat = await beating;
  if (beat) results.push(resultOf('heartbeat', beat.ok, { way: 'heartbeat' }));
  for (const { id: wall, name } of screens.list(controller)) {
    const plays = screens.soundOf(wall);
    if (plays !== undefined) results.push({ way: 'wall', screen: name, outcome: plays ? 'told' : 'silent' });
  }
  return results;
}

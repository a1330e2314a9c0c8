import type { Params } from '#shared/home';
import { expectExactly, type CommandTarget, type Expectation } from '#shared/interfaces/interface';
import { readNumber } from '#shared/read';

/**
 * The assumed wake-up interval in seconds if a battery device does not report it: Z-Wave valves wake at least hourly
 * [A].
 */
const USUAL_INTERVAL_S = 3600;
/** Milliseconds that a thermostat without a battery may take to report a new value. */
const AWAKE_DEADLINE_MS = 10_000;
/** Extra milliseconds after a wake-up for the report to arrive. */
const WAKE_UP_GRACE_MS = 30_000;

/** WakeUp [A]: a battery device listens every `wakeUpInterval` seconds; undefined if unknown. */
export function readWakeUp(params: Params) {
  return { intervalS: readNumber(params['wakeUpInterval']) };
}

/** Expects one value. A device that sleeps has until its next wake-up, others have 10 s. */
export function expectOnceAwake(
  { interfaces, params }: CommandTarget,
  matches: (params: Params) => boolean
): Expectation {
  const isAsleep = interfaces.includes('WakeUp') || interfaces.includes('Battery');
  if (!isAsleep) return expectExactly(AWAKE_DEADLINE_MS, matches);
  const { intervalS = USUAL_INTERVAL_S } = readWakeUp(params);
  return { ...expectExactly(intervalS * 1000 + WAKE_UP_GRACE_MS, matches), kind: 'waits' };
}

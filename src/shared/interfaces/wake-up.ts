import type { Params } from '#shared/home';
import {
  expectExactly,
  type CommandTarget,
  type Expectation,
  type Interface
} from '#shared/interfaces/interface';
import { readNumber } from '#shared/read';

/** Seconds that a battery device may sleep where it does not say: Z-Wave valves wake at least hourly [A]. */
const USUAL_INTERVAL_S = 3600;
/** Milliseconds that a thermostat which does not sleep may take to report what was set. */
const AWAKE_DEADLINE_MS = 10_000;
/** Milliseconds of grace after a wake-up for the radio to tell about it. */
const WAKE_UP_GRACE_MS = 30_000;

/** WakeUp [A]: a battery device listens once each `wakeUpInterval` seconds; undefined where it is not told. */
export function readWakeUp(params: Params) {
  return { intervalS: readNumber(params['wakeUpInterval']) };
}

/** An expectation of one value on a device that may sleep: then it waits for the wake-up, else for 10 s. */
export function expectOnceAwake(
  { interfaces, params }: CommandTarget,
  matches: (params: Params) => boolean
): Expectation {
  const isAsleep = interfaces.includes('WakeUp') || interfaces.includes('Battery');
  if (!isAsleep) return expectExactly(AWAKE_DEADLINE_MS, matches);
  const { intervalS = USUAL_INTERVAL_S } = readWakeUp(params);
  return { ...expectExactly(intervalS * 1000 + WAKE_UP_GRACE_MS, matches), kind: 'waits' };
}

/** WakeUp: when a battery device listens; it takes no command here. */
export const wakeUp: Interface = { name: 'WakeUp', read: readWakeUp, commands: [] };

import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { CLOSED_LEVEL, readLevel } from '#shared/interfaces/level';
import { readSwitchBinary } from '#shared/interfaces/readings';
import { setStatus } from '#shared/interfaces/switch-binary';
import { setLevel, startLevelChange } from '#shared/interfaces/switch-multilevel';
import { mainControlOf } from '#shared/kinds';
import { sensitiveKindOf } from '#shared/sensitive';
import { opensOrSounds } from '#shared/sensitive-calls';
import { findSendable, isReached } from '$lib/state/commands/sendable';
import type { ShownTimer } from '$lib/state/home/shown-timer';

/** What a timer does with a device, for its words. */
export type TimedAction = 'off' | 'on' | 'open' | 'close' | 'other';

/** What can be timed on a device now: the contrary of how it is. */
export interface TimedChoice {
  readonly action: Exclude<TimedAction, 'other'>;
  readonly call: CommandCall;
}

/**
 * Returns what "later" offers for a device; undefined if it cannot be switched, dimmed or moved. Nothing opens an entrance
 * or a valve, and nothing sounds a siren, while nobody looks.
 */
export function timedChoiceOf(device: Device): TimedChoice | undefined {
  const choice = contraryOf(device);
  return choice && sensitiveKindOf(device) && opensOrSounds(choice.call) ? undefined : choice;
}

function contraryOf(device: Device): TimedChoice | undefined {
  const isShutter = mainControlOf(device) === 'shutter';
  if (isShutter) {
    const isClosed = (readLevel(device.params) ?? 0) <= CLOSED_LEVEL;
    const call = startLevelChange.call({ direction: isClosed ? 'up' : 'down' });
    return findSendable(device, call.method) && { action: isClosed ? 'open' : 'close', call };
  }
  const isOn = readSwitchBinary(device.params).isOn ?? false;
  const call = findSendable(device, setStatus.method)
    ? setStatus.call({ status: !isOn })
    : setLevel.call({ level: isOn ? 0 : 99 });
  return findSendable(device, call.method) && { action: isOn ? 'off' : 'on', call };
}

/** Returns what a call does, for the words of a timer. */
export function actionOf({ method, params }: CommandCall): TimedAction {
  if (method === setStatus.method) return params['status'] === false ? 'off' : 'on';
  if (method === setLevel.method) return params['level'] === 0 ? 'off' : 'other';
  if (method === startLevelChange.method) return params['direction'] === 'up' ? 'open' : 'close';
  return 'other';
}

/** Returns the first timer that still has something to do with a device. */
export function timerOf(timers: readonly ShownTimer[], device: Device) {
  for (const timer of timers)
    for (const command of timer.commands)
      if (command.device === device.id && !isReached(device, command)) return { timer, call: command };
  return undefined;
}

/**
 * Returns the instant of a time of day ("22:30"): its next one, by this clock. A missing hour of DST is the next valid one, a double one
 * the first.
 */
export function instantOf(time: string, now: number): number | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(time) ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  const at = (days: number) => {
    const day = new Date(now);
    return new Date(
      day.getFullYear(),
      day.getMonth(),
      day.getDate() + days,
      Number(hours),
      Number(minutes)
    ).getTime();
  };
  const today = at(0);
  return today > now ? today : at(1);
}

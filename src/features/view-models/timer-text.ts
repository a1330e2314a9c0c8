import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { t } from '$lib/i18n/i18n.svelte';
import { ageClock } from '$lib/i18n/ticker.svelte';
import { clockTime, sinceTime } from '$lib/i18n/time';
import type { ShownTimer } from '$lib/state/home/shown-timer';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { actionOf, timerOf } from './timer-choice';

const MINUTE_MS = 60_000;

/** Returns "at 22:30", or "on 21 Nov, 22:30" for another day. Both are in ms since the epoch. Reactive (language). */
export function whenText(at: number, now: number): string {
  const time = sinceTime(at, now);
  return t(time === clockTime(at) ? 'timer.atTime' : 'timer.onDay', { time });
}

/** Returns "Off in 29 min", or "Was to turn off at 22:30" for one that did not act. Reactive (time, language). */
export function timerText(timer: Pick<ShownTimer, 'dueAt' | 'missed' | 'at'>, call: CommandCall): string {
  const action = actionOf(call);
  if (timer.missed) return t(`timer.was.${action}`, { when: whenText(timer.at, ageClock.now) });
  const minutes = Math.max(1, Math.ceil((timer.dueAt - ageClock.now) / MINUTE_MS));
  const left =
    minutes < 60
      ? t('timer.minutes', { count: minutes })
      : t('timer.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  return t(`timer.in.${action}`, { left });
}

/** Returns the timer of a device in words, for its tile; undefined for none, and while the link is not live. Reactive. */
export function timerNoteOf(home: OpenHome, device: Device): string | undefined {
  if (home.timers.value.length === 0 || !home.link.isLive) return undefined;
  const found = timerOf(home.timers.value, device);
  return found && timerText(found.timer, found.call);
}

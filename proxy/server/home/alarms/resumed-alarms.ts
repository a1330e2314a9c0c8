import type { Clock } from '#shared/clock';
import type { Boot } from '../../base/platform/boot';
import { EPISODE_MS } from './episodes';
import type { StoredAlarms, Told } from './stored-alarms';

/**
 * The stored alarms as they count now. After a start of the machine their times are of another boot: what stands counts as noted now, when
 * it began and ended is as the wall clock says it, and of an end no more than ten minutes are known.
 */
export function resumedAlarms(stored: StoredAlarms, boot: Boot, clock: Pick<Clock, 'now'>): StoredAlarms {
  const { seen: last } = stored;
  const now = boot.now();
  // A container that starts again may keep the id of the boot, while its uptime begins again.
  if (last.boot === boot.id && last.at <= now) return stored;
  const offMs = Math.max(0, clock.now() - last.clock);
  const sinceThen = (at: number) => now - offMs - (last.at - at);
  return {
    ...stored,
    alarms: stored.alarms.map(({ over, ...alarm }) => ({
      ...alarm,
      begun: Math.min(now, sinceThen(alarm.begun)),
      noted: now,
      ...(over !== undefined && { over: Math.min(now, Math.max(sinceThen(over), now - EPISODE_MS)) }),
      seen: alarm.seen.map((each) => ({ ...each, at: Math.min(now, sinceThen(each.at)) }))
    })),
    episodes: stored.episodes.map((episode) => {
      const told = Object.entries(episode.told).map(([key, { seen, ...rest }]): [string, Told] => [
        key,
        { ...rest, at: now, ...(seen !== undefined && { seen: Math.min(now, sinceThen(seen)) }) }
      ]);
      return { ...episode, begun: Math.min(now, sinceThen(episode.begun)), told: Object.fromEntries(told) };
    })
  };
}

import { isHazard } from '#shared/hazards';
import { isSeen, mayContinue, stands, type StoredAlarm, type StoredEpisode } from './stored-alarms';

/** An episode of hazards is over when nothing of it has stood for this time, in ms. */
export const EPISODE_MS = 10 * 60_000;

/** Which alarms are told together with one of this kind. */
export function episodeWeightOf(kind: StoredAlarm['kind']): StoredEpisode['weight'] {
  if (kind === 'leak') return 'water';
  if (isHazard(kind)) return 'life';
  return kind === 'armed' || kind === 'unguarded' ? kind : 'single';
}

/**
 * Whether an episode is over, by all its alarms: one of hazards when nothing of it has stood for ten minutes; one of armed sensors when it
 * was seen or disarmed, whatever they report; any other once it has ended, and does not continue.
 * @param now ms since the boot
 */
export function isEpisodeOver(
  { weight }: Pick<StoredEpisode, 'weight'>,
  alarms: readonly StoredAlarm[],
  now: number
): boolean {
  const hasBeenOverFor = (ms: number) => alarms.every(({ over }) => over !== undefined && now - over >= ms);
  switch (weight) {
    case 'life':
    case 'water':
      return hasBeenOverFor(EPISODE_MS);
    case 'armed':
      return alarms.every((alarm) => !stands(alarm) || isSeen(alarm));
    case 'unguarded':
      return hasBeenOverFor(0);
    case 'single':
      return alarms.every((alarm) => !stands(alarm) && !mayContinue(alarm, now));
  }
}

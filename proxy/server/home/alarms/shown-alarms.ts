import type { Alarm } from '#shared/alarms';
import type { StoredAlarm, StoredSeen } from './stored-alarms';

/** What a screen knows of an alarm beside where it is. */
type Shown = Omit<Alarm, 'device' | 'room'>;

/**
 * An alarm as a screen may know it, without its place.
 * @param screen its id
 * @param seesIt whether it sees the device, so that it may know by whom it was seen
 * @param now ms since the boot
 */
export function shownAlarm(
  { id, kind, begun, seen }: StoredAlarm & { readonly kind: Alarm['kind'] },
  { screen, seesIt }: { readonly screen: string; readonly seesIt: boolean },
  now: number
): Shown {
  const last = seen.findLast(({ reach }) => reach !== 'here');
  const isSilent = seen.some((each) => each.reach === 'all' || each.screen === screen);
  return {
    id,
    kind,
    forMs: Math.max(0, now - begun),
    ...(last && { seen: shownSeen(last, seesIt, now) }),
    ...(isSilent && { isSilent })
  };
}

const shownSeen = ({ at, screenName, isQuiet }: StoredSeen, seesIt: boolean, now: number) => ({
  forMs: Math.max(0, now - at),
  ...(seesIt && { by: screenName }),
  ...(isQuiet && { isQuiet })
});

/** Alarms, those without a device once for each kind and room: one that nobody has seen, else the one that lasts longest. */
export function oneOfEachDanger(alarms: readonly Alarm[]): Alarm[] {
  const urgency = ({ isSilent, forMs = 0 }: Alarm) => (isSilent ? 0 : 1e15) + forMs;
  const dangers = new Map<string, Alarm>();
  for (const alarm of alarms) {
    const key = alarm.device === undefined ? JSON.stringify([alarm.kind, alarm.room]) : alarm.id;
    const known = dangers.get(key);
    if (!known || urgency(alarm) > urgency(known)) dangers.set(key, alarm);
  }
  return [...dangers.values()];
}

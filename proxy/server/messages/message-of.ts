import { weightOf } from '#shared/hazards';
import {
  isSeen,
  isShown,
  lastSeenOf,
  stands,
  type StoredAlarm,
  type StoredEpisode
} from '../home/alarms/stored-alarms';
import type { Due } from './due';
import type { AlarmMessage, MessageLine } from './message-text';

/** Maximum number of alarms that the button of a message says are seen: a push has 4,096 bytes. */
const MAX_PRESSED = 50;

/** What a message needs beside what is due. */
interface MessageContext {
  readonly episode: StoredEpisode;
  /** Whether the reader sees the device of an alarm, and so may know who has seen it. */
  readonly sees: (alarm: StoredAlarm) => boolean;
  /** The wall clock's time of a moment in ms since the boot. */
  readonly timeOf: (at: number) => number;
  readonly now: number;
}

/** The message about what is due. */
export function messageOf({ phase, alarms, fresh }: Due, context: MessageContext): AlarmMessage {
  const { episode, sees, timeOf, now } = context;
  const begun = phase === 'over' ? episode.begun : Math.min(...alarms.map((alarm) => alarm.begun));
  const hasEnded = !alarms.some(stands);
  const end = timeOf(Math.max(...alarms.map(({ over, seen }) => over ?? seen.at(-1)?.at ?? now)));
  const last = phase === 'seen' ? lastSeenOf(alarms) : undefined;
  const isPressed = phase === 'begun' || phase === 'again';
  const pressed = isPressed ? alarms.filter((alarm) => !isSeen(alarm) && canBeSeen(alarm)) : [];
  return {
    tag: episode.id,
    controller: episode.controller,
    lines: linesOf(alarms, fresh),
    at: timeOf(begun),
    forMs: Math.max(0, now - begun),
    ...(phase === 'over' ? { over: end } : hasEnded && { until: end }),
    ...(last && {
      seen: { at: timeOf(last.seen.at), ...(sees(last.alarm) && { by: last.seen.screenName }) }
    }),
    rings: isPressed && !alarms.every(({ kind }) => kind === 'unguarded'),
    alarms: pressed.slice(0, MAX_PRESSED).map(({ id }) => id)
  };
}

/** Whether somebody can say at a screen that it was seen. A drill ends by itself. */
const canBeSeen = ({ kind }: StoredAlarm) => isShown(kind) && kind !== 'drill';

/** Each place once: the most urgent first, then what is new. */
function linesOf(alarms: readonly StoredAlarm[], fresh: readonly StoredAlarm[]): AlarmMessage['lines'] {
  const isFresh = (alarm: StoredAlarm) => fresh.includes(alarm);
  const byWeight = alarms.toSorted(
    (one, other) =>
      weightOf(one.kind) - weightOf(other.kind) ||
      Number(isFresh(other)) - Number(isFresh(one)) ||
      one.noted - other.noted
  );
  const [gravest, ...others] = byWeight;
  const sorted = [
    ...(gravest ? [gravest] : []),
    ...others.filter(isFresh),
    ...others.filter((alarm) => !isFresh(alarm))
  ];
  const lines = new Map<string, MessageLine>();
  for (const { kind, roomName: room, name, why } of sorted) {
    const line = { kind, room, ...(name !== undefined && { name }), ...(why && { why }) };
    lines.set(JSON.stringify([kind, name ?? room]), line);
  }
  const places = [...lines.values()];
  const [first, ...rest] = places;
  return [first ?? { kind: 'many', room: null }, ...rest];
}

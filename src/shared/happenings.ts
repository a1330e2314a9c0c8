import * as v from 'valibot';
import { alarmKindSchema } from '#shared/alarms';
import { COMMAND_STATES } from '#shared/commands/command-entry';
import { deviceCommandEntries } from '#shared/commands/command-schema';
import { MISS_REASONS } from '#shared/timers';
import { ownScreenSchema, rowsOf, time } from '#shared/wire-fields';

/** Milliseconds that are remembered: two days. */
export const HAPPENINGS_TTL_MS = 48 * 60 * 60_000;

const deviceId = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The number of further commands or alarms that are not told. */
const more = v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(1)));

/** What did it, where the name of the screen is not kept any more. */
const way = v.exactOptional(v.picklist(['phone', 'wall']));

/** The screen that did it; null if the reader may not know. */
const doer = { by: v.nullable(ownScreenSchema), way };

/** Decodes a happening. `at` is when it began, in ms since the epoch. */
export const happeningSchema = v.variant('kind', [
  /** A device reported other values, and nobody here had commanded that: at the device, or by the controller. */
  v.object({
    kind: v.literal('changed'),
    at: time,
    device: deviceId,
    /** The values that changed, as they are then. */
    params: v.record(v.string(), v.unknown())
  }),
  /** Commands, and how each ended. `what`, `scope`, `scene`, `timer` and `undoes` are as in `CommandBatch`. */
  v.object({
    kind: v.literal('commanded'),
    at: time,
    id: v.string(),
    commands: v.pipe(
      v.array(
        v.object({
          ...deviceCommandEntries,
          state: v.picklist(COMMAND_STATES),
          /** Its device sleeps. */
          progress: v.exactOptional(v.literal('waiting'))
        })
      ),
      v.readonly()
    ),
    more,
    what: v.exactOptional(v.string()),
    scope: v.exactOptional(v.string()),
    scene: v.exactOptional(v.string()),
    timer: v.exactOptional(v.string()),
    undoes: v.exactOptional(v.string()),
    ...doer
  }),
  /** A timer was set, or ended without acting. */
  v.object({
    kind: v.literal('timer'),
    at: time,
    what: v.picklist(['set', 'cancelled', 'void', 'missed']),
    commands: v.pipe(v.array(v.object(deviceCommandEntries)), v.readonly()),
    more,
    room: v.nullable(v.number()),
    /** When it was due. */
    due: time,
    missed: v.exactOptional(v.fallback(v.picklist(MISS_REASONS), 'failed')),
    ...doer
  }),
  /** Alarms that somebody has seen, the most urgent first: at most 30. A drill has no device. */
  v.object({
    kind: v.literal('seen'),
    at: time,
    alarms: v.pipe(v.array(v.object({ kind: alarmKindSchema, device: v.nullable(deviceId) })), v.readonly()),
    more,
    /** The screen by its name alone, which more readers may know; null for one that may not. */
    by: v.nullable(v.object({ name: v.string() })),
    way
  }),
  /** There was no connection to the controller from `at` until then: what happened is not known. */
  v.object({ kind: v.literal('gap'), at: time, until: time })
]);
/** Something that happened in a home. */
export type Happening = Readonly<v.InferOutput<typeof happeningSchema>>;

/** When a happening ended, in ms since the epoch: only a gap lasts. */
export const endOfHappening = (happening: Happening): number =>
  happening.kind === 'gap' ? happening.until : happening.at;

/** The answer of `GET …/happened`, the oldest first: a part of at most 256 kB. */
export const happenedSchema = v.object({
  /** Since when it is known, in ms since the epoch: the start of the program, or two days ago. */
  since: time,
  happenings: rowsOf(happeningSchema),
  /** Where the next part begins, as the query `from`; absent if this is the last one. What it counts is the proxy's alone. */
  next: v.exactOptional(v.number())
});

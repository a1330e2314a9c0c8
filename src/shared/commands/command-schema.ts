import * as v from 'valibot';
import {
  COMMAND_STATES,
  DEFAULT_BATCH_EXPIRY_MS,
  MAX_BATCH_COMMANDS,
  MAX_BATCH_EXPIRY_MS,
  MIN_BATCH_EXPIRY_MS,
  type CommandBatch,
  type CommandEntry
} from '#shared/commands/command-entry';
import { isErrorCode, type ErrorCode } from '#shared/error-codes';
import type { Failure } from '#shared/errors';
import { readableText } from '#shared/readable-text';
import { ownScreenSchema, time } from '#shared/wire-fields';

const deviceId = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const record = v.record(v.string(), v.unknown());

/** An id of a batch, a scene or a timer. */
export const plainId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/));

/** What the ids of the batches of timers begin with. */
export const TIMER_BATCH = 'timer.';

/** The id of a batch that is known: a page's own, or that of a timer's batch. */
const knownBatchId = v.pipe(v.string(), v.regex(/^(?:timer\.)?[A-Za-z0-9_-]{1,64}$/));

/** A failure. A code of a newer proxy becomes `internal`. */
const failureEntries = {
  code: v.pipe(
    v.string(),
    v.transform((code): ErrorCode => (isErrorCode(code) ? code : 'internal'))
  ),
  message: v.string(),
  detail: v.exactOptional(v.unknown())
};
const failureSchema: v.GenericSchema<unknown, Failure> = v.object(failureEntries);

/** The texts of a batch, in its frame and in the proxy's messages. */
const labelEntries = {
  what: v.exactOptional(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,31}$/))),
  scope: v.exactOptional(v.pipe(v.string(), v.regex(/^[a-z]{1,16}(?::\d{1,15})?$/))),
  name: v.exactOptional(v.pipe(v.string(), v.maxLength(100), v.transform(readableText)))
};

/** Decodes a command's entry. */
export const commandEntrySchema: v.GenericSchema<unknown, CommandEntry> = v.object({
  id: v.string(),
  batch: v.nullable(v.string()),
  device: deviceId,
  method: v.string(),
  params: record,
  isQuiet: v.exactOptional(v.literal(true)),
  state: v.picklist(COMMAND_STATES),
  progress: v.exactOptional(v.picklist(['moving', 'waiting'])),
  by: v.nullable(ownScreenSchema),
  at: time,
  endedAt: v.exactOptional(time),
  failure: v.exactOptional(failureSchema)
});

/** Decodes a batch. */
export const commandBatchSchema: v.GenericSchema<unknown, CommandBatch> = v.object({
  id: v.string(),
  ...labelEntries,
  scene: v.exactOptional(plainId),
  timer: v.exactOptional(plainId),
  undoes: v.exactOptional(knownBatchId),
  by: v.nullable(ownScreenSchema),
  at: time,
  expiresAt: time,
  endedAt: v.exactOptional(time),
  undo: v.exactOptional(
    v.object({ count: v.number(), until: time, devices: v.exactOptional(v.array(deviceId)) })
  )
});

/** The fields of a frame that begins a batch. */
const batchEntries = {
  type: v.literal('commands'),
  /** The page's own id of the batch. The same id within ten minutes answers with the batch as it is, and sends nothing. */
  id: plainId,
  /**
   * When the page sent it, in the proxy's monotonic ms as the page knows them from the beats of its connection: never
   * later than the truth. A frame that was delayed expires from then on, not from its arrival.
   */
  at: time,
  /** Milliseconds from `at` until what is still queued expires. */
  expiresMs: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(MIN_BATCH_EXPIRY_MS), v.maxValue(MAX_BATCH_EXPIRY_MS)),
    DEFAULT_BATCH_EXPIRY_MS
  ),
  ...labelEntries
};

/** The fields of a command for a device, in frames, scenes and timers. */
export const deviceCommandEntries = {
  device: deviceId,
  method: v.pipe(v.string(), v.regex(/^\w{1,64}$/)),
  params: v.optional(record, {})
};
const commandSchema = v.strictObject({
  ...deviceCommandEntries,
  isQuiet: v.exactOptional(v.literal(true))
});

/**
 * A frame of the page on the live connection. Each is answered, in order, by `taken` or `refused` with its id.
 *
 * - `commands` begins a batch: with commands, with the id of a scene to run, or with the id of a batch to undo. Undo sends
 *   each device of that batch back to the value that the proxy noted before it sent the command, except devices that were
 *   used since; its `what` is `undo` if the frame has none. A command that its device does not offer, one for a lock, or
 *   one outside the screen's rights refuses the whole batch. The proxy reads the commands of a scene; devices that have
 *   gone are left out of them.
 * - `cancel` cancels what is still queued of a batch, whichever screen began it.
 */
export const pageFrameSchema = v.union([
  v.strictObject({
    ...batchEntries,
    commands: v.pipe(v.array(commandSchema), v.minLength(1), v.maxLength(MAX_BATCH_COMMANDS))
  }),
  v.strictObject({ ...batchEntries, undo: knownBatchId }),
  v.strictObject({ ...batchEntries, scene: plainId }),
  v.strictObject({ type: v.literal('cancel'), id: knownBatchId })
]);
/** A frame of the page, as the page writes it. */
export type PageFrameInput = v.InferInput<typeof pageFrameSchema>;
/** A frame of the page, decoded. */
export type PageFrame = v.InferOutput<typeof pageFrameSchema>;
/** A frame that begins a batch, decoded. */
export type BatchFrame = Extract<PageFrame, { type: 'commands' }>;

/** The answer to a frame that was taken: the batch, with as many of its entries as fit into a message. It ends no entry. */
export const takenSchema = v.object({
  type: v.literal('taken'),
  id: v.string(),
  batch: commandBatchSchema,
  entries: v.array(commandEntrySchema)
});

/** The answer to a frame that was refused: nothing of it is sent, now or later. */
export const refusedSchema = v.object({
  type: v.literal('refused'),
  id: v.string(),
  error: v.object({
    ...failureEntries,
    /** Milliseconds until a further frame is taken, where the screen sends too much. */
    retryMs: v.exactOptional(time)
  })
});
/** The answer to a frame of the page. */
export type FrameAnswer = v.InferOutput<typeof takenSchema> | v.InferOutput<typeof refusedSchema>;

/** The live message `commands`. */
export const commandsMessageSchema = v.object({
  type: v.literal('commands'),
  /** Open entries, and those that ended in the last minute. The entries of one batch stay together until it ends. */
  entries: v.array(commandEntrySchema),
  /** The batches of these entries, and ended ones that can still be undone. */
  batches: v.array(commandBatchSchema),
  /**
   * True if this message replaces all that the page knew of commands: the first one of a connection, and one after the
   * screen's rights have changed. Other messages add to it, entry by entry.
   */
  isWhole: v.optional(v.boolean(), false),
  /** True if the next message of this type continues the same list, which did not fit into 64 KB. */
  hasMore: v.optional(v.boolean(), false),
  /**
   * Of a whole message: a random text of this start of the proxy. A batch that another instance took has an unknown
   * outcome: nothing more of it is sent.
   */
  instance: v.optional(v.string(), ''),
  /** Of a whole message: the ids of all batches of this page that the proxy remembers, whatever the screen may see. */
  remembered: v.optional(v.array(v.string()), []),
  /**
   * Of a whole message: a moment in the proxy's monotonic ms. A batch of this page that arrived after it is remembered, so
   * one that was sent after it and is not remembered has never arrived.
   */
  since: v.optional(time, 0)
});
/** The live message `commands`, decoded. */
export type CommandsMessage = v.InferOutput<typeof commandsMessageSchema>;

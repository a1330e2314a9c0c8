import * as v from 'valibot';
import type { CommandBatch, CommandEntry } from '#shared/commands/command-entry';
import {
  COMMAND_STATES,
  DEFAULT_BATCH_EXPIRY_MS,
  MAX_BATCH_COMMANDS,
  MAX_BATCH_EXPIRY_MS,
  MIN_BATCH_EXPIRY_MS
} from '#shared/commands/command-entry';
import { isErrorCode, type Failure } from '#shared/errors';
import { ownScreenSchema, time } from '#shared/wire-fields';

const deviceId = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const record = v.record(v.string(), v.unknown());

/** An id of a batch or a scene. */
const plainId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/));

/** A refusal in an entry. A code of a newer proxy becomes `internal`. */
const failureSchema: v.GenericSchema<unknown, Failure> = v.object({
  code: v.pipe(
    v.string(),
    v.transform((code) => (isErrorCode(code) ? code : 'internal'))
  ),
  message: v.string(),
  detail: v.exactOptional(v.unknown())
});

/** The texts of a batch, in its request and its answer. */
const labelEntries = {
  what: v.exactOptional(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,31}$/))),
  scope: v.exactOptional(v.pipe(v.string(), v.regex(/^[a-z]{1,16}(?::\d{1,15})?$/))),
  scene: v.exactOptional(plainId),
  name: v.exactOptional(v.pipe(v.string(), v.maxLength(100)))
};

/** Decodes a command's entry. */
export const commandEntrySchema: v.GenericSchema<unknown, CommandEntry> = v.object({
  id: v.string(),
  batch: v.nullable(v.string()),
  device: deviceId,
  method: v.string(),
  params: record,
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
  by: v.nullable(ownScreenSchema),
  at: time,
  expiresAt: time,
  endedAt: v.exactOptional(time),
  undo: v.exactOptional(v.object({ count: v.number(), until: time }))
});

const requestEntries = {
  /**
   * The screen's own id of the batch. The same id within ten minutes answers with the batch as it is, and sends nothing.
   * Without an id the proxy makes one.
   */
  id: v.exactOptional(plainId),
  /** Milliseconds from its arrival until what is still queued expires. */
  expiresMs: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(MIN_BATCH_EXPIRY_MS), v.maxValue(MAX_BATCH_EXPIRY_MS)),
    DEFAULT_BATCH_EXPIRY_MS
  ),
  ...labelEntries
};

/**
 * The body of `POST …/commands`: commands, or the id of a batch to undo. Undo sends each device of that batch back to
 * the value that the proxy noted before it sent the command, except devices that were used since; its `what` is `undo`
 * if the request has none. A command that its device does not offer, one for a lock, or one outside the screen's rights
 * refuses the whole batch.
 */
export const commandsRequestSchema = v.union([
  v.strictObject({
    ...requestEntries,
    commands: v.pipe(
      v.array(
        v.strictObject({
          device: deviceId,
          method: v.pipe(v.string(), v.regex(/^\w{1,64}$/)),
          params: v.optional(record, {})
        })
      ),
      v.minLength(1),
      v.maxLength(MAX_BATCH_COMMANDS)
    )
  }),
  v.strictObject({ ...requestEntries, undo: plainId })
]);
/** A body of `POST …/commands` as a client writes it. */
export type CommandsRequest = v.InferInput<typeof commandsRequestSchema>;

/** The 202 answer of `POST …/commands`. It ends no entry: the live message `commands` does. */
export const postedCommandsSchema = v.object({
  batch: commandBatchSchema,
  entries: v.array(commandEntrySchema)
});
/** A batch with all its entries, in the posted order. */
export type PostedCommands = v.InferOutput<typeof postedCommandsSchema>;

/** The 200 answer of `DELETE …/commands/:batch`: how many commands were still queued and are now `cancelled`. */
export const cancelledCommandsSchema = v.object({ cancelled: v.number() });

/** The fields that the live message `commands` and the answer of `GET …/commands` have in common. */
export const commandsEntries = {
  /** Open entries, and those that ended in the last minute. The entries of one batch stay together until it ends. */
  entries: v.array(commandEntrySchema),
  /** The batches of these entries, and ended ones that can still be undone. */
  batches: v.array(commandBatchSchema)
};

/** The answer of `GET …/commands`. */
export const commandsSchema = v.object({
  ...commandsEntries,
  /** As in the live message. */
  instance: v.string(),
  /** The ids of this screen's batches that ended in the last ten minutes, also by the ids that it posted. */
  ended: v.array(v.string())
});

/** The live message `commands`. */
export const commandsMessageSchema = v.object({
  type: v.literal('commands'),
  ...commandsEntries,
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
  /** Of a whole message: the ids of this screen's batches that ended in the last ten minutes, also by the ids that it posted. */
  ended: v.optional(v.array(v.string()), [])
});
/** The live message `commands`, decoded. */
export type CommandsMessage = v.InferOutput<typeof commandsMessageSchema>;

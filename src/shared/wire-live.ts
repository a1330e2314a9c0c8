import * as v from 'valibot';
import { alarmsMessageSchema, hazardSchema } from '#shared/alarms';
import { commandsMessageSchema, refusedSchema, takenSchema } from '#shared/commands/command-schema';
import type { Home } from '#shared/home';
import { decodeHome, deviceChangeSchema } from '#shared/home-schema';
import { keptLayoutSchema } from '#shared/layout-schema';
import type { Mood } from '#shared/mood';
import { rightsSchema } from '#shared/rights-schema';
import { scenesMessageSchema } from '#shared/scenes';
import { timersMessageSchema } from '#shared/timers';
import { touchMessageSchema } from '#shared/touch';
import {
  accountReplacedSchema,
  controllerIdSchema,
  controllerStatusSchema,
  ownScreenSchema,
  rowsOf,
  time
} from '#shared/wire-fields';

/** The messages of the proxy on the live connection. The frames of the page are in `#shared/commands/command-schema`. */

const homeSchema = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, Home>(({ dataset, addIssue, NEVER }) => {
    const home = decodeHome(dataset.value);
    if (home) return home;
    addIssue({ message: 'no home' });
    return NEVER;
  })
);

/** The response of `GET …/home`, and the body of the live message `home`. */
export const snapshotSchema = v.object({
  /** Opaque: `<epoch>.<n>`. */
  revision: v.string(),
  controller: controllerStatusSchema,
  home: homeSchema
});
export type Snapshot = v.InferOutput<typeof snapshotSchema>;

/** Decodes a mood. */
const moodSchema: v.GenericSchema<unknown, Mood> = v.object({
  picture: v.record(v.string(), v.nullable(v.number())),
  brightest: v.number()
});

const otherHomeSchema = v.object({
  id: controllerIdSchema,
  name: v.string(),
  state: v.exactOptional(controllerStatusSchema.entries.state),
  /** True while it is being forgotten. */
  leaving: v.exactOptional(v.literal(true)),
  dangers: v.pipe(rowsOf(hazardSchema), v.readonly())
});
/** Another home of the same browser: whether its controller is reached (absent if that is not known yet), and what endangers it. */
export type OtherHome = Readonly<v.InferOutput<typeof otherHomeSchema>>;

/** The maximum size of a home's message, in bytes. */
const MAX_HOME_BYTES = 64 * 1024 * 1024;

/**
 * A message of the proxy on the live connection. Clients ignore messages of other types. A connection begins with `beat`,
 * then `home` or `changes`, then `controller`, `screen`, `layout`, `moods`, `scenes`, `touch`, `timers`, `alarms`, `homes` and `commands`.
 * A `commands` message follows the changes that its entries depend on. A long home is announced by `parts`: the next binary messages, of so
 * many bytes together, are the text of its message `home`, and other messages go between them.
 */
export const liveMessageSchema = v.variant('type', [
  v.object({ type: v.literal('home'), ...snapshotSchema.entries }),
  v.object({
    type: v.literal('changes'),
    revision: v.string(),
    changes: v.pipe(v.array(deviceChangeSchema), v.readonly())
  }),
  v.object({ type: v.literal('controller'), ...controllerStatusSchema.entries }),
  v.object({ type: v.literal('layout'), layout: keptLayoutSchema }),
  /** How all rooms with lamps that the screen sees were lit, by the id of the room. */
  v.object({ type: v.literal('moods'), moods: v.record(v.string(), moodSchema) }),
  v.object({
    type: v.literal('screen'),
    screen: ownScreenSchema,
    rights: rightsSchema,
    accountReplaced: v.exactOptional(accountReplacedSchema),
    hasPin: v.exactOptional(v.literal(true))
  }),
  v.object({
    type: v.literal('parts'),
    bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_HOME_BYTES))
  }),
  alarmsMessageSchema,
  v.object({ type: v.literal('homes'), homes: rowsOf(otherHomeSchema) }),
  commandsMessageSchema,
  scenesMessageSchema,
  timersMessageSchema,
  touchMessageSchema,
  takenSchema,
  refusedSchema,
  v.object({ type: v.literal('activity'), unseen: v.pipe(v.array(v.unknown()), v.readonly()) }),
  v.object({ type: v.literal('beat'), at: time, protocol: v.optional(v.number(), 1) })
]);
export type LiveMessage = v.InferOutput<typeof liveMessageSchema>;

import * as v from 'valibot';
import type { DeviceChange } from '#shared/changes';
import {
  commandsMessageSchema,
  refusedSchema,
  takenSchema,
  type CommandsMessage,
  type FrameAnswer
} from '#shared/commands/command-schema';
import type { Home } from '#shared/home';
import { decodeHome, deviceChangeSchema } from '#shared/home-schema';
import type { Layout } from '#shared/layout';
import { keptLayoutSchema } from '#shared/layout-schema';
import type { Rights } from '#shared/rights';
import { rightsSchema } from '#shared/rights-schema';
import type { Session } from '#shared/wire';
import { controllerStatusSchema, ownScreenSchema, time, type ControllerStatus } from '#shared/wire-fields';

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

/** The maximum size of a home's message, in bytes. */
const MAX_HOME_BYTES = 64 * 1024 * 1024;

/**
 * A message of the proxy on the live connection. Clients ignore messages of other types. A connection begins with `beat`,
 * then `home` or `changes`, then `controller`, `layout`, `screen` and `commands`. A `commands` message follows the changes
 * that its entries depend on. A long home is announced by `parts`: the next binary messages, of so many bytes together, are
 * the text of its message `home`, and other messages go between them.
 */
export const liveMessageSchema = v.variant('type', [
  v.object({ type: v.literal('home'), ...snapshotSchema.entries }),
  v.object({ type: v.literal('changes'), revision: v.string(), changes: v.array(deviceChangeSchema) }),
  v.object({ type: v.literal('controller'), ...controllerStatusSchema.entries }),
  v.object({ type: v.literal('layout'), layout: keptLayoutSchema }),
  v.object({
    type: v.literal('screen'),
    screen: ownScreenSchema,
    rights: rightsSchema,
    hasPin: v.exactOptional(v.literal(true))
  }),
  v.object({
    type: v.literal('parts'),
    bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_HOME_BYTES))
  }),
  commandsMessageSchema,
  takenSchema,
  refusedSchema,
  v.object({ type: v.literal('activity'), unseen: v.array(v.unknown()) }),
  v.object({ type: v.literal('beat'), at: time, protocol: v.optional(v.number(), 1) })
]);
export type LiveMessage =
  | ({ readonly type: 'home' } & Snapshot)
  | { readonly type: 'changes'; readonly revision: string; readonly changes: readonly DeviceChange[] }
  | ({ readonly type: 'controller' } & ControllerStatus)
  /** The user's layout: after the first message of a connection, and when one of the user's screens changes it. */
  | { readonly type: 'layout'; readonly layout: Layout }
  /** This screen's name, its rights and whether it has a PIN: once per connection, and when they change. */
  | {
      readonly type: 'screen';
      readonly screen: Session['screen'];
      readonly rights: Rights;
      readonly hasPin?: true;
    }
  /**
   * The commands under way that this screen may see: all of them once per connection and after its rights changed
   * (`isWhole`), then each entry whose state changed.
   */
  | CommandsMessage
  /** The answers to the page's frames, in their order. */
  | FrameAnswer
  | { readonly type: 'parts'; readonly bytes: number }
  /**
   * For a managing screen: each `Activity` that it has not seen yet, oldest first. Sent once per connection, and when
   * the list changes. `decodeActivities` reads the rows.
   */
  | { readonly type: 'activity'; readonly unseen: readonly unknown[] }
  /** Every `BEAT_MS`, and first of all: the proxy's monotonic ms, and the version of the page's frames that it understands. */
  | { readonly type: 'beat'; readonly at: number; readonly protocol: number };

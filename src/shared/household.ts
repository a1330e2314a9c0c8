import * as v from 'valibot';
import { MANAGING_RIGHTS } from '#shared/rights';
import { rightsSchema } from '#shared/rights-schema';
import { controllerIdSchema, ownScreenSchema, time } from '#shared/wire-fields';

/**
 * What the proxy answers about the household: who is signed in, who is let in, what happened, and where a lost controller may be. Apart from
 * `#shared/wire`, since no first screen reads any of it.
 */

/** How a screen came in, and when. `by`: the screen that let it in by a pairing, which may be gone. */
export const cameInSchema = v.object({
  how: v.picklist(['password', 'setup-code', 'pairing', 'backup']),
  at: time,
  by: v.exactOptional(ownScreenSchema)
});
export type CameIn = v.InferOutput<typeof cameInSchema>;

/**
 * One row of `GET /api/screens`. A screen that manages sees all screens of its controller, another one those of its own user.
 */
export const screenSchema = v.object({
  id: v.string(),
  name: v.string(),
  lastSeen: time,
  /** Whether it is the screen that asks. */
  current: v.boolean(),
  rights: v.optional(rightsSchema, MANAGING_RIGHTS),
  /** Whose it is. */
  user: v.optional(v.string(), ''),
  /** As in a session. */
  locked: v.optional(v.boolean(), false),
  /** How it came in; null where an older version let it in. */
  cameIn: v.optional(v.nullable(cameInSchema), null)
});
export type ScreenEntry = v.InferOutput<typeof screenSchema>;
export const screensSchema = v.object({ screens: v.array(screenSchema) });

/** The answer to it: what the next screen has to bring, one or the other, once. */
export const pairingSchema = v.object({
  /** For a QR code. */
  code: v.pipe(v.string(), v.nonEmpty()),
  /** Six of them, for people to type. */
  digits: v.pipe(v.string(), v.regex(/^\d{6}$/)),
  /** How long it is good for, in ms. */
  lastsMs: time
});
export type Pairing = v.InferOutput<typeof pairingSchema>;

/** `GET /api/pairing`: what became of the pairing that this screen offers. `gone`: its time or its tries are over, or there was none. */
export const pairingStateSchema = v.variant('state', [
  v.object({ state: v.literal('waiting') }),
  v.object({ state: v.literal('used'), screen: ownScreenSchema }),
  v.object({ state: v.literal('gone') })
]);
export type PairingState = v.InferOutput<typeof pairingStateSchema>;

/** `GET …/move`: a box of which only people can say whether it is this lost controller; null where there is nothing to ask. */
export const moveQuestionSchema = v.object({
  question: v.nullable(v.object({ name: v.string(), address: v.string() }))
});
export type MoveQuestion = v.InferOutput<typeof moveQuestionSchema>;

/** The answer to it: the controller at its new address. */
export const movedSchema = v.object({ id: controllerIdSchema, name: v.string(), address: v.string() });

/**
 * Something that happened to the household, for those who manage it. `count`: how often, where one row stands for several. `screen`: whom
 * it is about, as it was called then; `by`: who did it.
 */
export const activitySchema = v.object({
  /** Grows with each thing that happens. */
  seq: v.pipe(v.number(), v.integer()),
  at: time,
  kind: v.picklist([
    'signed-in',
    'paired',
    'locked',
    'let-back-in',
    'setup-code-used',
    'setup-code-failed',
    'moved',
    'move-refused'
  ]),
  count: v.pipe(v.number(), v.integer()),
  controller: v.exactOptional(v.object({ id: v.string(), name: v.string() })),
  user: v.exactOptional(v.string()),
  screen: v.exactOptional(ownScreenSchema),
  by: v.exactOptional(ownScreenSchema)
});
export type Activity = v.InferOutput<typeof activitySchema>;

/** Reads what happened. What this version cannot read, such as a kind that came later, is passed over. */
export const decodeActivities = (rows: readonly unknown[]): Activity[] =>
  rows.flatMap((row) => {
    const result = v.safeParse(activitySchema, row);
    return result.success ? [result.output] : [];
  });

/** `GET /api/activity`: each an `Activity`, the newest first. Only a screen that manages has it. */
export const activitiesSchema = v.object({
  activities: v.pipe(
    v.array(v.unknown()),
    v.transform((rows) => decodeActivities(rows))
  )
});

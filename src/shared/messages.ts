import * as v from 'valibot';
import { plainId } from '#shared/commands/command-schema';

/** Messages that leave the house: their ways, and what people choose for them. */

/** The ways that an address leads to. A heartbeat tells a watchdog of the owner's that the box lives. */
export const WAYS = ['ntfy', 'webhook', 'heartbeat'] as const;
export type Way = (typeof WAYS)[number];

/** The maximum length of an address, in UTF-16 units. */
export const MAX_URL_LENGTH = 1_000;

const url = v.pipe(v.string(), v.trim(), v.maxLength(MAX_URL_LENGTH));
const base64url = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,200}={0,2}$/));
/** The language of the texts, and the time zone of their times: a BCP 47 tag and an IANA name. */
const readerEntries = {
  language: v.pipe(v.string(), v.maxLength(35)),
  timeZone: v.pipe(v.string(), v.maxLength(64))
};

/** What one way or phone was told last: when, in ms since the epoch, and why that failed. */
const lastSchema = v.object({ at: v.number(), failure: v.exactOptional(v.string()) });

/** What a managing screen sees and chooses. */
const chosenSchema = v.object({
  /** The address of each way; null if it is off. */
  ways: v.record(
    v.picklist(WAYS),
    v.nullable(v.object({ url: v.string(), last: v.exactOptional(lastSchema) }))
  ),
  /** Whether doors and windows that are left open are told. */
  isLeftOpenTold: v.boolean(),
  /** Whether the webhook gets the repeats of an alarm, too, and not only that it began and is over. */
  webhookRepeats: v.boolean(),
  /** The scene that runs at a hazard, with the name of the screen that chose it, and whether it can run; null for none. */
  scene: v.nullable(v.object({ id: plainId, by: v.string(), canRun: v.boolean() })),
  /** The number of phones and tablets that get messages. */
  phones: v.number()
});

/** The answer of `GET …/messages`. */
export const messagesSchema = v.object({
  /** Whether phones and tablets may get messages. */
  isPushOn: v.boolean(),
  /** The key of this box for the push services, as base64url. */
  pushKey: v.string(),
  /** Whether the screen that asks gets messages. */
  isSubscribed: v.boolean(),
  /** Only for managing screens. */
  chosen: v.exactOptional(chosenSchema)
});
export type Messages = Readonly<v.InferOutput<typeof messagesSchema>>;

/** The body of `PATCH …/messages`: absent fields stay. An address, or null to end that way. */
export const messagesEditSchema = v.strictObject({
  isPushOn: v.exactOptional(v.boolean()),
  ntfy: v.exactOptional(v.nullable(url)),
  webhook: v.exactOptional(v.nullable(url)),
  heartbeat: v.exactOptional(v.nullable(url)),
  isLeftOpenTold: v.exactOptional(v.boolean()),
  webhookRepeats: v.exactOptional(v.boolean()),
  scene: v.exactOptional(v.nullable(plainId)),
  ...readerEntries
});
export type MessagesEdit = Readonly<v.InferOutput<typeof messagesEditSchema>>;

/** The body of `PUT …/messages/phone`: the subscription of the screen that sends it, in place of one before. */
export const pushSubscriptionSchema = v.strictObject({
  endpoint: url,
  keys: v.strictObject({ p256dh: base64url, auth: base64url }),
  ...readerEntries
});
export type PushSubscriptionBody = Readonly<v.InferOutput<typeof pushSubscriptionSchema>>;

/**
 * The answer of `POST …/messages/drill`: what became of it on each way and screen within 12 s. A screen is told by the service of its
 * browser (`push`), or is a wall that is connected (`wall`), which may play a sound or not. `untried`: nothing was sent in that time.
 */
export const drillSchema = v.object({
  results: v.array(
    v.object({
      way: v.picklist(['push', 'ntfy', 'webhook', 'heartbeat', 'wall']),
      /** The name of the screen. */
      screen: v.exactOptional(v.string()),
      outcome: v.picklist(['told', 'failed', 'silent', 'untried']),
      /** Why it failed, in words of the network. */
      failure: v.exactOptional(v.string())
    })
  )
});
export type Drill = Readonly<v.InferOutput<typeof drillSchema>>;

/** The body of `PUT /api/controllers/:id/sound`: whether a wall may play sounds. */
export const soundSchema = v.strictObject({ plays: v.boolean() });

import * as v from 'valibot';
import { deviceCommandEntries, plainId } from '#shared/commands/command-schema';
import { ownScreenSchema, rowsOf, time } from '#shared/wire-fields';

/** The maximum number of timers of a controller. */
export const MAX_TIMERS = 100;
/** The maximum number of devices of a timer. */
const MAX_TIMER_COMMANDS = 200;
/** Milliseconds that a timer can be set ahead: a day. */
export const MAX_TIMER_MS = 24 * 60 * 60_000;
const MIN_TIMER_MS = 1000;
/** Milliseconds that the clocks of a page and of the proxy may differ if a timer is set to an instant. */
export const MAX_CLOCK_DIFFERENCE_MS = 60_000;
/** Milliseconds after its time in which a timer may still act. */
export const MAX_OVERDUE_MS = 60_000;

const deviceCommandSchema = v.strictObject(deviceCommandEntries);

const inAWhile = {
  inMs: v.pipe(v.number(), v.integer(), v.minValue(MIN_TIMER_MS), v.maxValue(MAX_TIMER_MS))
};
/** An instant in ms since the epoch by the page's clock, and what that clock says now. */
const atAnInstant = { at: time, now: time };

const roomId = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const roomEntries = {
  room: roomId,
  commands: v.pipe(v.array(deviceCommandSchema), v.minLength(1), v.maxLength(MAX_TIMER_COMMANDS))
};

/**
 * The body of `POST /api/controllers/:id/timers`: a command for one device, or the commands for devices of a room. The page
 * names the devices of a room, because only it knows which are lights. They are fixed from then on.
 */
export const timerBodySchema = v.union([
  v.strictObject({ ...deviceCommandEntries, ...inAWhile }),
  v.strictObject({ ...deviceCommandEntries, ...atAnInstant }),
  v.strictObject({ ...roomEntries, ...inAWhile }),
  v.strictObject({ ...roomEntries, ...atAnInstant })
]);

/**
 * Why a timer did not act.
 *
 * - `late`: Mantel was off, or busy, at its time and a minute longer.
 * - `gap`: nobody watched the home for a while, so the device may have been used.
 * - `reboot`: the box has started again since it was set. It is named on each screen until somebody removes it.
 * - `copied`: the data folder is a copy of the one in which it was set.
 * - `not-kept`: the firing could not be noted on the disk.
 * - `unknown`: Mantel stopped while it fired. The command may have been sent.
 * - `unreachable`: the controller did not answer for a minute.
 * - `not-allowed`: the screen that set it may not do that any more.
 * - `show-only`: the household lets the device only show its state.
 * - `overheated`, `overloaded`: the device had a fault, and took no such command.
 * - `failed`: the controller refused the command, or the device did not reply.
 * - `gone`: the device is not there any more.
 */
export const MISS_REASONS = [
  'late',
  'gap',
  'reboot',
  'copied',
  'not-kept',
  'unknown',
  'unreachable',
  'not-allowed',
  'show-only',
  'overheated',
  'overloaded',
  'failed',
  'gone'
] as const;
export type MissReason = (typeof MISS_REASONS)[number];

/** Decodes a timer. A reason of a newer version becomes `failed`. */
export const timerSchema = v.object({
  id: plainId,
  /** The room that it was set for; null for a single device. */
  room: v.nullable(roomId),
  /** Its commands for devices that this screen sees, without those for which it ended. */
  commands: v.pipe(v.array(v.object(deviceCommandEntries)), v.readonly()),
  /** When it is or was due, in ms since the epoch by the proxy's clock. */
  at: time,
  /** Milliseconds until then at the time of this message; 0 once it is over. */
  leftMs: time,
  by: v.nullable(ownScreenSchema),
  /** Present once it has not acted. It stays for half a day, or until somebody removes it; after a reboot until that alone. */
  missed: v.exactOptional(v.fallback(v.picklist(MISS_REASONS), 'failed')),
  /** Present while it could not act, because the controller does not answer. */
  trouble: v.exactOptional(v.fallback(v.picklist(['unreachable', 'signed-out']), 'unreachable'))
});
/** A command that is sent once, later. Nothing else is kept for later. */
export type DeviceTimer = Readonly<v.InferOutput<typeof timerSchema>>;

const timerList = rowsOf(timerSchema);

/** The answer of `GET …/timers`. */
export const timersSchema = v.object({ timers: timerList });

/** The answer of `POST …/timers`. */
export const timerSetSchema = v.object({ timer: timerSchema });

/** The live message `timers`: all of them. With `hasMore` the next message of this type continues the list. */
export const timersMessageSchema = v.object({
  type: v.literal('timers'),
  timers: timerList,
  isWhole: v.optional(v.boolean(), false),
  hasMore: v.optional(v.boolean(), false)
});

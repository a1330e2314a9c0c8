import * as v from 'valibot';

/**
 * The PIN of a screen, such as a tablet on a wall. While the screen is not unlocked, it can be used but not changed: every route that the
 * wall itself does not need fails with `pin-needed`.
 */

/** The number of digits of a PIN. */
export const MIN_PIN_LENGTH = 4;
export const MAX_PIN_LENGTH = 8;

/** How long a screen stays unlocked, in ms. */
export const PIN_UNLOCK_MS = 5 * 60_000;

/** The body of `PUT /api/controllers/:id/pin` and `POST /api/controllers/:id/pin/unlock`. The response of both is 204. */
export const pinSchema = v.strictObject({
  pin: v.pipe(v.string(), v.regex(/^\d+$/), v.minLength(MIN_PIN_LENGTH), v.maxLength(MAX_PIN_LENGTH))
});

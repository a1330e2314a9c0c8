import * as v from 'valibot';

/** The maximum number of devices of a controller that are not touched at once. */
export const MAX_TOUCH_RULES = 500;

/** What a device does when it is touched. Where nothing is chosen, it acts at once. */
export const touch = v.picklist(['ask', 'show']);

/** The body of `PUT /api/controllers/:id/touch/:device`. `now`: it acts at once, as without a rule. */
export const touchBodySchema = v.strictObject({ touch: v.picklist(['now', ...touch.options]) });

/** Decodes rules by the id of the device. */
export const touchRulesSchema = v.record(v.string(), touch);

/** The live message `touch`: all rules for devices that the screen sees. */
export const touchMessageSchema = v.object({ type: v.literal('touch'), touch: touchRulesSchema });

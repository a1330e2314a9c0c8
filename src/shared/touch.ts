import * as v from 'valibot';

/** The maximum number of devices of a controller that have a rule. */
export const MAX_TOUCH_RULES = 500;

/** What a device does when it is touched. Where nothing is chosen, it acts at once. */
export const touch = v.picklist(['ask', 'show']);

/** The fields of a rule. `isOffWhenLeaving`: whether leaving turns the device off although it is no light. Absent: as without a rule. */
export const touchRuleEntries = {
  touch: v.exactOptional(touch),
  isOffWhenLeaving: v.exactOptional(v.literal(true))
};

/**
 * The body of `PUT /api/controllers/:id/touch/:device`: what changes. `now`: it acts at once, as without a rule.
 */
export const touchBodySchema = v.strictObject({
  touch: v.exactOptional(v.picklist(['now', ...touch.options])),
  isOffWhenLeaving: v.exactOptional(v.boolean())
});
/** A change of a rule, see `touchBodySchema`. */
export type TouchChange = v.InferOutput<typeof touchBodySchema>;

const touchRuleSchema = v.object(touchRuleEntries);
/** What a touch of a device does, and whether leaving turns it off. */
export type TouchRule = Readonly<v.InferOutput<typeof touchRuleSchema>>;

/** Decodes rules by the id of the device. */
export const touchRulesSchema = v.record(v.string(), touchRuleSchema);

/** The live message `touch`: all rules for devices that the screen sees. */
export const touchMessageSchema = v.object({ type: v.literal('touch'), touch: touchRulesSchema });

import * as v from 'valibot';

/** A rule as it is stored, by this version or a newer one. `model`: what its device was when it was chosen, see `modelOf`. */
const storedRuleSchema = v.looseObject({ touch: v.string(), model: v.string() });

/** Schema of the file with a controller's rules, by the id of the device. Keys and rules of newer versions are kept. */
export const storedTouchSchema = v.looseObject({
  controller: v.string(),
  devices: v.record(v.string(), storedRuleSchema)
});
export type StoredTouch = v.InferOutput<typeof storedTouchSchema>;

import * as v from 'valibot';
import { touch } from '#shared/touch';

/** What a touch of a device does. `model`: what the device was when it was chosen, see `modelOf`. */
const storedRuleSchema = v.object({ touch, model: v.string() });

/** Schema of the file with a controller's rules, by the id of the device. */
export const storedTouchSchema = v.object({
  controller: v.string(),
  devices: v.record(v.string(), storedRuleSchema)
});
export type StoredTouch = v.InferOutput<typeof storedTouchSchema>;

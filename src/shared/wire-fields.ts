import * as v from 'valibot';

/** Fields that several messages between the PWA and the proxy contain. */

/** A time in ms since the epoch, or a duration in ms. */
export const time = v.pipe(v.number(), v.integer());

/** A controller's id: 12 random hex digits. Older versions used MACs and `addr-<ip>`, which stay valid. */
export const controllerIdSchema = v.pipe(
  v.string(),
  v.regex(/^(?:[0-9a-f]{12}|addr-\d{1,3}(?:\.\d{1,3}){3})$/)
);

/** A screen's id and name. */
export const ownScreenSchema = v.object({ id: v.string(), name: v.string() });

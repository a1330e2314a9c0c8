import * as v from 'valibot';

/** Fields that several messages between the PWA and the proxy contain. */

/** A time in ms since the epoch, or a duration in ms. */
export const time = v.pipe(v.number(), v.integer());

/** Decodes a list. Rows that this version cannot read, such as those of later kinds, are left out. */
export const rowsOf = <Row>(schema: v.GenericSchema<unknown, Row>) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((rows) =>
      rows.flatMap((row) => {
        const read = v.safeParse(schema, row);
        return read.success ? [read.output] : [];
      })
    )
  );

/** A controller's id: 12 random hex digits. */
export const controllerIdSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/));

/**
 * What tells a home from others of the box, or from one that was forgotten, that have its name or its MAC, or did: its number among them,
 * and when it was added, in ms since the epoch (0: unknown). Whoever types a password has to see it.
 */
export const namesakeSchema = v.object({ number: v.pipe(v.number(), v.integer()), addedAt: time });
export type Namesake = v.InferOutput<typeof namesakeSchema>;

/** Who has replaced the account of a home, at which screen, and until when the account before takes the home back. */
export const accountReplacedSchema = v.object({ by: v.string(), until: time });
export type AccountReplaced = v.InferOutput<typeof accountReplacedSchema>;

/** A screen's id and name. */
export const ownScreenSchema = v.object({ id: v.string(), name: v.string() });

/**
 * The state of the connection to a controller and since when. `changed`: another one answers at its address, and gets no
 * requests. `clockOffsetMs` is how far its clock is ahead of the proxy's, in ms: null if that is not known, absent if it is
 * right within 90 s.
 */
export const controllerStatusSchema = v.object({
  state: v.picklist(['online', 'unreachable', 'changed', 'signed-out']),
  since: time,
  clockOffsetMs: v.exactOptional(v.nullable(v.pipe(v.number(), v.integer())))
});
export type ControllerStatus = Readonly<v.InferOutput<typeof controllerStatusSchema>>;
export type ControllerState = ControllerStatus['state'];

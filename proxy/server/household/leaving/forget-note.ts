import * as v from 'valibot';

/** The note by which the owner of the data folder tells the program to forget a home. */
export const FORGET_NOTE = 'forget.sealed';

/** Schema of that note. */
export const forgetNoteSchema = v.object({
  /** The controller's id. */
  controller: v.string(),
  /** Whether it goes at once, and not in 24 hours. */
  now: v.boolean()
});

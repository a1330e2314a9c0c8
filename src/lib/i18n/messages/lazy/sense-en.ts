import type { Message } from '../../message';

/** The words of what a wall tablet notices by the sensors of its room, in English. */
export const sense = {
  'sense.room': 'This tablet is in',
  'sense.noRoom': 'No room chosen',
  'sense.motion': 'Wake when someone moves in this room',
  'sense.delay': 'Your controller reports motion up to {duration} late.',
  'sense.passing': 'Ignore people passing by',
  'sense.passingHint': 'Waits for a second motion, or for 5 seconds of motion.',
  'sense.night': 'At night too',
  'sense.light': 'Dim in a dark room',
  'sense.noMotion': 'This room has no motion sensor. A tap wakes the tablet.'
} as const satisfies Record<string, Message>;

/** The version of the frames and of the answers to them. Another one means that the page has to be updated. */
export const PROTOCOL = 3;

/** The heartbeat interval of the live connection, in ms. */
export const BEAT_MS = 15_000;

/** Close codes of a live connection. */
export const LIVE_CLOSE = {
  /** The proxy shuts down: reconnect. */
  goingAway: 1001,
  /** The screen was ended, or is not signed in to this controller. */
  refused: 1008,
  /** The client did not read the messages, or a newer connection took its place. */
  stalled: 4000,
  /** The screen is locked. It can reconnect, and poll `GET /api/me` until then. */
  locked: 4001,
  /** The client sent more than any page does. It says nothing about the sign-in. */
  flooded: 4002
} as const;

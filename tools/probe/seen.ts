/** The result of one call. */
export interface Call {
  /** Null without a response. */
  readonly status: number | null;
  /** The parsed JSON body; undefined if it is not JSON. */
  readonly body: unknown;
  /** Duration in ms. */
  readonly ms: number;
  /** Whether the call was still held at its deadline. */
  readonly isHeld: boolean;
}

/** The result of a search with one prefix. */
export interface Search {
  readonly word: string;
  /** The parsed JSON reply; undefined without a reply. */
  readonly reply: unknown;
}

/** The result of the command to the chosen device. */
export interface OwnCommand {
  readonly call: Call;
  /** Time until an event reports it, in ms; null if none came in time. */
  readonly eventMs: number | null;
  /** Whether the device had changed when it was read back. */
  readonly isReadBack: boolean;
  readonly undo: Call;
}

/** All observations of a controller. Calls have the names of the document: `GET /rooms/:id`. */
export interface Seen {
  readonly searches: readonly Search[];
  readonly calls: ReadonlyMap<string, Call>;
  /** The polls from `last=0` on, in order. */
  readonly polls: readonly Call[];
  /** Two renewals with the same refresh token. */
  readonly renewals: readonly Call[];
  readonly own: OwnCommand | null;
  /** A call with a token from before a restart; null without a restart. */
  readonly afterRestart: Call | null;
}

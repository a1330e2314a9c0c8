/** What came of one call. */
export interface Call {
  /** Null where there was no answer. */
  readonly status: number | null;
  /** The body's JSON; undefined where it is none. */
  readonly body: unknown;
  /** How long it took, in ms. */
  readonly ms: number;
  /** Whether it was still held when the waiting ended. */
  readonly isHeld: boolean;
}

/** What a search by one word brought. */
export interface Search {
  readonly word: string;
  /** The reply's JSON; undefined where none came. */
  readonly reply: unknown;
}

/** What a command to the device that the owner named did. */
export interface OwnCommand {
  readonly call: Call;
  /** ms until an event told of it; null where none did in time. */
  readonly eventMs: number | null;
  /** Whether the device had changed when it was read back. */
  readonly isReadBack: boolean;
  readonly undo: Call;
}

/** Everything that was seen of a controller. Calls are named as in the document: `GET /rooms/:id`. */
export interface Seen {
  readonly searches: readonly Search[];
  readonly calls: ReadonlyMap<string, Call>;
  /** The polls from `last=0` on, in their order. */
  readonly polls: readonly Call[];
  /** Two renewals with one refresh token. */
  readonly renewals: readonly Call[];
  readonly own: OwnCommand | null;
  /** A call with a token from before a restart; null where nothing was restarted. */
  readonly afterRestart: Call | null;
}

import type { Device, Home } from '#shared/home';
import type { ControllerState } from '#shared/wire-fields';
import type { Screen } from '../access/screens/screen';
import type { SendOrder } from './socket';

/** A screen, and the home as it may see it. */
export interface CommandViewer {
  readonly screen: Screen;
  /** A device, if the screen may see it. */
  readonly device: (id: number) => Device | undefined;
}

/** A screen, and its user's home as far as it may see it. */
export interface HomeViewer extends CommandViewer {
  readonly home: Home;
}

/** A page that speaks on a live connection. */
export interface CommandSpeaker extends CommandViewer {
  /** The page's random id. */
  readonly page: string;
  /** The state of the controller; undefined before the home was read. */
  readonly state: ControllerState | undefined;
}

/** The controller whose list has changed, and the user if it is a list of one user. */
export interface ListChange {
  readonly controller: string;
  readonly user?: string | undefined;
}

/** A list beside the home, such as its scenes, for the live connections. */
export interface LiveList {
  /** The messages with all that a screen may see of the list. The first of them replaces what it knew. */
  whole(viewer: HomeViewer): readonly Buffer[];
  /** Calls back when a list has changed. Returns a function that unsubscribes. */
  onChange(listener: (change: ListChange) => void): () => void;
}

/** A message about commands, and when it goes while a home is on its way. */
export interface LiveNews {
  readonly message: Buffer;
  readonly order: SendOrder;
}

/** Hears what pages say. */
export interface FrameListener {
  /** Takes or refuses a frame of a page at once. Returns the answer; undefined for a frame of a type that is not known. */
  hear(frame: Buffer, speaker: CommandSpeaker): Buffer | undefined;
}

/** The commands under way, for the live connections. */
export interface CommandMessages {
  /**
   * The messages with everything that a screen may see. The first of them replaces what it knew.
   * @param page the id of the page on this connection
   */
  whole(viewer: CommandViewer, page: string): Buffer[];
  /**
   * The messages with the current state of these entries, as far as a screen may see them.
   * @param texts a cache for all screens that get these entries
   */
  news(
    entries: ReadonlySet<string>,
    viewer: CommandViewer,
    texts: Map<string, readonly LiveNews[]>
  ): readonly LiveNews[];
  /** Calls back with entries that changed at a controller, after the changes that they depend on were emitted. */
  onChange(
    listener: (news: { readonly controller: string; readonly entries: ReadonlySet<string> }) => void
  ): () => void;
}

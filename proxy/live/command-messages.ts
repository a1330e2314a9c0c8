import type { Device } from '#shared/home';
import type { Screen } from '../access/screens/screen';

/** A screen, and the home as it may see it. */
export interface CommandViewer {
  readonly screen: Screen;
  /** A device, if the screen may see it. */
  readonly device: (id: number) => Device | undefined;
}

/** The commands under way, for the live connections. */
export interface CommandMessages {
  /** The messages with everything that a screen may see. The first of them replaces what it knew. */
  whole(viewer: CommandViewer): Buffer[];
  /**
   * The messages with the current state of these entries, as far as a screen may see them.
   * @param texts a cache for all screens that get these entries
   */
  news(entries: ReadonlySet<string>, viewer: CommandViewer, texts: Map<string, Buffer[]>): Buffer[];
  /** Calls back with entries that changed at a controller, after the changes that they depend on were emitted. */
  onChange(
    listener: (news: { readonly controller: string; readonly entries: ReadonlySet<string> }) => void
  ): () => void;
}

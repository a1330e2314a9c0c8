/**
 * The home page as it was last seen live: its elements, without anything that can be pressed. It is drawn before the app's code
 * is loaded, and replaced by the real page. The browser keeps it in its `localStorage`, the only storage that can be read at once.
 */
export interface Snapshot {
  /** The version that wrote it. Another one has other style sheets. */
  readonly version: string;
  /** The width of the window in CSS px. The page of another width has other columns. */
  readonly width: number;
  /** The language of the texts. */
  readonly language: string;
  /** The chosen theme; undefined if it follows the system. */
  readonly theme: string | undefined;
  /** The paths of the style sheets that the app loads later than its page. */
  readonly styles: readonly string[];
  /** The icons and pictures. Most of them are on several tiles. */
  readonly drawings: readonly SnapshotElement[];
  readonly elements: readonly SnapshotNode[];
}

/** A text, an element or a drawing. */
export type SnapshotNode = string | SnapshotElement | SnapshotDrawing;

/** An element with those of its attributes that make its look. */
export interface SnapshotElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly SnapshotNode[];
}

/** An icon or a picture: an index in `Snapshot.drawings`, and its own style, such as its hue. */
export interface SnapshotDrawing {
  readonly drawing: number;
  readonly style: string;
}

/** The id of the element that holds a snapshot on the page. */
export const SNAPSHOT_ID = 'snapshot';

/**
 * The home page as it was last seen live: its elements, with links to rooms and lists and nothing else that does something. It is drawn
 * before the app's code is loaded, and replaced by the real page. The browser keeps it in its `localStorage`, the only storage that can be
 * read at once.
 */
export interface HomeSnapshot {
  /** The version that wrote it. Another one has other style sheets. */
  readonly version: string;
  /** The width of the window in CSS px. The page of another width has other columns. */
  readonly width: number;
  /** The language of the texts. */
  readonly language: string;
  /** The chosen theme; undefined if it follows the system. */
  readonly theme: string | undefined;
  /** The time of its values, as a sentence. */
  readonly status: string;
  /** What it says if the app does not start. */
  readonly late: string;
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

/** An icon or a picture: an index in `HomeSnapshot.drawings`, and its own style, such as its hue. */
export interface SnapshotDrawing {
  readonly drawing: number;
  readonly style: string;
}

/** What a snapshot may consist of, as the sources of regular expressions. It is checked when one is taken and when one is drawn. */
export interface SnapshotRules {
  /** The names of its elements. None of them loads, frames or sends anything. */
  readonly tags: string;
  /** The attributes that make the look of an element, or its name. No other is kept. */
  readonly attributes: string;
  /** The addresses to which an `a` may lead: rooms and lists. */
  readonly links: string;
}

/** The rules of every snapshot. */
export const SNAPSHOT_RULES: SnapshotRules = {
  tags: '^(?:header|main|aside|nav|footer|section|div|p|h[1-4]|ul|ol|li|a|b|button|small|span|strong|time|svg|path)$',
  attributes:
    '^(?:class|style|viewBox|d|width|height|fill|preserveAspectRatio|disabled|aria-(?:disabled|hidden|label)|data-(?!pressed$).*)$',
  links: '^/(?:rooms/\\d{1,15}|now/[a-z]+)$'
};

/** The id of the element that holds a snapshot on the page. */
export const SNAPSHOT_ID = 'snapshot';

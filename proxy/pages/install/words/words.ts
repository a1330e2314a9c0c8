import type { System } from '../systems';

/** How a certificate comes to be trusted on one system. */
interface Guide {
  readonly name: string;
  readonly steps: readonly string[];
  /** What to look at when it is installed and still not trusted. */
  readonly stuck: string;
}

/** A drawn piece of a phone's settings. */
export interface Drawn {
  readonly title: string;
  /** The last one is the one to touch. */
  readonly rows: readonly string[];
  readonly caption: string;
}

/** Every word of the page, in one language. `{file}`, `{origin}` and the like stand for what the box fills in. */
export interface InstallMessages {
  /** As browsers call it: `en`. */
  readonly language: string;
  /** As its speakers call it. */
  readonly self: string;
  readonly title: string;
  readonly heading: string;
  readonly lead: string;
  /** Names the links to the two ways for screen readers. */
  readonly ways: string;
  readonly checking: string;
  readonly untrusted: string;
  readonly untrustedHint: string;
  readonly stuck: string;
  readonly trusted: string;
  readonly byAddress: string;
  readonly open: string;
  readonly noScript: string;
  readonly clocks: string;
  readonly ownName: string;
  readonly ownNameHint: string;
  readonly reserve: string;
  readonly install: string;
  readonly installHint: string;
  readonly download: string;
  readonly downloadProfile: string;
  readonly fingerprint: string;
  readonly otherSystems: string;
  readonly publicName: string;
  readonly publicNameHint: string;
  readonly now: string;
  readonly nowHint: string;
  readonly nowLacks: string;
  readonly nowOpen: string;
  readonly heedless: string;
  readonly heedlessHint: string;
  readonly next: string;
  readonly nextHint: string;
  readonly guides: Readonly<Record<System, Guide>>;
  readonly drawings: Readonly<Partial<Record<System, Drawn>>>;
}

/** A sentence with its `{gaps}` filled. */
export const fill = (sentence: string, values: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{(\w+)\}/g, (gap, name: string) => values[name] ?? gap);

import type { System } from '../systems';

/** The steps to trust the certificate on one system. */
interface Guide {
  readonly name: string;
  readonly steps: readonly string[];
  /** What to check if the certificate is installed but not trusted. */
  readonly stuck: string;
}

/** A drawing of a page of a phone's settings. */
export interface Drawn {
  readonly title: string;
  /** The last row is the one to touch. */
  readonly rows: readonly string[];
  readonly caption: string;
}

/** All texts of the page in one language. `{file}`, `{origin}` and others are parameters. */
export interface InstallMessages {
  /** The language tag, such as `en`. */
  readonly language: string;
  /** The name of the language in that language. */
  readonly self: string;
  readonly title: string;
  readonly heading: string;
  readonly lead: string;
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

/** Replaces the `{parameters}` in a sentence. */
export const fill = (sentence: string, values: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{(\w+)\}/g, (gap, name: string) => values[name] ?? gap);

import type { Message, NamesIn } from './message';
import type { first } from './messages/en';
import type { install, lazy } from './messages/lazy/en';

type English = typeof first & typeof lazy;

/** A message's key, such as `home.lightsOn`. */
export type Key = keyof English;

/** The messages of some keys, in any language. */
export type MessagesFor<K extends Key> = Readonly<Record<K, Message>>;

/** A language's messages for the first screens. A missing key is a type error. */
export type Messages = MessagesFor<keyof typeof first>;

/** A language's lazy messages, for all other pages. */
export type LazyMessages = MessagesFor<keyof typeof lazy>;

type TextOf<M extends Message> = M extends string ? M : M extends { other: infer Text } ? Text : never;

/** A language's messages of the page at `/install`. */
export type InstallMessages = typeof install;

/** The parameters in a key's English text. `count` is a number, since it selects the plural form. */
export type ParamsOf<K extends Key> = {
  readonly [Name in NamesIn<TextOf<English[K]>>]: Name extends 'count' ? number : string | number;
};

/** The arguments after a key: none for a text without parameters. */
export type ArgumentsOf<K extends Key> = [NamesIn<TextOf<English[K]>>] extends [never]
  ? []
  : [params: ParamsOf<K>];

/** The keys whose text has no parameters, for tables of codes or states. */
export type PlainKey = { [K in Key]: ArgumentsOf<K> extends [] ? K : never }[Key];

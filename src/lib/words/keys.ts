import type { en } from './en';
import type { Message, NamesIn, PluralForms } from './message';

/** A message's key, such as `home.lightsOn`. */
export type Key = keyof typeof en;

/** A language's whole table: a key that English has and this lacks is a type error. */
export type Words = { readonly [K in Key]: (typeof en)[K] extends string ? string : PluralForms };

type TextOf<M extends Message> = M extends string ? M : M extends PluralForms ? M['other'] : never;

/** The parameters that a key's English text names; `count` is a number, since it chooses the plural form. */
export type ParamsOf<K extends Key> = {
  readonly [Name in NamesIn<TextOf<(typeof en)[K]>>]: Name extends 'count' ? number : string | number;
};

/** A key's arguments after the key: none for a text without parameters. */
export type ArgumentsOf<K extends Key> = [NamesIn<TextOf<(typeof en)[K]>>] extends [never]
  ? []
  : [params: ParamsOf<K>];

/** The keys whose text needs no parameters: what a table of codes or states may point at. */
export type PlainKey = { [K in Key]: ArgumentsOf<K> extends [] ? K : never }[Key];

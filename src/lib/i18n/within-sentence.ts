// Apart from the other texts: the connect page has no sentence of this kind.

import { i18n } from './i18n.svelte';

/** Returns a text as it stands within a sentence: "all closed". Reactive (language). */
export const withinSentence = (text: string): string =>
  text.charAt(0).toLocaleLowerCase(i18n.locale) + text.slice(1);

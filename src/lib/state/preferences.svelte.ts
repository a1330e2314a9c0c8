import type { Language } from '../words/words.svelte';

/** The look: as the system says, or always one of the two. */
export type Theme = 'system' | 'light' | 'dark';

/** What this screen's user likes. Kept on this screen, and by a sign-out too: none of it is secret. */
export class Preferences {
  theme: Theme = $state('system');
  /** The language that is spoken: the chosen one, else the browser's. */
  language: Language = $state('en');
  vibrate: boolean = $state(true);
  /** How this screen is called at sign-in. */
  screenName: string = $state('');
}

import { DEMO_CONTROLLER_ID } from '#shared/demo';
import { i18n, type Language } from '$lib/i18n/i18n.svelte';

type Names = ReadonlyMap<string, string>;

/** The languages that have names of their own for the demo home. Their names are loaded only where it is shown. */
const sources: Partial<Record<Language, () => Promise<Names>>> = {
  uk: () => import('$lib/i18n/messages/lazy/demo-uk').then((module) => module.demoNames)
};

/**
 * The names of the demo home in the language of the page. They stand in for what its virtual controller reports, so a name
 * that the household chose comes first. No other home is touched.
 */
export class DemoNames {
  #isShown = $state.raw(false);
  #loaded = $state.raw<Partial<Record<Language, Names>>>({});
  readonly #names = $derived(this.#isShown ? this.#loaded[i18n.language] : undefined);

  /**
   * Loads the names of a language, if the controller is the demo home. Resolves once they apply, or could not be loaded: then
   * the names stay as they are reported.
   * @param controller the id of the controller whose home is shown; undefined for none
   */
  async follow(controller: string | undefined, language: Language): Promise<void> {
    const isShown = controller === DEMO_CONTROLLER_ID;
    this.#isShown = isShown;
    const names = isShown ? await sources[language]?.().catch(() => undefined) : undefined;
    if (names) this.#loaded = { ...this.#loaded, [language]: names };
  }

  /** Returns a section, room, device or controller with its name in the page's language; the same object if it has none. */
  named<T extends { readonly name: string }>(thing: T): T {
    const name = this.#names?.get(thing.name);
    return name === undefined ? thing : { ...thing, name };
  }
}

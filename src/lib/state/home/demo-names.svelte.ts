import { DEMO_CONTROLLER_ID } from '#shared/demo';
import { i18n } from '$lib/i18n/i18n.svelte';

type Names = ReadonlyMap<string, string>;

/** The names for the demo home, by the file of a language. They are loaded only where it is shown. */
const sources = import.meta.glob<Names>('../../i18n/messages/lazy/*.ts', { import: 'demoNames' });

/**
 * The names of the demo home in the language of the page. They stand in for what its virtual controller reports, so a name
 * that the household chose comes first. No other home is touched.
 */
export class DemoNames {
  #isShown = $state.raw(false);
  #loaded = $state.raw<Readonly<Record<string, Names>>>({});
  readonly #names = $derived(this.#isShown ? this.#loaded[i18n.language] : undefined);

  /**
   * Loads the names of a language, if the controller is the demo home. Resolves once they apply, or could not be loaded: then
   * the names stay as they are reported.
   * @param controller the id of the controller whose home is shown; undefined for none
   */
  async follow(controller: string | undefined, language: string): Promise<void> {
    const isShown = controller === DEMO_CONTROLLER_ID;
    this.#isShown = isShown;
    const names = isShown
      ? await sources[`../../i18n/messages/lazy/${language}.ts`]?.().catch(() => undefined)
      : undefined;
    if (names) this.#loaded = { ...this.#loaded, [language]: names };
  }

  /** Returns a section, room, device or controller with its name in the page's language; the same object if it has none. */
  named<T extends { readonly name: string }>(thing: T): T {
    const name = this.#names?.get(thing.name);
    return name === undefined ? thing : { ...thing, name };
  }
}

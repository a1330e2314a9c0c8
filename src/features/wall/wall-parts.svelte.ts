import type { Component } from 'svelte';
import type { App } from '$lib/state/app.svelte';
import { i18n } from '$lib/i18n/i18n.svelte';
import { LazyModule } from '$lib/lazy-module';

/** The components of wall mode, with the code that they need. */
interface WallModule {
  readonly WallHost: Component;
  readonly WallPage: Component;
  readonly wallOf: (app: App) => unknown;
}

const code = new LazyModule<WallModule>(async () => {
  const [module, hasMessages] = await Promise.all([import('./wall-module'), i18n.loadAll()]);
  if (!hasMessages) throw new Error('the messages could not be loaded');
  return module;
});

/** The components of wall mode, once they are loaded. This is all of wall mode that a phone loads. */
class WallParts {
  #module = $state.raw<WallModule | null>(null);

  /** Null before they are loaded. */
  get current(): WallModule | null {
    return this.#module;
  }

  /** Loads them, as often as it takes; returns a function that stops it. */
  load(app: App): () => void {
    return code.loadUntilThere(app.environment.clock, (module) => {
      module.wallOf(app);
      this.#module = module;
    });
  }
}

/** The components of wall mode; one instance for the page. */
export const wallParts = new WallParts();

/** Whether this tablet is in wall mode: by its setting, or by what is stored before that is loaded. Reactive. */
export const isOnWall = (app: App): boolean =>
  app.wall.value?.isOn ?? app.environment.settings.read('wall')?.includes('"isOn":true') === true;

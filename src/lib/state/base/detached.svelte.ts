import type { Lifetime } from './lifetime';

/**
 * Creates something that outlives the component or effect that first asks for it, and ends with a lifetime. Svelte freezes every
 * `$derived` at its last value once the effect in which it was created ends.
 */
export function detached<Thing extends object>(create: () => Thing, lifetime: Lifetime): Thing {
  const made: { thing: Thing | null } = { thing: null };
  lifetime.onEnd(
    $effect.root(() => {
      made.thing = create();
    })
  );
  if (!made.thing) throw new Error('Nothing was created.');
  return made.thing;
}

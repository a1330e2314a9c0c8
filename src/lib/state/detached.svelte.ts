/**
 * Creates something that outlives the component or effect that first asks for it. Svelte freezes every `$derived` at its
 * last value once the effect in which it was created ends.
 */
export function detached<Thing extends object>(create: () => Thing): Thing {
  const made: { thing: Thing | null } = { thing: null };
  $effect.root(() => {
    made.thing = create();
  });
  if (!made.thing) throw new Error('Nothing was created.');
  return made.thing;
}

/** A service with a value that follows from another. */
export class Counter {
  count = $state(0);
  readonly doubled = $derived(this.count * 2);
}

/** Runs something as a component does while it is there. Returns a function that ends the component. */
export const inEffect = (run: () => void): (() => void) =>
  $effect.root(() => {
    $effect.pre(run);
  });

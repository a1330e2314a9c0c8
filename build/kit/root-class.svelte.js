import { mount, unmount } from 'svelte';

/** A prop with reactivity of its own, so that a change updates only what reads this prop. */
class Prop {
  value = $state.raw();
}

/**
 * Makes a class of SvelteKit's root component, as `asClassComponent` of `svelte/legacy` does, but without hydration and
 * without the events and accessors of Svelte 4: see kit-imports.mjs.
 * @param {import('svelte').Component<Record<string, unknown>>} component
 */
export function asClassComponent(component) {
  return class {
    /** @type {Record<PropertyKey, Prop>} */
    #props = Object.create(null);
    #instance;

    /** @param {{ target: Element, props: Record<string, unknown> }} options */
    constructor({ target, props }) {
      this.$set(props);
      const reactive = new Proxy(props, {
        get: (_, key) => this.#propOf(key).value,
        has: (_, key) => this.#propOf(key).value !== undefined
      });
      this.#instance = mount(component, { target, props: reactive });
    }

    /** @param {Record<string, unknown>} props the props to change; the others stay */
    $set(props) {
      for (const [key, value] of Object.entries(props)) this.#propOf(key).value = value;
    }

    $destroy() {
      return unmount(this.#instance);
    }

    /** @param {PropertyKey} key */
    #propOf(key) {
      return (this.#props[key] ??= new Prop());
    }
  };
}

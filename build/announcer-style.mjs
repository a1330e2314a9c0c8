const INLINE_STYLE = /(<div id="svelte-announcer"[^>]*?) style="([^"]*)"/;

/**
 * Moves the style of SvelteKit's route announcer from an attribute, which the content security policy refuses, into a style sheet.
 * Kit has no option for it: https://github.com/sveltejs/kit/issues/11993. This can go when Kit writes no style attribute there, as
 * https://github.com/sveltejs/kit/pull/14566 proposes.
 * @returns {import('vite').Plugin}
 */
export function announcerStyle() {
  return {
    name: 'announcer-style',
    enforce: 'pre',
    transform: {
      filter: { id: /generated\/root\.svelte$/ },
      handler: (code) => ({ code: moveAnnouncerStyle(code), map: null })
    }
  };
}

/**
 * @param {string} component Kit's root component
 * @returns {string}
 * @throws if the announcer has no style attribute
 */
export function moveAnnouncerStyle(component) {
  const [, , style] = INLINE_STYLE.exec(component) ?? [];
  if (style === undefined)
    throw new Error(
      "SvelteKit's announcer has no style attribute any more: remove build/announcer-style.mjs."
    );
  return `${component.replace(INLINE_STYLE, '$1')}\n<style>#svelte-announcer { ${style} }</style>\n`;
}

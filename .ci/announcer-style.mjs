/**
 * Moves the style of Kit's announcer (the line that tells screen readers of a new page) from an attribute,
 * which the content security policy refuses, into the component's style sheet.
 * @returns {import('vite').Plugin}
 */
export function announcerStyle() {
  const inline = /(<div id="svelte-announcer"[^>]*?) style="([^"]*)"/;
  return {
    name: 'announcer-style',
    enforce: 'pre',
    transform: {
      filter: { id: /generated\/root\.svelte$/ },
      handler(code) {
        const [, , style] = inline.exec(code) ?? [];
        if (style === undefined) throw new Error("Kit's announcer has changed: see .ci/announcer-style.mjs");
        return {
          code: `${code.replace(inline, '$1')}\n<style>#svelte-announcer { ${style} }</style>\n`,
          map: null
        };
      }
    }
  };
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The style sheets that set custom properties by theme. */
const SHEETS = ['src/lib/theme/colours.css', 'static/install/page.css'];

/** Properties that are colours: those of a room's picture have names of their own. */
const COLOURS = ['background', 'fill', '--top', '--foot'];

/** All files with styles, by path. */
async function stylesheets(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const folder of ['src', 'static'])
    for (const name of await readdir(folder, { recursive: true })) {
      const path = join(folder, name);
      if (/\.(?:css|svelte)$/.test(name)) found.set(path, await readFile(path, 'utf8'));
    }
  return found;
}

/** Names of the properties that are declared in a piece of CSS. */
const propertiesIn = (css: string) => [...css.matchAll(/([\w-]+):\s[^;{}]*;/g)].map(([, name = '']) => name);

describe('the light and the dark theme', () => {
  it('are asked for by two style sheets alone', async () => {
    const asking = [...(await stylesheets())].filter(([, text]) =>
      /prefers-color-scheme|\[data-theme/.test(text)
    );
    expect(asking.map(([path]) => path).sort()).toEqual(SHEETS);
  });

  it.each(SHEETS)('change custom properties and the colour scheme in %s', async (path) => {
    const css = (await readFile(path, 'utf8')).replaceAll(/\/\*.*?\*\//gs, '');
    const dark = /@media \(prefers-color-scheme: dark\) \{\s*[^{}]+\{([^{}]+)\}\s*\}/.exec(css)?.[1] ?? '';
    const changed = propertiesIn(dark);
    expect(changed).not.toEqual([]);
    expect(changed.filter((name) => !name.startsWith('--') && name !== 'color-scheme')).toEqual([]);
  });

  it('differ elsewhere in colours alone: a second theme needs no check but of its colours', async () => {
    const byTheme = [...(await stylesheets())].flatMap(([path, text]) =>
      [...text.matchAll(/([\w-]+):\s[^;{}]*var\(--in-(?:light|dark)\b[^;{}]*;/g)].map(([, name = '']) => ({
        path,
        name
      }))
    );
    const elsewhere = byTheme.filter(({ path }) => !SHEETS.includes(path));
    expect(elsewhere).not.toEqual([]);
    expect(elsewhere.filter(({ name }) => !COLOURS.includes(name))).toEqual([]);
  });
});

it('style sheets for older browsers have no declaration with var() and a unit that Chrome 95 does not know: it would take the earlier one down too', async () => {
  const found = [...(await stylesheets())].flatMap(([path, text]) =>
    [...text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/[\w-]+:[^;{}]*;/g)]
      .map(([declaration]) => declaration)
      .filter((declaration) => /\d[dsl]v(?:h|w|min|max)\b/.test(declaration) && declaration.includes('var('))
      .map((declaration) => `${path}: ${declaration}`)
  );
  expect(found).toEqual([]);
});

it('style sheets for older browsers fade no colour to `transparent`, which older WebKit does through grey, except in masks and hard edges', async () => {
  const found = [...(await stylesheets())].flatMap(([path, text]) =>
    [...text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([\w-]+):[^;{}]*linear-gradient\([^;{}]*;/g)]
      .filter(([declaration, name]) => !name?.includes('mask') && /\btransparent\b/.test(declaration))
      .map(([declaration]) => `${path}: ${declaration}`)
  );
  expect(found).toEqual([]);
});

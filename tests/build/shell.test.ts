import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFile(join(root, path), 'utf8');

const manifestSchema = v.object({
  id: v.string(),
  start_url: v.string(),
  display: v.string(),
  icons: v.array(v.object({ src: v.string(), sizes: v.string(), type: v.string(), purpose: v.string() })),
  screenshots: v.array(
    v.object({
      src: v.string(),
      sizes: v.string(),
      type: v.string(),
      form_factor: v.string(),
      label: v.string()
    })
  ),
  shortcuts: v.array(v.object({ name: v.string(), url: v.string() }))
});

async function readManifest() {
  return v.parse(manifestSchema, JSON.parse(await read('static/manifest.webmanifest')));
}

describe('the HTML page', () => {
  it('draws the snapshot without waiting for CSS, which a script does that stands after it', async () => {
    const page = await read('src/app.html');
    expect(page.indexOf('%mantel.snapshot%')).toBeGreaterThan(page.indexOf('<body'));
    expect(page.indexOf('%sveltekit.head%')).toBeGreaterThan(page.indexOf('%mantel.snapshot%'));
  });

  it('has no inline style, which the content security policy would refuse', async () => {
    expect(await read('src/app.html')).not.toMatch(/style/);
  });

  it('has one script of its own, which runs before the app and stops it in browsers that are too old', async () => {
    const page = await read('src/app.html');
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page.indexOf('<script')).toBeLessThan(page.indexOf('%sveltekit.body%'));
    expect(page).toMatch(/too old for Mantel[^]*stop\(\)/);
  });

  it('shows a message if scripts are off', async () => {
    expect(await read('src/app.html')).toMatch(/<noscript>[^<]{20,}<\/noscript>/);
  });

  it("sets the browser's colour to the background of each theme", async () => {
    const colours = await read('src/lib/theme/colours.css');
    const [, light, dark] =
      /--ground: var\(--in-light, (#\w+)\) var\(--in-dark, (#\w+)\)/.exec(colours) ?? [];
    const page = await read('src/app.html');
    expect(page).toContain(`media="(prefers-color-scheme: light)" content="${light ?? 'none'}"`);
    expect(page).toContain(`media="(prefers-color-scheme: dark)" content="${dark ?? 'none'}"`);
  });
});

describe('the manifest', () => {
  it('makes one app of one origin', async () => {
    expect(await readManifest()).toMatchObject({ id: '/', start_url: '/', display: 'standalone' });
  });

  it('has icons of both kinds in both sizes that an install requires', async () => {
    const { icons } = await readManifest();
    const kinds = icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
    expect(kinds).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable'])
    );
  });

  it('has pictures for phone and tablet, and shortcuts to favourites, a room and the scenes', async () => {
    const { screenshots, shortcuts } = await readManifest();
    expect(screenshots.map(({ form_factor }) => form_factor)).toEqual(['narrow', 'wide']);
    expect(shortcuts.map(({ url }) => url)).toEqual(['/#favourites', '/rooms', '/scenes']);
  });

  it('has the true size of each picture', async () => {
    const { icons, screenshots } = await readManifest();
    for (const { src, sizes } of [...icons, ...screenshots].filter(({ type }) => type === 'image/png')) {
      const png = await readFile(join(root, 'static', src));
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
    }
  });
});

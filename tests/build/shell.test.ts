import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { readText, root } from './repository';

const manifestSchema = v.object({
  icons: v.array(v.object({ src: v.string(), sizes: v.string(), type: v.string(), purpose: v.string() })),
  screenshots: v.array(v.object({ src: v.string(), sizes: v.string(), type: v.string() }))
});

const manifest = v.parse(manifestSchema, JSON.parse(readText('static/manifest.webmanifest')));
const page = readText('src/app.html');

it('the HTML page shows a message if scripts are off', () => {
  expect(page).toMatch(/<noscript>[^<]{20,}<\/noscript>/);
});

it("the HTML page sets the browser's colour to the background of each theme", () => {
  const colours = readText('src/lib/theme/colours.css');
  const [, light, dark] = /--ground: var\(--in-light, (#\w+)\) var\(--in-dark, (#\w+)\)/.exec(colours) ?? [];
  expect(page).toContain(`media="(prefers-color-scheme: light)" content="${light ?? 'none'}"`);
  expect(page).toContain(`media="(prefers-color-scheme: dark)" content="${dark ?? 'none'}"`);
});

it('the manifest has icons of both kinds in both sizes that an install requires', () => {
  const kinds = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
  expect(kinds).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable'])
  );
});

it('the manifest has the true size of each picture', async () => {
  const { icons, screenshots } = manifest;
  for (const { src, sizes } of [...icons, ...screenshots].filter(({ type }) => type === 'image/png')) {
    const png = await readFile(join(root, 'static', src));
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
  }
});

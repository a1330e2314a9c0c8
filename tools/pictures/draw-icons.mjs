/**
 * Draws the PNG icons from static/icons/mantel.svg. Run `node tools/pictures/draw-icons.mjs` after a change of the
 * drawing. The results are in git, so that a build needs no browser.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { findChromium, launchOptions } from '../../.ci/chromium.mjs';
import { root } from '../../build/steps.mjs';

const folder = join(root, 'static/icons');

/** The system cuts square icons to its own shape, so their background reaches the edges. */
const icons = [
  { name: 'mantel-192.png', size: 192, isSquare: false },
  { name: 'mantel-512.png', size: 512, isSquare: false },
  { name: 'mantel-maskable-192.png', size: 192, isSquare: true },
  { name: 'mantel-maskable-512.png', size: 512, isSquare: true },
  { name: 'apple-touch-icon.png', size: 180, isSquare: true }
];

const drawing = await readFile(join(folder, 'mantel.svg'), 'utf8');
const { path } = await findChromium();
const browser = await chromium.launch(launchOptions(path));
for (const { name, size, isSquare } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const svg = isSquare ? drawing.replace('rx="112"', 'rx="0"') : drawing;
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  await page.screenshot({ path: join(folder, name), omitBackground: true });
  await page.close();
}
await browser.close();

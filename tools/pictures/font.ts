import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** The alphabets of the app's languages, with the part of Unicode that each file holds. */
const ALPHABETS = {
  latin: 'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02DC, U+2000-206F, U+20AC, U+2122, U+2190-2193, U+2212',
  cyrillic: 'U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116'
};

/** Returns styles that set a page in Inter, so that its pictures are the same on every machine. */
export async function fontStyles(): Promise<string> {
  const faces = await Promise.all(
    Object.entries(ALPHABETS).map(async ([alphabet, range]) => {
      const file = resolve(`@fontsource-variable/inter/files/inter-${alphabet}-wght-normal.woff2`);
      const data = (await readFile(file)).toString('base64');
      return `@font-face {
        font-family: Pictured;
        font-weight: 100 900;
        src: url(data:font/woff2;base64,${data}) format('woff2');
        unicode-range: ${range};
      }`;
    })
  );
  return `${faces.join('\n')}\n:root { --font: Pictured, sans-serif !important; }`;
}

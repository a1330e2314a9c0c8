import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from './harness/test';

test.use({ isShared: true });

const web = fileURLToPath(new URL('../../dist/web/_app/', import.meta.url));
const gallery = fileURLToPath(new URL('../../src/routes/parts/', import.meta.url));

test('the developers’ page of components is not in the build: neither its address nor its texts', async ({
  page
}) => {
  await page.goto('/parts');
  await expect(page.getByText('This page doesn’t exist')).toBeVisible();

  const word = 'Die Abstellkammer hinter der Waschküche im Untergeschoss';
  expect(await readFile(`${gallery}Rooms.svelte`, 'utf8')).toContain(word);
  const files = (await readdir(web, { recursive: true })).filter((name) => /\.(?:js|css)$/.test(name));
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) expect(await readFile(`${web}${file}`, 'utf8'), file).not.toContain(word);
});

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const read = (path: string) => readFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

const ROW = /^\|[^|]+\|\s`(?<file>tests\/[^`]+)` — (?<title>.+?)\s+\|$/gm;

it('docs/access.md names existing tests', async () => {
  const rows = [...(await read('docs/access.md')).matchAll(ROW)].map(({ groups }) => groups ?? {});
  expect(rows.length).toBeGreaterThan(40);
  for (const { file = '', title = '' } of rows)
    expect((await read(file)).includes(title), `${file}: ${title}`).toBe(true);
});

import { expect, it } from 'vitest';
import { readText } from './repository';

const ROW = /^\|[^|]+\|\s`(?<file>tests\/[^`]+)` — (?<title>.+?)\s+\|$/gm;

it('docs/access.md names existing tests', () => {
  const rows = [...readText('docs/access.md').matchAll(ROW)].map(({ groups }) => groups ?? {});
  expect(rows.length).toBeGreaterThan(40);
  for (const { file = '', title = '' } of rows)
    expect(readText(file).includes(title), `${file}: ${title}`).toBe(true);
});

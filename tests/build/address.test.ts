import { expect, it } from 'vitest';
import { DOCUMENTS } from './document-commands';
import { readText } from './repository';

/** The placeholder for the address of the project. */
const ADDRESS = 'https://example.org/mantel';

it('the address of the project stands in one place, and the documents lead there', () => {
  const files = [...DOCUMENTS, 'CONTRIBUTING.md', 'CHANGELOG.md', 'package.json', 'packaging/Dockerfile'];
  const places = files.flatMap((file) =>
    readText(file)
      .split(ADDRESS)
      .slice(1)
      .map(() => file)
  );
  expect(places).toEqual(['docs/install.md']);
  expect(readText('docs/install.md')).toMatch(/^## Get Mantel$/m);
  expect(readText('docs/update.md')).toContain('(install.md#get-mantel)');
  expect(readText('README.md')).toContain('(docs/install.md)');
});

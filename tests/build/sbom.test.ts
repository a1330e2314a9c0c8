import { expect, it } from 'vitest';
import { sbomOf } from '../../build/sbom.mjs';

const build = {
  program: { name: 'mantel', version: '1.2.3', license: 'MIT' },
  packages: ['node_modules/ws', 'node_modules/@mdi/js', 'node_modules/a/node_modules/b', 'node_modules/ws'],
  locked: {
    'node_modules/ws': { version: '8.0.0', license: 'MIT', integrity: 'sha512-AAEC' },
    'node_modules/@mdi/js': { version: '7.4.47', license: 'Apache-2.0' },
    'node_modules/a/node_modules/b': { version: '1.0.0', license: '(MIT OR CC0-1.0)' }
  },
  date: Date.UTC(2026, 0, 2)
};

it('the bill of materials lists each bundled package once, with its licence, purl and hash', () => {
  const { components } = sbomOf(build);
  expect(components).toEqual([
    {
      type: 'library',
      'bom-ref': 'pkg:npm/%40mdi/js@7.4.47',
      group: '@mdi',
      name: 'js',
      version: '7.4.47',
      licenses: [{ license: { id: 'Apache-2.0' } }],
      purl: 'pkg:npm/%40mdi/js@7.4.47'
    },
    expect.objectContaining({ name: 'b', licenses: [{ expression: '(MIT OR CC0-1.0)' }] }),
    expect.objectContaining({
      name: 'ws',
      purl: 'pkg:npm/ws@8.0.0',
      hashes: [{ alg: 'SHA-512', content: '000102' }]
    })
  ]);
});

it('the bill of materials names the program, the time of its sources, and a serial number that follows from both', () => {
  const sbom = sbomOf(build);
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { timestamp: '2026-01-02T00:00:00.000Z', component: { name: 'mantel', version: '1.2.3' } }
  });
  expect(sbom.serialNumber).toMatch(
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/
  );
  expect(sbomOf(build)).toEqual(sbom);
  expect(sbomOf({ ...build, date: 0 }).serialNumber).not.toBe(sbom.serialNumber);
});

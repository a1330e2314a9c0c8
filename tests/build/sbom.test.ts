import { expect, it } from 'vitest';
import { sbomOf } from '../../build/sbom.mjs';

it('the bill of materials lists each bundled package with its licence and hash, and the time of the sources', () => {
  const sbom = sbomOf(['node_modules/ws', 'node_modules/@mdi/js'], Date.UTC(2026, 0, 2));
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { timestamp: '2026-01-02T00:00:00.000Z', component: { type: 'application', name: 'mantel' } }
  });
  expect(sbom.components).toEqual([
    expect.objectContaining({
      purl: expect.stringMatching(/^pkg:npm\/%40mdi\/js@7\./),
      licenses: [{ license: { id: 'Apache-2.0' } }]
    }),
    expect.objectContaining({
      name: 'ws',
      scope: 'required',
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]
    })
  ]);
});

import { execFileSync } from 'node:child_process';
import { readJson, root } from './steps.mjs';

/** @param {{ name: string, version: string }} description */
const refOf = ({ name, version }) => `${name}@${version}`;

/**
 * The software bill of materials of the archive (CycloneDX): of all packages that npm knows those whose code is in the bundles. It is the
 * same for two builds of one commit.
 * @param {readonly string[]} packages folders such as `node_modules/ws`
 * @param {number} date in ms
 */
export function sbomOf(packages, date) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const all = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }));
  const bundled = packages.map((folder) => refOf(readJson(`${folder}/package.json`)));
  const program = readJson('package.json');
  const ref = refOf(program);
  return {
    bomFormat: all.bomFormat,
    specVersion: all.specVersion,
    version: 1,
    metadata: {
      timestamp: new Date(date).toISOString(),
      component: { ...all.metadata.component, 'bom-ref': ref, type: 'application', name: program.name }
    },
    components: all.components.filter((/** @type {Record<string, string>} */ each) =>
      bundled.includes(each['bom-ref'] ?? '')
    ),
    dependencies: [{ ref, dependsOn: bundled.sort() }]
  };
}

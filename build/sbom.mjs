import { createHash } from 'node:crypto';

/**
 * A package of the lockfile, as far as it is read here.
 * @typedef {{ version?: string, license?: string, integrity?: string, name?: string }} LockedPackage
 */

/** Names that are single SPDX licences. Others, such as `(MIT OR CC0-1.0)`, are expressions. */
const SINGLE_LICENSE = /^[\w.+-]+$/;

/**
 * The software bill of materials of the archive, as CycloneDX 1.6. It lists the packages whose code is in the
 * bundles, and is the same for two builds of one commit.
 * @param {object} build
 * @param {{ name: string, version: string, license: string }} build.program
 * @param {readonly string[]} build.packages folders such as `node_modules/ws`
 * @param {Record<string, LockedPackage>} build.locked the packages of package-lock.json, by their folders
 * @param {number} build.date in ms
 */
export function sbomOf({ program, packages, locked, date }) {
  const components = [...new Set(packages)].sort().map((folder) => componentOf(folder, locked[folder] ?? {}));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([program.version, date, components]))}`,
    version: 1,
    metadata: {
      timestamp: new Date(date).toISOString(),
      component: {
        type: 'application',
        'bom-ref': purlOf(program.name, program.version),
        name: program.name,
        version: program.version,
        licenses: licensesOf(program.license),
        purl: purlOf(program.name, program.version)
      }
    },
    components,
    dependencies: [
      {
        ref: purlOf(program.name, program.version),
        dependsOn: components.map((component) => component['bom-ref'])
      }
    ]
  };
}

/**
 * @param {string} folder
 * @param {LockedPackage} locked
 */
function componentOf(folder, { name, version = 'unknown', license, integrity }) {
  const full = name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const [scope, short] = full.startsWith('@') ? full.split('/') : [undefined, full];
  const purl = purlOf(full, version);
  return {
    type: 'library',
    'bom-ref': purl,
    ...(scope !== undefined && { group: scope }),
    name: short ?? full,
    version,
    ...(license !== undefined && { licenses: licensesOf(license) }),
    purl,
    ...(integrity !== undefined && { hashes: hashesOf(integrity) })
  };
}

/**
 * @param {string} name
 * @param {string} version
 */
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** @param {string} license */
const licensesOf = (license) =>
  SINGLE_LICENSE.test(license) ? [{ license: { id: license } }] : [{ expression: license }];

/** @param {string} integrity such as `sha512-<base64>` */
function hashesOf(integrity) {
  const [algorithm = '', digest = ''] = integrity.split('-');
  return [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }];
}

/** A version 8 UUID (RFC 9562) from a text. @param {string} text */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32)
  ].join('-');
}

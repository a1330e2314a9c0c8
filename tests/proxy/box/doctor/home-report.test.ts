import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { finding, textReportOf } from '../../../../proxy/box/doctor/finding';
import { RECORD_FOLDER } from '../../../../proxy/server/record/recorder';
import { LogCapture } from '../../../support/log-capture';
import { sealFile } from '../../../support/sealed-folder';
import { aBox, CARD, NOW } from './a-box';

const LOFT = { id: 'aaaaaaaaaaaa', name: 'Loft', address: '127.0.0.1' };
const COTTAGE = { id: 'bbbbbbbbbbbb', name: 'Cottage', address: '127.0.0.9' };
const HOMES = [LOFT, COTTAGE];

/** A box with two homes that have logged something, each with a damaged record. `reportFor`: what a home gets of it. */
async function twoHomes() {
  const box = await aBox();
  const { dataDir } = box;
  box.ofHomes = [finding('zwave-js-silent', { host: 'attic.local', port: 3000 })];
  const stored = HOMES.map((home) => ({
    ...home,
    lastSeen: NOW,
    addedAt: NOW,
    identity: { mac: null },
    links: [CARD]
  }));
  await sealFile(dataDir, 'controllers', stored);
  await mkdir(join(dataDir, RECORD_FOLDER));
  for (const { id } of HOMES) await writeFile(join(dataDir, RECORD_FOLDER, `${id}.db.broken-17`), '');
  const log = new LogCapture();
  log.info({ box: true, version: '1.2.3' }, 'Mantel started.');
  for (const { id, name, address } of HOMES) {
    const home = id;
    log.info({ home, controller: name, user: `owner of ${name}`, screen: `Tablet in ${name}` }, 'Signed in.');
    log.warn({ home, address }, 'Controller moved.');
    log.debug({ home, url: `/api/controllers/${id}/home` }, 'answered');
    log.warn({ client: address, screen: `Stranger at ${name}` }, 'Too many failed sign-ins or codes.');
  }
  const reportFor = async (home?: string) => {
    const findings = await box.examine(dataDir, home);
    return textReportOf({ version: '1.2.3', now: NOW }, findings, log.memory.linesFor(home ?? ''));
  };
  return { box, reportFor };
}

it.each([
  ['Loft', LOFT, COTTAGE],
  ['Cottage', COTTAGE, LOFT]
])('the report for %s has the box and this home, and nothing of another one', async (_name, own, other) => {
  const { box, reportFor } = await twoHomes();
  const report = await reportFor(own.id);
  for (const shown of [
    'disk: ',
    'certificate: ',
    'backups: ',
    'Mantel started. version=1.2.3',
    `controller ${own.name}`,
    `screen="Tablet in ${own.name}"`,
    `${own.id}.db.broken-17`
  ])
    expect(report).toContain(shown);
  for (const hidden of [other.id, other.name, other.address, 'Stranger', 'replaced', 'attic.local'])
    expect(report.replaceAll(box.dataDir, '')).not.toContain(hidden);
});

it('a home of a source has no controller in the report, which is no finding', async () => {
  const { reportFor } = await twoHomes();
  const report = await reportFor('cccccccccccc');
  expect(report).toContain('disk: ');
  for (const hidden of [...HOMES.flatMap(Object.values), 'controllers'])
    expect(report).not.toContain(String(hidden));
});

it('the owner of the box gets the findings of all homes, of what a search finds, and of the sources', async () => {
  const { reportFor } = await twoHomes();
  const report = await reportFor();
  for (const shown of ['controller Loft', 'controller Cottage', 'replaced', 'attic.local'])
    expect(report).toContain(shown);
});

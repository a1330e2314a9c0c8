import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { diagnose } from '../../../../proxy/box/doctor/diagnose';
import { finding, type Finding } from '../../../../proxy/box/doctor/finding';
import { checkService } from '../../../../proxy/box/doctor/service-check';
import { PATHS, systemFilesOf, writeSystemFile } from '../../../../proxy/box/service/system-files';
import type { KeyPair } from '../../../../proxy/server/http/https-server';
import type { NameUse } from '../../../../proxy/server/origin/mdns/name-query';
import { controllerAt } from '../../../../tools/support/test-variables';
import { listening } from '../../../support/listening';
import { sealedFolder, sealFile } from '../../../support/sealed-folder';
import { temporaryFolder } from '../../../support/temporary-folder';
import { FakeCards } from '../../../support/test-cards';
import { optionsOf } from '../../../support/test-proxy';

/** When this build is examined, and the card of the controller's address. */
export const NOW = Date.UTC(2026, 5, 1);
export const CARD = '02005e100001';

const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url));

/** What systemd says of a service that runs. */
const RUNNING = {
  ActiveState: 'active',
  UnitFileState: 'enabled',
  ExecMainStatus: '0',
  NRestarts: '0'
};

/** A box without a fault, in one folder: the service, the app, a data folder, and a controller that answers. */
export async function aBox() {
  const root = await temporaryFolder();
  await mkdir(join(root, PATHS.base), { recursive: true });
  await symlink(REPOSITORY, join(root, PATHS.current));
  for (const [path, { text, mode }] of await systemFilesOf(REPOSITORY, '/usr/bin/node'))
    await writeSystemFile(join(root, path), text, mode);
  const dataDir = await sealedFolder({});
  const folder = await temporaryFolder();
  const port = await listening(createTcpServer());
  await sealFile(dataDir, 'controllers', [
    {
      id: '0a0b0c0d0e0f',
      name: 'Loft',
      address: '127.0.0.1',
      lastSeen: NOW,
      addedAt: NOW,
      identity: { mac: null },
      links: [CARD]
    }
  ]);
  const write = async (path: string, content: string | Buffer) => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), content);
  };
  await write('web/index.html', '<link href="/_app/immutable/start.js">');
  await write('web/_app/immutable/start.js', '');
  const host = {
    nodeVersion: '24.1.0',
    addresses: ['192.168.1.5'],
    now: NOW,
    builtAt: NOW - 1_000,
    hostKind: 'plain' as const,
    webFolder: join(folder, 'web')
  };
  const box = {
    root,
    folder,
    dataDir,
    host,
    space: { bytes: 1e9, files: 1_000 },
    argv: controllerAt(port),
    cards: new FakeCards({ '127.0.0.1': CARD }),
    mdns: false,
    /** What systemd says of the service, and of the unit of updates. */
    service: { ...RUNNING },
    updating: 'inactive',
    nameUse: { state: 'free' } as NameUse,
    /** What is found of sources. */
    ofHomes: [] as Finding[],
    async systemctl(_program: unknown, _show?: string, unit?: string) {
      const state = unit === 'mantel' ? box.service : { ActiveState: box.updating };
      const lines = Object.entries(state).map(([name, value]) => `${name}=${value}\n`);
      return { code: 0, stdout: lines.join(''), stderr: '' };
    },
    /** Serves the user's own certificate. */
    async useCertificate({ key, certificate }: KeyPair) {
      await write('own.pem', certificate);
      await write('own.key', key);
      box.argv.push('--tls-cert', join(folder, 'own.pem'), '--tls-key', join(folder, 'own.key'));
    },
    /** @param home for a report of this one; undefined for the owner of the box */
    examine: (of = dataDir, home?: string) =>
      diagnose({
        options: { ...optionsOf('--data-dir', of, ...box.argv), mdns: box.mdns },
        host: box.host,
        cards: box.cards,
        spaceOf: async () => box.space,
        discover: async () => finding('discovery', { found: 'replaced' }),
        query: async () => box.nameUse,
        moreChecks: [() => checkService({ root, run: box.systemctl })],
        checksOfHomes: [async () => box.ofHomes],
        home
      })
  };
  return box;
}

/** See `aBox`. */
export type Box = Awaited<ReturnType<typeof aBox>>;

import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ifThere } from '../../server/base/store/errors';
import { replaceFile } from '../../server/base/store/replace-file';

/** Paths of an installed service, from the root of the file system. */
export const PATHS = {
  /** Holds `versions/<name>/`, and the links `current` and `former`. */
  base: '/opt/mantel',
  versions: '/opt/mantel/versions',
  /** The version that runs as the service. */
  current: '/opt/mantel/current',
  /** The version before it, to which `update --back` leads. While an update is not finished, it is the one that judges the new one. */
  former: '/opt/mantel/former',
  /** The note of an update that is not finished. */
  pending: '/opt/mantel/pending',
  /** Why the last update was taken back, as sentences. */
  takenBack: '/opt/mantel/taken-back',
  /** Backups of before updates. They stay after an uninstallation. */
  updateBackups: '/opt/mantel/backups',
  units: '/etc/systemd/system',
  /** Variables for the nightly backup. While this file exists, the backups are on. */
  backupEnvironment: '/etc/mantel/backup.env',
  /** Variables for the service, such as `MANTEL_NAME=hall`. */
  environment: '/etc/mantel/mantel.env',
  /** The `mantel` command. */
  command: '/usr/local/bin/mantel',
  data: '/var/lib/mantel'
} as const;

/** The system user of the service. */
export const SERVICE_USER = 'mantel';

/** A file of the system. */
interface SystemFile {
  readonly text: string;
  readonly mode: number;
}

const UNIT = /\.(?:service|timer)$/;

/**
 * The units and the command of a package, for this Node, by their paths from the root of the file system. The unit of the service leaves
 * what Mantel needs: writing its data folder, the neighbour table in `/proc/self/net/arp`, interfaces by netlink, broadcast and multicast.
 * Just-in-time compilation rules out `MemoryDenyWriteExecute`. The one of a nightly backup runs as root, which alone may write the backups,
 * and reads the data folder of another user. The command runs as the owner of the data, except for what changes the system or reads files
 * of root.
 * @param node path of Node
 */
export async function systemFilesOf(
  packageFolder: string,
  node: string
): Promise<ReadonlyMap<string, SystemFile>> {
  const folder = join(packageFolder, 'packaging');
  const files = new Map<string, SystemFile>();
  for (const name of await readdir(folder).catch(() => [])) {
    if (!UNIT.test(name) && name !== 'mantel') continue;
    const text = (await readFile(join(folder, name), 'utf8')).replaceAll('/usr/bin/node', () => node);
    if (UNIT.test(name)) files.set(join(PATHS.units, name), { text, mode: 0o644 });
    else files.set(PATHS.command, { text, mode: 0o755 });
  }
  return files;
}

/** Writes a file with these permissions, and creates its folder. On a full disk the file stays as it was. */
export async function writeSystemFile(path: string, text: string, mode: number) {
  await mkdir(dirname(path), { recursive: true });
  await replaceFile(path, Buffer.from(text));
  await chmod(path, mode);
}

/**
 * Replaces the units and the command of one version by those of another, where they are as that version has them: the owner may have
 * others.
 */
export async function replaceSystemFiles(
  { root, node }: { readonly root: string; readonly node: string },
  { from, to }: { readonly from: string; readonly to: string }
) {
  const [before, after] = await Promise.all([from, to].map((folder) => systemFilesOf(folder, node)));
  for (const path of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])) {
    const installed = await ifThere(readFile(join(root, path), 'utf8'));
    if (installed !== before?.get(path)?.text) continue;
    const file = after?.get(path);
    if (file) await writeSystemFile(join(root, path), file.text, file.mode);
    else await rm(join(root, path), { force: true });
  }
}

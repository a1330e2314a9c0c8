import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Paths of an installed service, from the root of the file system. */
export const PATHS = {
  /** Holds `versions/<name>/`, and `current`, which links to one of them. */
  base: '/opt/mantel',
  /** The copy of the data on which an update tries a version. */
  trial: '/opt/mantel/trial',
  /** What an uninstallation removes of it. */
  program: ['/opt/mantel/current', '/opt/mantel/versions', '/opt/mantel/trial'],
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

/** The systemd units in `packaging/`. */
export const UNIT_FILES = ['mantel.service', 'mantel-backup.service', 'mantel-backup.timer'] as const;

/**
 * A systemd unit of a package, for this Node. The one of the service leaves what Mantel needs: writing its data folder, the neighbour table
 * in `/proc/self/net/arp`, interfaces by netlink, and broadcast and multicast. Just-in-time compilation rules out `MemoryDenyWriteExecute`.
 * The one of a nightly backup runs as root, which alone may write the backups, and reads the data folder of another user. The timer makes up
 * for a night that the box slept through.
 * @param node path of Node
 */
export async function unitText(
  packageFolder: string,
  file: (typeof UNIT_FILES)[number],
  node: string
): Promise<string> {
  const text = await readFile(join(packageFolder, 'packaging', file), 'utf8');
  return text.replace('/usr/bin/node ', () => `${node} `);
}

/** The file of variables that an installation creates. */
export const ENVIRONMENT_TEXT = `# Options of the Mantel service, one a line. \`mantel --help\` lists all of them.
# After a change: sudo systemctl restart mantel
#MANTEL_NAME=mantel
#MANTEL_HTTP_PORT=8420
#MANTEL_HTTPS_PORT=8443
`;

/**
 * The `mantel` command of an installed service. It reads the options of the service, and runs as the owner of the data, except for
 * commands that change the system or read files of root.
 * @param node path of Node
 */
export const commandText = (node: string): string => `#!/bin/sh
# The mantel command of the installed service. It passes the service's options as a text, and does not execute them.
export MANTEL_DATA_DIR=${PATHS.data}
MANTEL_SERVICE_OPTIONS=$(cat ${PATHS.environment} 2>/dev/null)
export MANTEL_SERVICE_OPTIONS
main=${PATHS.base}/current/dist/main.js
case "$1" in
  service | update | backup | restore) exec ${node} "$main" "$@" ;;
esac
if [ "$(id -u)" = 0 ]; then exec runuser -u ${SERVICE_USER} -- ${node} "$main" "$@"; fi
exec ${node} "$main" "$@"
`;

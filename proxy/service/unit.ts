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
  unit: '/etc/systemd/system/mantel.service',
  backupUnit: '/etc/systemd/system/mantel-backup.service',
  backupTimer: '/etc/systemd/system/mantel-backup.timer',
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

/**
 * The systemd unit. It leaves what Mantel needs: writing its data folder, the neighbour table in `/proc/self/net/arp`, interfaces by
 * netlink, and broadcast and multicast. Just-in-time compilation rules out `MemoryDenyWriteExecute`.
 * @param node path of Node
 */
export const unitText = (node: string): string => `[Unit]
Description=Mantel, a touch panel for a Z-Wave home controller
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=${node} ${PATHS.base}/current/dist/main.js start
User=${SERVICE_USER}
Group=${SERVICE_USER}
StateDirectory=mantel
StateDirectoryMode=0700
Environment=MANTEL_DATA_DIR=${PATHS.data} MANTEL_LOG_FORMAT=json
EnvironmentFile=-${PATHS.environment}
Restart=on-failure
RestartSec=5
RestartPreventExitStatus=2
TimeoutStopSec=10
UMask=0077
MemoryMax=512M
TasksMax=64

CapabilityBoundingSet=
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
ProtectProc=invisible
ProtectClock=yes
ProtectHostname=yes
ProtectControlGroups=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
PrivateDevices=yes
PrivateTmp=yes
PrivateUsers=yes
RemoveIPC=yes
KeyringMode=private
LockPersonality=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`;

/**
 * The systemd unit of one nightly backup. It runs as root, which alone may write the backups, and reads the data folder of another user.
 * @param node path of Node
 */
export const backupUnitText = (node: string): string => `[Unit]
Description=Backup of Mantel
RequiresMountsFor=${PATHS.data}

[Service]
Type=oneshot
ExecStart=${node} ${PATHS.base}/current/dist/main.js
Environment=MANTEL_DATA_DIR=${PATHS.data}
EnvironmentFile=-${PATHS.environment}
EnvironmentFile=${PATHS.backupEnvironment}
UMask=0077
MemoryMax=512M
TasksMax=64
Nice=10

CapabilityBoundingSet=CAP_DAC_OVERRIDE CAP_DAC_READ_SEARCH
NoNewPrivileges=yes
PrivateNetwork=yes
PrivateDevices=yes
ProtectClock=yes
ProtectHostname=yes
ProtectControlGroups=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
LockPersonality=yes
RestrictAddressFamilies=AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
`;

/** The systemd timer of the nightly backup. A night that the box slept through is made up for. */
export const BACKUP_TIMER_TEXT = `[Unit]
Description=Nightly backup of Mantel

[Timer]
OnCalendar=*-*-* 03:00:00
RandomizedDelaySec=15min
Persistent=true

[Install]
WantedBy=timers.target
`;

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

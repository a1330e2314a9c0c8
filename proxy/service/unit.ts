/** Paths of an installed service, from the root of the file system. */
export const PATHS = {
  /** Holds `versions/<name>/`, and `current`, which links to one of them. */
  base: '/opt/mantel',
  unit: '/etc/systemd/system/mantel.service',
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

/** The file of variables that an installation creates. */
export const ENVIRONMENT_TEXT = `# Options of the Mantel service, one a line. \`mantel --help\` lists all of them.
# After a change: sudo systemctl restart mantel
#MANTEL_NAME=mantel
#MANTEL_HTTP_PORT=8420
#MANTEL_HTTPS_PORT=8443
`;

/**
 * The `mantel` command of an installed service. It reads the options of the service, and runs as the owner of the data, except for
 * commands that change the system.
 * @param node path of Node
 */
export const commandText = (node: string): string => `#!/bin/sh
# The mantel command of the installed service.
set -a
MANTEL_DATA_DIR=${PATHS.data}
[ -r ${PATHS.environment} ] && . ${PATHS.environment}
set +a
main=${PATHS.base}/current/dist/main.js
case "$1" in
  service | update | backup) exec ${node} "$main" "$@" ;;
esac
if [ "$(id -u)" = 0 ]; then exec runuser -u ${SERVICE_USER} -- ${node} "$main" "$@"; fi
exec ${node} "$main" "$@"
`;
